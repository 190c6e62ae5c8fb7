// npm run restore -- <folder> [--identity <file>]: a back-up into an empty DATA_DIR.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/restore.js')
