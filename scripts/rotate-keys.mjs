// npm run rotate-keys: another data key for what is encrypted in the database; -- --signing: another key for access tokens. The server may
// run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/rotateKeys.js')
