// npm run report-role: the SQL of a role that reads the views of schema report alone (docs/data.md); --apply does it in the embedded database.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/reportRole.js')
