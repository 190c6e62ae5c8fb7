// npm run test:long: what takes too long for npm test: many kills at random moments, long outages, a full disk, a fleet
// that goes silent at once; then the API tests on the embedded PostgreSQL and on the system's, every call fuzzed for a
// minute; then what npm test has of vitest, and a whole npm start, on newer versions of Node.js; then each name of the manual
// on its page; then browser tests in the oldest Chromium, in Firefox and in WebKit. TEST_SEED=<number> repeats a run.
import { buildWeb, compile, fail, install, requireNode } from './lib/commands.mjs'
import { oldChromium } from './lib/oldChromium.mjs'
import { otherNode } from './lib/otherNodes.mjs'
import { followPace } from './lib/pace.mjs'
import { beginRun, endRun } from './lib/processes.mjs'
import { hasFirefox, hasWebKit, installSystemPackages, systemPostgres } from './lib/systemPackages.mjs'
import { inEngine, testRun } from './lib/testRun.mjs'

requireNode()
beginRun()
await install()
await installSystemPackages({ api: true, browser: true, firefox: true, webkit: true, cluster: true })
await compile()
const web = await buildWeb()
if (web.code !== 0) fail(`${web.output}\n网页没有构建成功，见上`)
const old = await oldChromium()
const nodes = [await otherNode(22), await otherNode(24)].filter(node => node !== undefined)
const seed = process.env.TEST_SEED ?? String(Date.now())
console.log(`TEST_SEED=${seed}`)
const files = [
  'test/faults.test.ts',
  'test/closing.test.ts',
  'test/intakeKills.test.ts',
  'test/jobKills.test.ts',
  'test/importKills.test.ts',
  'test/reportKills.test.ts',
  'test/rabbitmqKills.test.ts',
  'test/backup.test.ts',
  'test/npmStart.test.ts',
  'test/upgrade.test.ts',
  'telemetry/offline.test.ts',
  'telemetry/silence.test.ts',
  'telemetry/brokerKilled.test.ts',
  'telemetry/foreignFleet.test.ts',
  'bills/random.test.ts',
  'figures/rollups.test.ts',
  'scripts/test/ended.test.mjs',
]
/** What old Chromiums did otherwise: pages and their looks, the line, lists, forms, keys, sessions. */
const inOldChromium = [
  'back-to-top',
  'bills',
  'dashboard',
  'devices-list',
  'filters',
  'first-page',
  'focus',
  'home',
  'live',
  'messages',
  'money-forms',
  'orders',
  'other-browsers',
  'running',
  'shell-page',
  'students',
].map(name => `/${name}.spec.ts`)
const { vitest, playwright, tryAgain, close } = testRun()
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

// Limits of time are meant for an idle machine, and follow the one there is.
await followPace()
await playwright('names of the manual', { config: 'e2e/manual.config.ts', files: ['names.spec'] })
if (old !== undefined)
  await playwright('browser tests in Chromium 108', {
    options: ['--grep-invert', '@newer'],
    files: inOldChromium,
    env: old,
  })
if (hasFirefox()) await playwright('browser tests in Firefox', inEngine('firefox'))
else console.log('这台机器没有 Firefox，也装不上，跳过 Firefox 的测试')
if (hasWebKit()) await playwright('browser tests in WebKit', inEngine('webkit'))
else console.log('这台机器没有 WebKit，也装不上，跳过 WebKit 的测试')
await tryAgain()
close()
await endRun()
