// npm run retention: clears what is kept of people past its term, or says with --dry how much that is; the server may run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/retention.js')
