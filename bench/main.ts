import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { benchBoard } from './board.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDevices } from './devices.ts'
import { benchFinance } from './finance.ts'
import { benchHistory } from './history.ts'
import { benchJobs } from './jobs.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLine } from './line.ts'
import { benchList } from './list.ts'
import { benchNavigation } from './navigation.ts'
import { benchOperations } from './operations.ts'
import { benchScreen } from './screen.ts'
import { root, type Server, startServer } from './server.ts'
import { benchStart } from './start.ts'
import { benchStatements } from './statements.ts'
import { benchStrangers } from './strangers.ts'
import { benchStudents } from './students.ts'
import { type Figure, limited, table } from './table.ts'
import { benchLoading, benchSizes } from './web.ts'

/** Sizes may be given smaller while something is tried. */
const sessions = Number(process.env.BENCH_SESSIONS ?? 10_000_000)
const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const lines = Number(process.env.BENCH_LINES ?? 1_000_000)
/** Of the part `operations`. */
const simulators = Number(process.env.BENCH_SIMULATORS ?? 100_000)
const rowsOfJob = Number(process.env.BENCH_JOB_ROWS ?? 50_000)

/** `npm run bench -- history` measures that part alone, and leaves the report as it is. */
const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  list: async () => limited("the server's one thread: checking, asking, writing JSON", await benchList()),
  students: async () => limited('indexes of names, initials and phones', await benchStudents()),
  statements: async () =>
    limited(
      'PostgreSQL, writing lines and their indexes',
      await onDemo(server => benchStatements(server, lines)),
    ),
  demo: () =>
    onDemo(benchDemo, async folder => limited('Node and PostgreSQL starting', await benchStart(folder))),
  navigation: async () => limited("the browser's thread: rendering pages", await onDemo(benchNavigation)),
  lighthouse: async () => limited('the line it simulates; then the scripts', await onDemo(benchLighthouse)),
  sizes: async () => limited('React, antd, zod', await benchSizes()),
  board: async () => limited('processors; painting without a graphics card', await benchBoard(seconds)),
  // The long history takes minutes to make: given a folder, it is made once.
  history: async () =>
    limited(
      'pages of index that one question reads',
      await benchHistory(sessions, process.env.BENCH_HISTORY),
    ),
  dashboard: async () =>
    limited(
      'statements one after the other in one snapshot',
      await benchDashboard(sessions, process.env.BENCH_HISTORY),
    ),
  devices: async () => limited('processors: add up the cores', await benchDevices(seconds)),
  jobs: async () => limited('PostgreSQL: intervals, log and counts of each row', await benchJobs(rowsOfJob)),
  finance: async () =>
    limited(
      "the ledger's hottest rows; then the rows of a month",
      await benchFinance(seconds, { schools: Math.min(100, Math.ceil(orders / 1000)), orders }),
    ),
  operations: async () =>
    limited('rows of a year that one question reads', await benchOperations({ orders, simulators })),
  strangers: async () => limited('time', await benchStrangers(10 * seconds)),
}
const wanted = process.argv.slice(2)
const unknown = wanted.find(name => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  console.error(`没有名为 ${unknown} 的部分，只有 ${Object.keys(parts).join('、')}`)
  process.exit(2)
}

const figures: Figure[] = []
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`${name}…`)
  const measured = await part()
  figures.push(...measured)
  console.log(table(measured))
}

/**
 * On a server of its own with the demo business.
 * @param afterwards what is measured in the server's folder once it is stopped
 */
