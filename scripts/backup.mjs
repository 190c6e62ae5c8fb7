// npm run backup -- <folder> [--plain]: a copy of the database, the pictures and the secrets, encrypted for BACKUP_RECIPIENTS; the server may
// run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/backup.js')
