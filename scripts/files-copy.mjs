// npm run files:copy -- to-store|from-store [folder]: the files of DATA_DIR into the bucket of FILES_URL, or back.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/copyFiles.js')
