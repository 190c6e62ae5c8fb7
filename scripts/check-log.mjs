// npm run check-log: whether the security log and the operation log are as they were sealed; the server may run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/checkLog.js')
