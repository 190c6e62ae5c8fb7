// Runs the steps of npm test, tries once more what failed, and says at the end what became of each.
import { mkdirSync, renameSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from './commands.mjs'
import { playwrightRunner, vitestRunner } from './runners.mjs'
import { keepEvidence, nameOf, readList, tooUnstable } from './unstable.mjs'

/** The tests of another engine, each of which is a project of theirs. */
export const inEngine = (name, ...options) => ({
  config: 'e2e/engines',
  options: ['--project', name, ...options],
})

/** A run in which more fell is broken, not unlucky: it is red without being tried again. */
const mostTriedAgain = 20

/**
 * @param {{ reports?: string, kept?: string, list?: string }} [places] reports: the runners' own; kept: where the first failures
 *   of unstable tests stay; list: the table of those that were seen before
 */
export function testRun({
  reports = join(root, 'e2e/results'),
  kept = join(root, 'test-results'),
  list = join(root, 'docs/unstable-tests.md'),
} = {}) {
  const found = nothingYet(kept, list)
  return {
    check: (name, work) => check(found, name, work),
    vitest: (name, wanted) => step(found, name, vitestRunner(reports, name, wanted)),
    playwright: (name, wanted) => step(found, name, playwrightRunner(reports, name, wanted)),
    tryAgain: () => tryAgain(found),
    close: () => close(found),
    failures: () => found.fallen.map(({ failure }) => failure),
    /** Whether a runner failed without naming a test. */
    broken: () => found.total.failed > found.fallen.length,
  }
}

/**
 * What a run has found.
 * @typedef {ReturnType<typeof nothingYet>} Found
 * @typedef {{ runner: import('./runners.mjs').Runner, failure: import('./reports.mjs').Failure, evidence: string }} Fallen
 */
function nothingYet(kept, list) {
  return {
    kept,
    list,
    total: { passed: 0, failed: 0, skipped: 0 },
    /** @type {string[]} */
    summary: [],
    /** Said again at the end: a log of unattended runs is often kept by its last lines only. @type {string[]} */
    red: [],
    /** @type {Fallen[]} */
    unstable: [],
    /** What may be tried again: how, and the failures. @type {Fallen[]} */
    fallen: [],
    seconds: clock(),
    began: new Date().toISOString().slice(0, 19).replaceAll(':', ''),
  }
}

/** @param {Found} found @param {{ name: string, seconds: string, passed?: number, failed?: number, skipped?: number }} of */
function count({ total, summary }, { name, seconds, passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  summary.push(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts({ passed, failed, skipped })} (${seconds} s)`)
}

/** @param {Found} found */
const tellFailure = ({ red }, failure) =>
  red.push(`✗ ${nameOf(failure)}\n${failure.message.split('\n').slice(0, 12).join('\n')}`)

/** A static check counts as one test; its output is shown where it failed. @param {Found} found */
async function check(found, name, work) {
  const seconds = clock()
  const { code, output } = await work()
  if (code !== 0) found.red.push(`── ${name} ──\n${output.trim()}`)
  count(found, { name, seconds: seconds(), ...(code === 0 ? { passed: 1 } : { failed: 1 }) })
}

/**
 * A step of a runner. A runner that failed has failed, whatever its report says: only tests and files that it names can be
 * tried again.
 * @param {Found} found @param {string} name @param {import('./runners.mjs').Runner} runner
 */
async function step(found, name, runner) {
  const { red, fallen, kept, began } = found
  const seconds = clock()
  const { code, report } = await runner.all()
  if (report === undefined || (code !== 0 && report.failures.length === 0)) {
    red.push(`✗ ${name}: 以代码 ${code} 结束，没有说哪个测试失败，见上面的输出`)
    return count(found, { ...report, name, seconds: seconds(), failed: 1 })
  }
  for (const failure of report.failures) {
    const evidence = keepEvidence(join(kept, began), failure, fallen.length + 1)
    fallen.push({ runner, failure, evidence })
  }
  count(found, { ...report, name, seconds: seconds(), failed: report.failures.length })
}

/** The files with a failure once more, one at a time: what fails again is red, what passes then is unstable. @param {Found} found */
async function tryAgain(found) {
  const { total, summary, red, unstable, fallen, list } = found
  if (fallen.length === 0) return
  const seconds = clock()
  const few = fallen.length <= mostTriedAgain
  for (const runner of new Set(fallen.map(({ runner }) => runner))) {
    const first = fallen.filter(entry => entry.runner === runner)
    const files = new Set(first.map(({ failure }) => failure.file))
    judge(found, first, few ? await runner.again([...files]) : { code: 1 })
  }
  const reasons = tooUnstable(
    unstable.map(({ failure }) => failure),
    readList(list),
  )
  for (const reason of reasons) red.push(`✗ ${reason}`)
  total.failed += reasons.length
  summary.push(
    `${total.failed > 0 ? '✗' : '✓'} tried again alone: ${unstable.length} of ${fallen.length} passed (${seconds()} s)`,
  )
}

/** @param {Found} found @param {Fallen[]} first @param {import('./runners.mjs').Outcome} again */
function judge(found, first, { code, report }) {
  const { total, unstable, kept, began } = found
  const failures = report?.failures ?? []
  const ofFirst = ({ failure }, other) => failure.file === other.file && failure.title === other.title
  for (const entry of first) {
    const unread = failures.some(({ file, title }) => title === '' && file === entry.failure.file)
    if (code !== 0 && (failures.length === 0 || unread || failures.some(other => ofFirst(entry, other)))) {
      tellFailure(found, entry.failure)
      continue
    }
    total.failed -= 1
    total.passed += 1
    unstable.push({ ...entry, evidence: moveInto(join(kept, 'unstable', began), entry.evidence) })
  }
  const others = failures.filter(failure => !first.some(entry => ofFirst(entry, failure)))
  for (const failure of others) tellFailure(found, failure)
  total.failed += others.length
}

/** The failures, a line for each step, the unstable tests, and the line that counts all; sets the exit code. @param {Found} found */
function close({ total, summary, red, unstable, seconds }) {
  for (const text of red) console.log(`\n${text}`)
  console.log(`\n${summary.join('\n')}\nin ${seconds()} s\n`)
  for (const { failure, evidence } of unstable) {
    const [why] = failure.message.split('\n')
    console.log(`unstable: ${nameOf(failure)}, first failure ${why} (${relative(root, evidence)})`)
  }
  if (unstable.length > 0)
    console.log('请在 docs/unstable-tests.md 里各记一行：日期、测试、原因或“unknown”\n')
  console.log(counts(total))
  process.exitCode = total.failed === 0 ? 0 : 1
}

function clock() {
  const began = Date.now()
  return () => ((Date.now() - began) / 1000).toFixed(1)
}

const counts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

function moveInto(folder, place) {
  mkdirSync(folder, { recursive: true })
  const moved = join(folder, basename(place))
  renameSync(place, moved)
  return moved
}
