import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchBoard } from './board.ts'
import { benchCluster } from './cluster.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDevices } from './devices.ts'
import { benchClosing, benchFinance, benchPayments } from './finance.ts'
import { benchHistory } from './history.ts'
import { benchJobs } from './jobs.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLine } from './line.ts'
import { benchList } from './list.ts'
import { benchLog } from './log.ts'
import { benchNavigation } from './navigation.ts'
import { benchOperations } from './operations.ts'
import { writeSection } from './report.ts'
import { benchScreen } from './screen.ts'
import { type Server, startServer } from './server.ts'
import { benchStart } from './start.ts'
import { benchStatements } from './statements.ts'
import { benchStrangers } from './strangers.ts'
import { benchStudents } from './students.ts'
import { type Figure, table, withLimit } from './table.ts'
import { benchLoading, benchSizes } from './web.ts'

/** Sizes may be given smaller while something is tried. */
const sessions = Number(process.env.BENCH_SESSIONS ?? 10_000_000)
/** Of the part `history`: its bound is of so many, or of what the disk holds. */
const longHistory = Number(process.env.BENCH_SESSIONS ?? 20_000_000)
const orders = (usual: number) => Number(process.env.BENCH_ORDERS ?? usual)
const year = () => ({ schools: 2000, orders: orders(5_000_000), months: 12 }) as const
const logged = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const lines = Number(process.env.BENCH_LINES ?? 1_000_000)
/** Of the part `operations`. */
const simulators = Number(process.env.BENCH_SIMULATORS ?? 100_000)
const rowsOfJob = Number(process.env.BENCH_JOB_ROWS ?? 50_000)

/** `npm run bench -- history` measures that part alone. */
const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  list: async () => withLimit("the server's one thread: checking, asking, writing JSON", await benchList()),
  students: async () => withLimit('indexes of names, initials and phones', await benchStudents()),
  statements: async () =>
    withLimit(
      'PostgreSQL, writing lines and their indexes',
      await onDemo(server => benchStatements(server, lines)),
    ),
  demo: () =>
    onDemo(benchDemo, async folder => withLimit('Node and PostgreSQL starting', await benchStart(folder))),
  navigation: async () => withLimit("the browser's thread: rendering pages", await onDemo(benchNavigation)),
  lighthouse: async () => withLimit('the line it simulates; then the scripts', await onDemo(benchLighthouse)),
  sizes: async () => withLimit('React, antd, zod', await benchSizes()),
  board: async () => withLimit('processors; painting without a graphics card', await benchBoard(seconds)),
  // The long history takes minutes to make: given a folder, it is made once.
  history: async () =>
    withLimit(
      'pages of index that one question reads',
      await benchHistory(longHistory, process.env.BENCH_HISTORY),
    ),
  dashboard: async () =>
    withLimit(
      'statements one after the other in one snapshot',
      await benchDashboard(sessions, process.env.BENCH_HISTORY),
    ),
  devices: async () => withLimit('processors: add up the cores', await benchDevices(seconds)),
  cluster: async () => withLimit('what a batch and a commit cost, however small', await benchCluster()),
  jobs: async () =>
    withLimit('PostgreSQL: intervals, log and counts of each row', await benchJobs(rowsOfJob)),
  payments: async () =>
    withLimit("the ledger's hottest rows, and the way to the database", await benchPayments(seconds, year())),
  finance: async () => withLimit('the rows of a month', await benchFinance(year())),
  // A twelfth of five million orders of 2,000 schools.
  closing: async () =>
    withLimit(
      'a transaction for each school, two at once',
      await benchClosing({ schools: 2000, orders: 417_000, months: 1 }),
    ),
  log: async () => withLimit('reading seals and their rows, one after the other', await benchLog(logged)),
  operations: async () =>
    withLimit(
      'rows of a year that one question reads',
      await benchOperations({ orders: orders(1_000_000), simulators }),
    ),
  strangers: async () => withLimit('time', await benchStrangers(10 * seconds)),
}
const askedParts = process.argv.slice(2)
const unknown = askedParts.find(name => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  console.error(`没有名为 ${unknown} 的部分，只有 ${Object.keys(parts).join('、')}`)
  process.exit(2)
}

let failed = false
for (const [name, part] of Object.entries(parts)) {
  if (askedParts.length > 0 && !askedParts.includes(name)) continue
  console.log(`${name}…`)
  const measured = await part()
  console.log(`${table(measured)}\n`)
  writeSection(name, measured)
  failed ||= measured.some(({ passed }) => passed === false)
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
      limitedBy: 'a cluster made, 110,000 sessions inserted',
    },
    ...withLimit('a transaction, then events in batches', await benchScreen(server)),
    ...withLimit("the browser's thread: evaluating and rendering", await benchLoading(server)),
    ...withLimit('the line; then the scripts, on the processor', await benchLine(server)),
  ]
}

process.exitCode = failed ? 1 : 0
