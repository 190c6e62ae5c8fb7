// npm run archive, npm run archive:restore: old months into files and back; the server may run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/archive.js')
