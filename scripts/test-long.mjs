// npm run test:long: what takes too long for npm test: many kills at random moments, long outages, a full disk, a fleet
// that goes silent at once. TEST_SEED=<number> repeats a run.
import { compile, install, requireNode, run } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
const env = { TEST_LONG: '1', TEST_SEED: process.env.TEST_SEED ?? String(Date.now()) }
const files = [
  'test/faults.test.ts',
  'test/backup.test.ts',
  'telemetry/offline.test.ts',
  'telemetry/silence.test.ts',
  'telemetry/brokerKilled.test.ts',
]
const { code } = await run('vitest', ['run', '--no-file-parallelism', '--reporter=verbose', ...files], {
  env,
})
process.exitCode = code
