// npm run test:long: what takes too long for npm test: many kills at random moments, long outages, a full disk, a fleet
// that goes silent at once; then the API tests on the embedded PostgreSQL and on the system's, every call fuzzed for a
// minute; then what npm test has of vitest, and a whole npm start, on newer versions of Node.js. TEST_SEED=<number>
// repeats a run.
import { install, requireNode } from './lib/commands.mjs'
import { otherNode } from './lib/otherNodes.mjs'
import { beginRun, endRun } from './lib/processes.mjs'
import { installSystemPackages, systemPostgres } from './lib/systemPackages.mjs'
import { testRun } from './lib/testRun.mjs'

requireNode()
beginRun()
await install()
await installSystemPackages({ api: true, browser: false })
const nodes = [await otherNode(22), await otherNode(24)].filter(node => node !== undefined)
const seed = process.env.TEST_SEED ?? String(Date.now())
console.log(`TEST_SEED=${seed}`)
const files = [
  'test/faults.test.ts',
  'test/closing.test.ts',
  'test/intakeKills.test.ts',
  'test/jobKills.test.ts',
  'test/importKills.test.ts',
  'test/backup.test.ts',
  'test/npmStart.test.ts',
  'telemetry/offline.test.ts',
  'telemetry/silence.test.ts',
  'telemetry/brokerKilled.test.ts',
  'telemetry/foreignFleet.test.ts',
  'bills/random.test.ts',
  'figures/rollups.test.ts',
  'scripts/test/ended.test.mjs',
]
const { vitest, tryAgain, close } = testRun()
await vitest('long tests', {
  options: ['--no-file-parallelism'],
  files,
  env: { TEST_LONG: '1', TEST_SEED: seed },
})

const options = ['--project', 'server']
const fuzzing = { FUZZ_SECONDS: '60', FUZZ_SEED: String(Number(seed) % 2 ** 31) }
await vitest('API tests on the embedded PostgreSQL', { options, env: fuzzing })
const system = systemPostgres()
const onSystem = system && { TEST_POSTGRES_BIN: system.bin }
if (system === undefined) console.log('这台机器没有 PostgreSQL 15 或更高的版本，接口测试只在内置数据库上运行')
else await vitest(`API tests on PostgreSQL ${system.version}`, { options, env: { ...fuzzing, ...onSystem } })

for (const { version, env } of nodes) {
  await vitest(`unit and API tests on Node ${version}`, { env: { ...onSystem, ...env } })
  await vitest(`npm start on Node ${version}`, {
    files: ['test/npmStart.test.ts'],
    env: { TEST_LONG: '1', ...env },
  })
}
await tryAgain()
close()
await endRun()
