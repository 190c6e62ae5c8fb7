// npm test: on a fresh clone, alone: everything that must hold, every step run, one closing line.
// npm test -- <words>: the static checks, and the test files whose path has one of the words.
// npm test -- <words> -u: they also write anew the pages that are made from the code (docs/stored-names.md and the like).
import { buildWeb, fail, install, requireNode, run } from './lib/commands.mjs'
import { followPace } from './lib/pace.mjs'
import { beginRun, endRun } from './lib/processes.mjs'
import { hasFirefox, installSystemPackages, systemPostgres } from './lib/systemPackages.mjs'
import { findTests } from './lib/testFiles.mjs'
import { inEngine, testRun } from './lib/testRun.mjs'

const quietly = (command, ...args) => run(command, args, { quiet: true })
/** What it says is shown, also where nothing failed. */
async function aloud(...command) {
  const result = await quietly(...command)
  if (result.output !== '') console.log(result.output.trim())
  return result
}

requireNode()
const given = process.argv.slice(2)
const writes = given.includes('-u')
const words = given.filter(word => word !== '-u')
const option = words.find(word => word.startsWith('-'))
if (option !== undefined) fail(`npm test 没有选项 ${option}，请只写测试文件路径里的词`)
if (writes && words.length === 0) fail('-u 要和测试文件路径里的词一起用，例如 npm test -- storedNames -u')
const files = findTests(words)
if (files.vitest.length + files.browser.length + files.engines.length === 0)
  fail(`没有一个测试文件的路径里有“${words.join('”或“')}”，请换一个词，例如模块的文件夹名 devices`)
const everything = words.length === 0
if (!everything)
  console.log(`要运行的测试文件：\n${[...files.vitest, ...files.browser, ...files.engines].join('\n')}`)

beginRun()
await install()
const withBrowser = files.browser.length > 0
const withFirefox = files.engines.length > 0
const api = files.vitest.some(file => file.startsWith('apps/server/'))
await installSystemPackages({ api, browser: withBrowser, firefox: withFirefox })

const { check, vitest, playwright, tryAgain, close } = testRun()
const types = check('types', () => quietly('tsc', '-b'))
await Promise.all([
  types,
  check('lint', () => quietly('biome', 'check')),
  check('structure', () => quietly('node', 'scripts/check-structure.mjs')),
  check('commits', () => aloud('node', 'scripts/check-commits.mjs')),
  // Its configuration imports the contract as it has just been compiled.
  types.then(() => (withBrowser || withFirefox) && check('web build', buildWeb)),
])
await followPace()
await Promise.all([
  // It loads configurations that import what has just been compiled.
  check('unused code', () => quietly('knip', '--no-progress')),
  files.vitest.length > 0 && unitAndApiTests(),
])
if (everything) {
  await check('size budgets', () => aloud('node', 'scripts/check-size.mjs'))
  await check('oldest browsers', () => aloud('node', 'scripts/check-floor.mjs'))
}
// Alone: they look at what a person sees in time.
await followPace()
if (withBrowser) await playwright('browser tests', { files: everything ? [] : files.browser })
if (withFirefox && hasFirefox())
  await playwright('browser tests in Firefox', inEngine('firefox', '--grep-invert', '@long'))
else if (withFirefox) console.log('这台机器没有 Firefox，也装不上，跳过 Firefox 的测试')
await followPace()
await tryAgain()
close()
await endRun()

/** The API tests on the system's PostgreSQL; start, faults and back-up always have the embedded one. */
function unitAndApiTests() {
  const system = systemPostgres()
  const name = api
    ? `unit and API tests on ${system === undefined ? 'the embedded PostgreSQL' : `PostgreSQL ${system.version}`}`
    : 'unit tests'
  return vitest(name, {
    files: everything ? [] : files.vitest,
    options: writes ? ['--update'] : [],
    env: system && { TEST_POSTGRES_BIN: system.bin },
  })
}
