// npm run migrate: brings the database to this version without starting a server; those of the version before may run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/migrate.js')
