// npm run backup -- <folder>: a copy of the embedded database, the pictures and the secrets; the server may run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/backup.js')
