// Runs the steps of npm test, and says at the end what became of each.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, run } from './commands.mjs'

const results = join(root, 'e2e/results')
const total = { passed: 0, failed: 0, skipped: 0 }
const summary = []
/** Said again at the end: a log of unattended runs is often kept by its last lines only. */
const failures = []
const seconds = clock()

function clock() {
  const began = Date.now()
  return () => ((Date.now() - began) / 1000).toFixed(1)
}

function count(name, seconds, { passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  summary.push(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts({ passed, failed, skipped })} (${seconds} s)`)
}

const counts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** A static check counts as one test; its output is shown where it failed. */
export async function check(name, work) {
  const seconds = clock()
  const { code, output } = await work()
  if (code !== 0) failures.push(`── ${name} ──\n${output.trim()}`)
  count(name, seconds(), code === 0 ? { passed: 1 } : { failed: 1 })
}

/**
 * @param {string[]} args projects of vitest.config.ts and files
 * @param {Record<string, string>} [env]
 */
export async function vitest(name, args, env = {}) {
  const seconds = clock()
  const file = reportFile(name)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('vitest', ['run', ...args, ...reporters], { env })
  count(name, seconds(), withExitCode(code, readJson(file), readVitest))
}

function readVitest({ testResults, numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  // A file that cannot be loaded has no test to fail.
  const unread = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = testResults.flatMap(file =>
    file.assertionResults.filter(({ status }) => status === 'failed'),
  )
  for (const file of unread) tellFailure(file.name, file.message)
  for (const test of failed) tellFailure(test.fullName, test.failureMessages[0])
  return {
    passed: numPassedTests,
    failed: numFailedTests + unread.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** @param {string[]} [files] all when none is named */
export async function playwright(name, files = []) {
  const seconds = clock()
  const file = reportFile(name)
  const { code } = await run('playwright', ['test', '-c', 'e2e', '--reporter=list,json', ...files], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  count(name, seconds(), withExitCode(code, readJson(file), readPlaywright))
}

function readPlaywright({ stats, suites }) {
  for (const { title, file, line, tests } of failedSpecs(suites))
    tellFailure(`${file}:${line} ${title}`, tests[0].results.at(-1)?.error?.message)
  return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }
}

const failedSpecs = (suites = []) =>
  suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected')),
    ...failedSpecs(inner),
  ])

const tellFailure = (title, message = '') =>
  failures.push(`✗ ${title}\n${stripVTControlCharacters(message).trim().split('\n').slice(0, 12).join('\n')}`)

function reportFile(name) {
  mkdirSync(results, { recursive: true })
  const file = join(results, `${name.replaceAll(' ', '-')}.json`)
  rmSync(file, { force: true })
  return file
}

const readJson = file => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** A runner that failed has failed, whatever its report says. */
function withExitCode(code, report, read) {
  const counted = report === undefined ? { failed: 1 } : read(report)
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

/** The failures, a line for each step, and the line that counts all; sets the exit code. */
export function closeRun() {
  for (const failure of failures) console.log(`\n${failure}`)
  console.log(`\n${summary.join('\n')}\nin ${seconds()} s\n`)
  console.log(counts(total))
  process.exitCode = total.failed === 0 ? 0 : 1
}
