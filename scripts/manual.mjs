// The manual against the demo: `npm run manual:pictures` makes its pictures anew, `npm run manual:names` looks for what it names.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './lib/commands.mjs'

const config = join(root, 'e2e/manual.config.ts')
const [what = 'names'] = process.argv.slice(2)
const { status } = spawnSync('npx', ['playwright', 'test', '-c', config, `${what}.spec`], {
  cwd: root,
  env: { TEST_PACE: '3', ...process.env },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
