// npm run four-eyes: who decides about money in a company of one, and which accounts were attested; the server may run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/fourEyes.js')
