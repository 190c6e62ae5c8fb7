// npm run test:shake -- <words>: looks for what falls by chance. The chosen tests ten times, each time in another order and at
// another time of day or year, on processors that have other work, in pages four times as slow.
// --rounds=<1–10> only the first clocks, --from=<1–10> not before that one, --hours=<number> begins no step later (6),
// --seed=<number> repeats the orders.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clocksAfter, environmentAt, makeClock } from './lib/clocks.mjs'
import { buildWeb, compile, fail, install, requireNode, root } from './lib/commands.mjs'
import { measurePace } from './lib/pace.mjs'
import { beginRun, endRun } from './lib/processes.mjs'
import { installSystemPackages, systemPostgres } from './lib/systemPackages.mjs'
import { findTests } from './lib/testFiles.mjs'
import { testRun } from './lib/testRun.mjs'
import { nameOf } from './lib/unstable.mjs'

const slowdown = 4
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    hours: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

requireNode()
const files = findTests(positionals)
if (files.vitest.length + files.browser.length === 0)
  fail(`没有一个测试文件的路径里有“${positionals.join('”或“')}”，请换一个词，例如模块的文件夹名 devices`)
beginRun()
await install()
await installSystemPackages({ api: true, browser: files.browser.length > 0, compiler: true })
const library = await makeClock(process.env.TMPDIR)
await compile('apps/server')
const web = await buildWeb()
if (web.code !== 0) fail(`${web.output}\n网页没有构建成功，见上`)

const until = Date.now() + Number(values.hours) * 3_600_000
const clocks = clocksAfter(new Date()).slice(Number(values.from) - 1, Number(values.rounds))
/** Both processors have other work for as long as this lasts. */
const spinners = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);']))
process.env.TEST_PACE = String(await measurePace())
console.log(`--seed=${values.seed}，时限放宽到 ${process.env.TEST_PACE} 倍`)

/** Falls by test: under which clocks, and what was said first. */
const falls = new Map()
const left = []
for (const [n, clock] of clocks.entries()) {
  const seed = String(Number(values.seed) + n)
  const round = testRun({ kept: join(root, 'test-results/shaken', clock.name.replaceAll(/\W+/g, '-')) })
  const step = async (kind, work) => {
    if (Date.now() > until) return left.push(`${clock.name}: ${kind}`)
    console.log(`\n── ${clock.name}${clock.zone === undefined ? '' : ` (${clock.zone})`}: ${kind} ──`)
    await work(environmentAt(library, clock))
  }
  if (files.vitest.length > 0)
    await step('unit and API tests', env =>
      round.vitest('shaken unit and API tests', {
        options: [`--sequence.seed=${seed}`],
        files: positionals.length === 0 ? [] : files.vitest,
        env: { ...env, TEST_SHUFFLE: '1', TEST_POSTGRES_BIN: systemPostgres()?.bin },
      }),
    )
  if (files.browser.length > 0)
    await step('browser tests', env =>
      round.playwright('shaken browser tests', {
        options: [`--shuffle=${seed}`],
        files: positionals.length === 0 ? [] : files.browser,
        env: {
          ...env,
          TEST_PACE: String(Number(process.env.TEST_PACE) * slowdown),
          E2E_SLOWDOWN: String(slowdown),
        },
      }),
    )
  for (const failure of round.failures()) {
    const known = falls.get(nameOf(failure)) ?? { clocks: [], message: failure.message }
    known.clocks.push(clock.name)
    falls.set(nameOf(failure), known)
  }
  console.log(`\n${clock.name}: ${round.failures().length} tests fell`)
  process.exitCode = falls.size > 0 || round.broken() ? 1 : process.exitCode
}

for (const [name, { clocks, message }] of falls)
  console.log(`\n✗ ${name}\n  ${clocks.join(', ')}\n  ${message.split('\n').slice(0, 6).join('\n  ')}`)
if (left.length > 0) console.log(`\n时间到了，没有运行：\n${left.join('\n')}`)
console.log(`\n${clocks.length} rounds, ${falls.size} tests fell`)
for (const spinner of spinners) spinner.kill()
await endRun()
