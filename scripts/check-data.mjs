// npm run check-data: whether rollups, counts and open intervals are what the facts say; the server may run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/checkData.js')
