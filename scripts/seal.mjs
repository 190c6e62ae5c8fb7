// npm run -s seal: encrypts what is piped in for BACKUP_RECIPIENTS; -- --identity <file>: decrypts; -- --new-identity <file>: makes a pair of keys.
// Nothing is installed or compiled on the way, which would say so in the midst of what is piped out.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, requireNode, root } from './lib/commands.mjs'

requireNode()
const program = join(root, 'apps/server/dist/src/commands/seal.js')
if (!existsSync(program)) fail('程序还没有构建，请先执行 npm run build')
await import(program)
