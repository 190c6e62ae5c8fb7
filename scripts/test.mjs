// npm test: on a fresh clone, alone: everything that must hold, every step run, one closing line.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWeb, install, requireNode, root, run } from './lib/commands.mjs'

const results = join(root, 'e2e/results')
const total = { passed: 0, failed: 0, skipped: 0 }
const summary = []
/** Said again at the end: a log of unattended runs is often kept by its last lines only. */
const failures = []

function count(name, seconds, { passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  summary.push(
    `${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''} (${seconds} s)`,
  )
}

const clock = () => {
  const began = Date.now()
  return () => ((Date.now() - began) / 1000).toFixed(1)
}

/** A static check counts as one test; its output is shown where it failed. */
async function check(name, work) {
  const seconds = clock()
  const { code, output } = await work()
  if (code !== 0) failures.push(`── ${name} ──\n${output.trim()}`)
  count(name, seconds(), code === 0 ? { passed: 1 } : { failed: 1 })
}

const quietly = (command, ...args) => run(command, args, { quiet: true })

/** @param projects of vitest.config.ts */
async function vitest(name, projects, env = {}) {
  const seconds = clock()
  const file = join(results, `${name.replaceAll(' ', '-')}.json`)
  rmSync(file, { force: true })
  const chosen = projects.flatMap(project => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('vitest', ['run', ...chosen, ...reporters], { env })
  count(
    name,
    seconds(),
    withExitCode(code, readJson(file), report => {
      // A file that cannot be loaded has no test to fail.
      const unread = report.testResults.filter(
        file => file.status === 'failed' && file.assertionResults.length === 0,
      )
      const failed = report.testResults.flatMap(file =>
        file.assertionResults.filter(({ status }) => status === 'failed'),
      )
      for (const file of unread) tellFailure(file.name, file.message)
      for (const test of failed) tellFailure(test.fullName, test.failureMessages[0])
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + unread.length,
        skipped: report.numPendingTests + report.numTodoTests,
      }
    }),
  )
}

const tellFailure = (title, message = '') =>
  failures.push(`✗ ${title}\n${stripVTControlCharacters(message).trim().split('\n').slice(0, 12).join('\n')}`)

async function browserTests() {
  const seconds = clock()
  const file = join(results, 'browser.json')
  rmSync(file, { force: true })
  const { code } = await run('playwright', ['test', '-c', 'e2e', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  count(
    'browser tests',
    seconds(),
    withExitCode(code, readJson(file), ({ stats, suites }) => {
      for (const { title, file, line, tests } of failedSpecs(suites))
        tellFailure(`${file}:${line} ${title}`, tests[0].results.at(-1)?.error?.message)
      return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }
    }),
  )
}

const failedSpecs = (suites = []) =>
  suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected')),
    ...failedSpecs(inner),
  ])

const readJson = file => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** A runner that failed has failed, whatever its report says. */
function withExitCode(code, report, read) {
  const counted = report === undefined ? { failed: 1 } : read(report)
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

const onPath = name =>
  process.env.PATH?.split(delimiter)
    .concat('/usr/sbin')
    .some(folder => existsSync(join(folder, name)))

/** What the browser tests need of the system. */
async function systemPackages() {
  const missing = []
  if (!['chromium', 'chromium-browser', 'google-chrome'].some(onPath)) missing.push('chromium')
  const fonts = await quietly('fc-list', ':lang=zh')
  if (fonts.code !== 0 || fonts.output.trim() === '') missing.push('fonts-noto-cjk')
  const broker = onPath('mosquitto')
  if (!broker) missing.push('mosquitto')
  if (missing.length === 0) return
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    console.log(`缺少 ${missing.join('、')}，相应的测试会失败或跳过，请以 root 执行：${command}`)
    return
  }
  console.log(`安装 ${missing.join('、')}…`)
  const installed = await quietly(
    'sh',
    '-c',
    `apt-get update -q && DEBIAN_FRONTEND=noninteractive ${command}`,
  )
  if (installed.code !== 0)
    console.log(`${installed.output}\n没有装好 ${missing.join('、')}，相应的测试会失败或跳过`)
  // Debian starts the broker at once, on the port of ours.
  else if (!broker && existsSync('/run/systemd/system'))
    await quietly('systemctl', 'disable', '--now', 'mosquitto')
}

/** The newest PostgreSQL of the system, from 15 on. */
function systemPostgres() {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder)
    ? readdirSync(folder)
        .map(Number)
        .filter(version => version >= 15)
    : []
  const version = versions
    .sort((a, b) => b - a)
    .find(version => existsSync(join(folder, `${version}/bin/postgres`)))
  return version === undefined ? undefined : { version, bin: join(folder, `${version}/bin`) }
}

requireNode()
const seconds = clock()
await install()
await systemPackages()
mkdirSync(results, { recursive: true })

await Promise.all([
  check('types', () => quietly('tsc', '-b')),
  check('lint', () => quietly('biome', 'check')),
  check('structure', () => quietly('node', 'scripts/check-structure.mjs')),
])
// It loads configurations that import what has just been compiled.
await check('unused code', () => quietly('knip', '--no-progress'))
await Promise.all([
  vitest('unit and API tests', ['server', 'start', 'packages']),
  check('web build', buildWeb),
])
await check('size budgets', async () => {
  const result = await quietly('node', 'scripts/check-size.mjs')
  console.log(result.output.trim())
  return result
})
await browserTests()
const system = systemPostgres()
if (system === undefined)
  console.log('No PostgreSQL 15 or later on this system: the API tests ran on the embedded one only.')
else
  await vitest(`API tests on PostgreSQL ${system.version}`, ['server'], {
    TEST_POSTGRES_BIN: system.bin,
    FUZZ_SECONDS: '10',
  })

for (const failure of failures) console.log(`\n${failure}`)
console.log(`\n${summary.join('\n')}\nin ${seconds()} s\n`)
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
)
process.exitCode = total.failed === 0 ? 0 : 1
