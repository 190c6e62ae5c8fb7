// Runs the steps of npm test, tries once more what failed, and says at the end what became of each.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root, run } from './commands.mjs'
import { readPlaywright, readVitest } from './reports.mjs'
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
  const total = { passed: 0, failed: 0, skipped: 0 }
  const summary = []
  /** Said again at the end: a log of unattended runs is often kept by its last lines only. */
  const red = []
  const unstable = []
  /** What may be tried again: how, and the failures. */
  const fallen = []
  const seconds = clock()
  const began = new Date().toISOString().slice(0, 19).replaceAll(':', '')

  function count(name, seconds, { passed = 0, failed = 0, skipped = 0 }) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    summary.push(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts({ passed, failed, skipped })} (${seconds} s)`)
  }

  const tellFailure = failure =>
    red.push(`✗ ${nameOf(failure)}\n${failure.message.split('\n').slice(0, 12).join('\n')}`)

  /** A static check counts as one test; its output is shown where it failed. */
  async function check(name, work) {
    const seconds = clock()
    const { code, output } = await work()
    if (code !== 0) red.push(`── ${name} ──\n${output.trim()}`)
    count(name, seconds(), code === 0 ? { passed: 1 } : { failed: 1 })
  }

  /**
   * A step of a runner. A runner that failed has failed, whatever its report says: only tests and files that it names can be
   * tried again.
   */
  async function step(name, runner) {
    const seconds = clock()
    const { code, report } = await runner.all()
    if (report === undefined || (code !== 0 && report.failures.length === 0)) {
      red.push(`✗ ${name}: 以代码 ${code} 结束，没有说哪个测试失败，见上面的输出`)
      return count(name, seconds(), { ...report, failed: 1 })
    }
    for (const failure of report.failures) {
      const evidence = keepEvidence(join(kept, began), failure, fallen.length + 1)
      fallen.push({ runner, failure, evidence })
    }
    count(name, seconds(), { ...report, failed: report.failures.length })
  }

  /**
   * @param {{ options?: string[], files?: string[], env?: Record<string, string> }} [wanted] all files when none is named
   */
  const vitest = (name, { options = [], files = [], env = {} } = {}) => {
    const once = async (...args) => {
      const file = reportFile(reports, name)
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      // It takes no option twice.
      const { code } = await run('vitest', ['run', ...new Set([...options, ...args, ...reporters])], { env })
      return { code, report: readReport(file, readVitest) }
    }
    return step(name, { all: () => once(...files), again: files => once('--no-file-parallelism', ...files) })
  }

  /**
   * @param {{ config?: string, options?: string[], files?: string[], env?: Record<string, string> }} [wanted] all files when
   *   none is named
   */
  const playwright = (name, { config = 'e2e', options = [], files = [], env = {} } = {}) => {
    const once = async (...args) => {
      const file = reportFile(reports, name)
      const { code } = await run(
        'playwright',
        ['test', '-c', config, '--reporter=list,json', ...options, ...args],
        {
          env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
        },
      )
      return { code, report: readReport(file, readPlaywright) }
    }
    const exactly = file => `/${basename(file).replaceAll('.', '\\.')}$`
    return step(name, {
      all: () => once(...files),
      again: files => once('--workers=1', ...files.map(exactly)),
    })
  }

  /** The files with a failure once more, one at a time: what fails again is red, what passes then is unstable. */
  async function tryAgain() {
    if (fallen.length === 0) return
    const seconds = clock()
    const few = fallen.length <= mostTriedAgain
    for (const runner of new Set(fallen.map(({ runner }) => runner))) {
      const first = fallen.filter(entry => entry.runner === runner)
      const files = new Set(first.map(({ failure }) => failure.file))
      judge(first, few ? await runner.again([...files]) : { code: 1 })
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

  /** @param {typeof fallen} first @param {{ code: number, report?: import('./reports.mjs').Report }} again */
  function judge(first, { code, report }) {
    const failures = report?.failures ?? []
    const ofFirst = ({ failure }, other) => failure.file === other.file && failure.title === other.title
    for (const entry of first) {
      const unread = failures.some(({ file, title }) => title === '' && file === entry.failure.file)
      if (code !== 0 && (failures.length === 0 || unread || failures.some(other => ofFirst(entry, other)))) {
        tellFailure(entry.failure)
        continue
      }
      total.failed -= 1
      total.passed += 1
      unstable.push({ ...entry, evidence: moveInto(join(kept, 'unstable', began), entry.evidence) })
    }
    const others = failures.filter(failure => !first.some(entry => ofFirst(entry, failure)))
    for (const failure of others) tellFailure(failure)
    total.failed += others.length
  }

  /** The failures, a line for each step, the unstable tests, and the line that counts all; sets the exit code. */
  function close() {
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

  return {
    check,
    vitest,
    playwright,
    tryAgain,
    close,
    failures: () => fallen.map(({ failure }) => failure),
    /** Whether a runner failed without naming a test. */
    broken: () => total.failed > fallen.length,
  }
}

function clock() {
  const began = Date.now()
  return () => ((Date.now() - began) / 1000).toFixed(1)
}

const counts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

function reportFile(folder, name) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name.replaceAll(' ', '-')}.json`)
  rmSync(file, { force: true })
  return file
}

const readReport = (file, read) =>
  existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')), root) : undefined

function moveInto(folder, place) {
  mkdirSync(folder, { recursive: true })
  const moved = join(folder, basename(place))
  renameSync(place, moved)
  return moved
}