async function onDemo(
  measure: (server: Server) => Promise<Figure[]>,
  afterwards: (folder: string) => Promise<Figure[]> = async () => [],
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-demo-'))
  try {
    const server = await startServer(folder)
    const seen = await measure(server).finally(() => server.stop())
    return [...seen, ...(await afterwards(folder))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchDemo(server: Server): Promise<Figure[]> {
  return [
    {
      what: 'npm start on an empty folder, demo business made: until ready',
      value: `${server.secondsToReady.toFixed(1)} s`,
      bound: '< 20 s',
      passed: server.secondsToReady < 20,
      limitedBy: 'a cluster made, 150,000 sessions inserted',
    },
    ...limited('a transaction, then events in batches', await benchScreen(server)),
    ...limited("the browser's thread: evaluating and rendering", await benchLoading(server)),
    ...limited('the line; then the scripts, on the processor', await benchLine(server)),
  ]
}

const [cpu] = cpus()
const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`
const report = table(figures)
const document = `# Benchmarks

Written by \`npm run bench\`; run it again after a change that may matter.

${report}

- Machine: ${machine}; load generator, browser, server and database share it.
- Date: ${new Date().toISOString().slice(0, 10)}
- The list: 20,000 devices in 100 schools; the server as \`npm start\` runs it, and beside it a process of
  \`node:http\` and \`pg\` alone that does the very statements the server was overheard to send for the same ten
  questions (first pages, filters by organisation, classroom and state, a page far behind). 20 connections,
  alternating rounds of 5 s after warming up, medians.
- Students: 50,000 sent in parts of 2,500 as the browser sends a file, every part checked before the first is taken;
  then 1,000,000 more beside them, looked for by whole names, parts of names, initials, and whole and begun phones,
  one call after the other; memory is what the server's own /metrics says while the file is read.
- A channel's file: WeChat's own columns, gzipped, sent as the browser sends it into a server with the demo, then sent
  again (which must change nothing), then another one that is stopped half-way; memory is what /metrics says meanwhile.
- Finance: a year's orders in 100 schools, filled in at once; then courses bought from balances by 20 clerks at once, a
  school each time; the server started anew closes all twelve months; what people read is asked one call after the other.
- Operations: three years of orders from faults, filled in at once, and what people read of them over HTTP, one call after the
  other, at most eight seconds each; then a thousand faults written at once, and the clocks of the open orders set to end. Last
  what devices say is taken in with what operations have the database do for it and without, the same messages in turns.
- Publish to screen: a simulator publishes over MQTT; the clock stops in the frame after a headless Chromium's DOM
  on the live board has changed. Server, browser and the demo's 300 simulators on the same machine and clock.
- Reference page: React, antd's provider and one button, served as our pages are (\`bench/reference.ts\`): times in a
  browser are those of the machine, so what a page may take is a multiple of what that one takes in the same run.
- Blocked: what long tasks take beyond 50 ms each while the page loads, with Chromium's processor slowed down;
  medians of 5, each in a browser that has nothing of it yet.
- Received: what Chromium says came over the line. On the slow line (Chromium's own throttling: 1.6 Mbit/s to it,
  0.75 Mbit/s from it, 150 ms for each request) until the page's own form or body is there, rendered by its own code;
  medians of 3, nothing kept from before.
- Clicking about: every page of the menu, opened once before so that its code is there, then three times anew with the
  processor slowed down, from the click to the frame in which the rows stand, be they those kept of the last time; then
  back through the open tabs; then letters into the first filter of three lists, the longest task meanwhile.
- Lighthouse 12, its mobile preset (a slow line and processor, simulated), the middle of three reports.
- The live board: a school of 1,000 simulators on which 50 lessons a second begin or end (twice what
  they do at 60× speed), half of them with a clock that ticks where it may be seen; beside it the demo's simulators
  at 60× speed.
- Tabs: the application's own, their pages alive behind the board; every 3 s, after a forced collection of garbage, what
  the browser counts: the heap, and all nodes and listeners that still live, in the document or not. What 38 pages took
  is counted from a state in which others of their kinds had been opened and closed before, since the code of a page
  stays, and every tile of the board had changed once, since the browser keeps what it last laid out; answers kept for half an hour count as left.
- Scrolled: the board, then the longest page that a table may have; the wheel turns 240 px 20 times a second. Long tasks
  as the browser counts them, its processor not slowed down. What limits it is that server, simulators, and a browser
  that paints without a graphics card share the processors.
- History: two servers, each with the same 400 simulators on 10,000 sessions a day, one for ten days, the other as long
  as it takes to have that many; the same questions about 25 devices over HTTP in turns, one at a time, warmed up,
  medians. The device whose pages and export are measured has an eighth of all sessions, so that its list has a
  100,000th page. Beside them every tenth session made an entry of the operation log, every hundredth a fault of that device
  and a message of one person, every two hundredth a letter. Pages are those of 10 rows that the server's own queries
  find, with the list's total, one at a time over one connection; "any" is picked by chance.
- Devices: 5,000 MQTT connections from a process of its own; every tenth report of a device changes what it does, the
  others say nothing new. Inside the server a report is acknowledged when it is committed; Mosquitto acknowledges it
  itself, and lets two servers share it (one PostgreSQL, the first server's). "In time" is within the minute of
  sending; lost is what no transaction took in, after all was dealt with. Beside it, one person's calls. Half a minute
  of the higher rate goes before, in which the processes grow to their size. What limits
  it is the processors: the cores that each part used are there to be added up.
- The board of a year (\`dashboard\`): cards, course, ranking by schools and the year before, of 100 schools over three
  years; a student has 25 sessions, a recharge and a course, and one of fifty trains at two schools. What the statements
  of one board took, from when each was sent, the short and the long history in turns, medians of 60. Half of the schools:
  every other one, fifty keys that no rollup has together. Pages: the first, the last and five between of the tables and
  lists of all eight figures.
- Strangers: \`apps/server/test/strangers.test.ts\`, of which \`npm test\` sends 2,500 requests, the same each time.
`
if (wanted.length === 0) writeFileSync(join(root, 'docs/benchmarks.md'), document)
console.log(`\n${report}\n\n${machine}\n`)
process.exitCode = figures.some(({ passed }) => passed === false) ? 1 : 0
