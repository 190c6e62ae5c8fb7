import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devices, students, type Tokens, teaching } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { fillHistory, type History, sessionsThatFit } from './fillHistory.ts'
import { call, signIn } from './http.ts'
import { benchPages } from './pages.ts'
import { databaseUrl, type Server, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

/** Or a tenth of the long one, where that is smaller. */
const shortHistory = 1_000_000
/** Devices asked about in turns: what of them is looked at is in memory, as it is where people work. */
const devicesAsked = 25
const warmUps = 2 * devicesAsked
const asks = 200
const mostSlower = 1.2
const password = 'Bench@2026-07'

interface Seeded {
  server: Server
  history: History
  folder: string
}
interface Entered extends Seeded {
  tokens: Tokens
}

const enter = async (seeded: Seeded): Promise<Entered> => ({
  ...seeded,
  tokens: await signIn(seeded.server.url, 'admin', password),
})

/**
 * A long history beside one of a million sessions: the same questions, in turns, with answers of the same size.
 * @param kept a folder where the histories stay and are found again; otherwise they are made and thrown away
 */
export async function benchHistory(sessions: number, kept: string | undefined): Promise<Figure[]> {
  const parent = kept ?? mkdtempSync(join(tmpdir(), 'drivesim-bench-history-'))
  const fitting = sessionsThatFit(parent)
  const asked = Math.min(sessions, fitting)
  if (asked < sessions)
    console.log(`half of the free disk holds ${fitting} sessions, not ${sessions}: that many are made`)
  const brief = Math.min(shortHistory, Math.ceil(asked / 10))
  const servers: Server[] = []
  const fillOne = async (size: number): Promise<Seeded> => {
    const folder = join(parent, String(size))
    mkdirSync(folder, { recursive: true })
    const server = await startServer(folder, {
      DEMO: '0',
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'error',
      // The longest list is sent at once, too.
      EXPORT_ROWS: '9999999',
    })
    servers.push(server)
    const history = await historyIn(folder, size)
    return { server, history, folder }
  }
  try {
    const seeded = [await fillOne(brief), await fillOne(asked)] as const
    // Only now: to make the long one takes longer than a token lasts.
    const [short, long] = await Promise.all([enter(seeded[0]), enter(seeded[1])])
    const slower = await compare(short, long)
    const what = `with ${(long.history.sessions / 1e6).toFixed(1)} million sessions, of its time with ${(brief / 1e6).toFixed(1)} million`
    return [
      ...Object.entries(slower).map(([group, { ratio, question, ms }]) => ({
        what: `${group} ${what}`,
        value: `${ratio.toFixed(2)}× at most (${question}: ${ms.toFixed(1)} ms)`,
        bound: `≤ ${mostSlower}×`,
        passed: ratio <= mostSlower,
      })),
      ...(await benchPages(long.folder, long.history)),
      await benchExport(long),
    ]
  } finally {
    for (const server of servers) await server.stop()
    if (kept === undefined) rmSync(parent, { recursive: true, force: true })
  }
}

/** What the folder's database was filled with, now or before. */
async function historyIn(folder: string, size: number): Promise<History> {
  const file = join(folder, 'history.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const began = performance.now()
  const history = await fillHistory(databaseUrl(folder, 'drivesim_owner'), size)
  writeFileSync(file, JSON.stringify(history))
  const { sessions, intervals, days, bytes } = history
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${sessions} sessions and ${intervals} intervals of ${days} days: ${seconds.toFixed(0)} s, ` +
      `${((seconds / sessions) * 1e6).toFixed(0)} s a million; ${(bytes / sessions).toFixed(0)} bytes of disk a session`,
  )
  return history
}

type Question = (services: Entered, simulatorId: number) => Promise<unknown>

/** Nine days that both histories have, up to yesterday: answers of the same size. */
const range = (() => {
  const day = (ago: number) => addDays(businessDayOf(Date.now()), -ago)
  return { first: day(9), last: day(1) }
})()
const charted = { beginDate: range.first, endDate: range.last, valueType: 'day' as const }

const groups: Readonly<Record<string, Readonly<Record<string, Question>>>> = {
  'detail/*': {
    baseInfo: ({ server, tokens }, simulatorId) =>
      call(server.url, tokens, devices.baseInfo, { simulatorId }),
    usingInfo: ({ server, tokens }, simulatorId) =>
      call(server.url, tokens, devices.usingInfo, {
        simulatorId,
        startDate: range.first,
        endDate: range.last,
      }),
    latestWeekInfo: ({ server, tokens }, simulatorId) =>
      call(server.url, tokens, devices.latestWeekInfo, { simulatorId }),
    intervals: ({ server, tokens }, simulatorId) =>
      call(server.url, tokens, devices.intervals, { simulatorId }),
    usingRecords: ({ server, tokens }, simulatorId) =>
      call(server.url, tokens, devices.usingRecords, {
        simulatorId,
        beginDate: range.first,
        endDate: range.last,
      }),
  },
  'the seven charts': {
    ...Object.fromEntries(
      Object.entries(teaching).map(([name, endpoint]): [string, Question] => [
        name,
        ({ server, tokens }, simulatorId) => call(server.url, tokens, endpoint, { ...charted, simulatorId }),
      ]),
    ),
    'usingPeople by hour': ({ server, tokens }, simulatorId) =>
      call(server.url, tokens, teaching.usingPeople, { ...charted, simulatorId, valueType: 'hour' }),
  },
  'session lists': {
    'of a device': ({ server, tokens }, simulatorId) =>
      call(server.url, tokens, devices.sessions, { simulatorId, pageNum: 0 }),
    'of a student': ({ server, tokens, history }, simulatorId) =>
      call(server.url, tokens, students.info, {
        userId: 1 + ((simulatorId * 7919) % history.students),
        queryTypes: ['sessions'],
      }),
  },
}

/** Of each group the question that a long history slows down most, by medians. */
async function compare(short: Entered, long: Entered) {
  const slowest: Record<string, { ratio: number; question: string; ms: number }> = {}
  for (const [group, questions] of Object.entries(groups)) {
    for (const [question, ask] of Object.entries(questions)) {
      const times: [number[], number[]] = [[], []]
      for (let n = -warmUps; n < asks; n += 1) {
        for (const [index, services] of [short, long].entries()) {
          const { simulators } = services.history
          const began = performance.now()
          await ask(services, simulators[(n + warmUps) % devicesAsked] ?? 0)
          if (n >= 0) times[index]?.push(performance.now() - began)
        }
      }
      const [before, ms] = [percentile(times[0], 0.5), percentile(times[1], 0.5)]
      console.log(`  ${group}, ${question}: ${before.toFixed(2)} ms, ${ms.toFixed(2)} ms`)
      const ratio = ms / before
      if (ratio > (slowest[group]?.ratio ?? 0)) slowest[group] = { ratio, question, ms }
    }
  }
  return slowest
}

/** A download of the longest list; the second half of its rows against the first. */
async function benchExport({ server, tokens, history }: Entered): Promise<Figure> {
  const address = `${server.url}/dm-api${devices.sessionExport.path}?simulatorId=${history.busiest}`
  const { totalDataNum: rows } = await call(server.url, tokens, devices.sessions, {
    simulatorId: history.busiest,
  })
  /** How long each half of the first so many rows takes; behind the title's line. Milliseconds. */
  const halves = async (most: number): Promise<number[]> => {
    const response = await fetch(address, { headers: { authorization: `Bearer ${tokens.token}` } })
    if (!response.ok || response.body === null) throw new Error(`the export answered ${response.status}`)
    const began = performance.now()
    let lines = 0
    let half = 0
    for await (const chunk of response.body) {
      for (const byte of chunk) if (byte === 0x0a) lines += 1
      if (half === 0 && lines > most / 2) half = performance.now() - began
      if (lines > most) return [half, performance.now() - began - half]
    }
    throw new Error(`the export has ${lines} lines for ${rows} rows`)
  }
  await halves(rows / 20)
  const [first = Number.NaN, second = Number.NaN] = (await halves(rows)).map(ms => rows / 2 / ms)
  return {
    what: `export of a device's ${rows} sessions: rows a second of its second half, of the first's`,
    value: `${(second / first).toFixed(2)}× (${first.toFixed(0)}, then ${second.toFixed(0)} thousand rows/s)`,
    bound: `≥ ${(1 / mostSlower).toFixed(2)}×`,
    passed: second / first >= 1 / mostSlower,
  }
}
