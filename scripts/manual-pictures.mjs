// The pictures of the manual, made anew from the demo: `npm run manual:pictures`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './lib/commands.mjs'

const { status } = spawnSync('npx', ['playwright', 'test', '-c', join(root, 'e2e/pictures.config.ts')], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
