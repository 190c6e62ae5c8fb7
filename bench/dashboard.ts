import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boardFigureKeys, boardFigures, type ComparedRange, rangePresets } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { DB } from '@drivesim/server/dist/src/generated/schema.js'
import { readList } from '@drivesim/server/dist/src/modules/board/dashboard/list.service.js'
import { readDetail, readOverview } from '@drivesim/server/dist/src/modules/board/dashboard/service.js'
import { mintScope, type Scope } from '@drivesim/server/dist/src/platform/auth/scope.js'
import { type Kysely, sql } from 'kysely'
import { type Business, fillDashboard } from './fillDashboard.ts'
import { databaseUrl, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'
import { openTimed } from './timed.ts'

const short = 100_000
const asks = 60
const warmUps = 20
const mostMs = 15
const mostSlower = 1.3
const mostMsOfPage = 20
const pageSize = 10

/** A year, beside the year before: the most that the board is asked. */
const year = (): ComparedRange => {
  const { align, range } = rangePresets.last12Months
  return { ...range(businessDayOf(Date.now())), align, compare: 'before' }
}

const readers = { platform: 'all schools', several: 'half of the schools', school: 'one school' } as const
type Reader = keyof typeof readers
const everyReader = Object.keys(readers) as Reader[]

/**
 * What the database does for the board of a year, with a long history and one of 100,000 sessions over the same three
 * years, in turns: the statements' own time, from when one is sent to when its rows are there.
 * @param kept a folder where the histories stay and are found again; otherwise they are made and thrown away
 */
export async function benchDashboard(sessions: number, kept: string | undefined): Promise<Figure[]> {
  const parent = kept ?? mkdtempSync(join(tmpdir(), 'drivesim-bench-dashboard-'))
  const opened: Opened[] = []
  try {
    for (const size of [short, sessions]) opened.push(await open(parent, size))
    const [little, much] = opened
    if (little === undefined || much === undefined) throw new Error('both were opened')
    const size = `${(much.business.sessions / 1e6).toFixed(1)} million sessions, ${(much.business.orders / 1e6).toFixed(1)} million orders, ${much.business.personDays} person-days`
    const figures: Figure[] = [storageOf(little, much)]
    for (const reader of everyReader) {
      const [before, after] = await timesOf(little, much, reader)
      const ratio = after / before
      const what = `the board of a year, ${readers[reader]}, time in the database`
      figures.push(
        {
          what: `${what}: ${size}`,
          value: `${after.toFixed(1)} ms`,
          bound: `≤ ${mostMs} ms`,
          passed: after <= mostMs,
        },
        {
          what: `${what}: of its time with 100,000 sessions`,
          value: `${ratio.toFixed(2)}× of ${before.toFixed(1)} ms`,
          bound: `≤ ${mostSlower}×`,
          passed: ratio <= mostSlower,
        },
      )
    }
    for (const reader of everyReader) figures.push(...(await pagesOf(much, reader)))
    return figures
  } finally {
    for (const { close } of opened) await close()
    if (kept === undefined) rmSync(parent, { recursive: true, force: true })
  }
}

/** What more sessions take on the disk, with their students, orders and figures; figures by day are of schools, not of sessions. */
function storageOf(little: Opened, much: Opened): Figure {
  const more = much.business.sessions - little.business.sessions
  const megabytes = (much.bytes - little.bytes) / more
  return {
    what: `storage, all tables and indexes: for each million sessions beyond 100,000, of ${(much.bytes / 1e9).toFixed(1)} GB`,
    value: `${Math.round(megabytes)} MB`,
    bound: '',
    passed: undefined,
  }
}

interface Opened {
  business: Business
  /** Of the database on the disk. */
  bytes: number
  /** Milliseconds of the statements of what is asked. */
  ask<T>(reader: Reader, ask: (caller: { db: Kysely<DB>; scope: Scope }) => Promise<T>): Promise<[number, T]>
  close(): Promise<void>
}

async function open(parent: string, sessions: number): Promise<Opened> {
  const folder = join(parent, `board-${sessions}`)
  mkdirSync(folder, { recursive: true })
  const server = await startServer(folder, { DEMO: '0', LOG_LEVEL: 'error' })
  const file = join(folder, 'business.json')
  const business: Business = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : await fillDashboard(databaseUrl(folder, 'drivesim_owner'), sessions)
  writeFileSync(file, JSON.stringify(business))
  const { db, time } = openTimed(databaseUrl(folder, 'drivesim_app'))
  const schools = await db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'school')
    .orderBy('id')
    .execute()
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  const places: Record<Reader, number[] | null> = {
    platform: null,
    several: schools.filter((_, place) => place % 2 === 0).map(({ id }) => id),
    school: [business.school],
  }
  return {
    business,
    bytes: rows[0]?.bytes ?? 0,
    ask: (reader, ask) => time(() => ask({ db, scope: mintScope(places[reader]) })),
    async close() {
      await db.destroy()
      await server.stop()
    },
  }
}

/** The middle of many boards of each, in turns. */
async function timesOf(little: Opened, much: Opened, reader: Reader): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let time = 0; time < warmUps + asks; time += 1) {
    const figure = time % 2 === 0 ? 'courseUsers' : 'incomeFen'
    const board = { ...year(), figure, by: 'school' } as const
    const [before] = await little.ask(reader, caller => readOverview(caller, board))
    const [after] = await much.ask(reader, caller => readOverview(caller, board))
    if (time < warmUps) continue
    times[0].push(before)
    times[1].push(after)
  }
  return [percentile(times[0], 0.5), percentile(times[1], 0.5)]
}

/** Pages behind the eight figures of a year, each first, last and somewhere: tables, and lists of what they count. */
async function pagesOf({ ask }: Opened, reader: Reader): Promise<Figure[]> {
  const tables: Timed[] = []
  const lists: Timed[] = []
  for (const figure of boardFigureKeys) {
    const { label } = boardFigures[figure]
    for (const by of ['day', 'school'] as const) {
      const asked = { ...year(), figure, by, pageNum: 0, pageSize }
      for (let time = 0; time < 5; time += 1) {
        const [ms] = await ask(reader, caller => readDetail(caller, asked))
        if (time > 0) tables.push({ label, ms })
      }
    }
    const asked = { ...year(), figure, pageNum: 0, pageSize }
    const [, { totalPages }] = await ask(reader, caller =>
      readList({ ...caller, whole: caller.scope }, asked),
    )
    for (const part of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
      const pageNum = Math.max(0, Math.round((totalPages - 1) * part))
      const [ms] = await ask(reader, caller =>
        readList({ ...caller, whole: caller.scope }, { ...asked, pageNum }),
      )
      lists.push({ label, ms })
    }
  }
  return [
    toldOf(`a page of a figure's table over a year, ${readers[reader]}, time in the database: p95`, tables),
    toldOf(`any page of a figure's list over a year, ${readers[reader]}, time in the database: p95`, lists),
  ]
}

interface Timed {
  label: string
  ms: number
}

function toldOf(what: string, asked: readonly Timed[]): Figure {
  const times = asked.map(({ ms }) => ms)
  const p95 = percentile(times, 0.95)
  const slowest = [...asked].sort((a, b) => b.ms - a.ms)[0]
  const median = percentile(times, 0.5).toFixed(1)
  return {
    what,
    value: `${p95.toFixed(1)} ms (p50 ${median}; ${slowest?.label} ${slowest?.ms.toFixed(1)})`,
    bound: `< ${mostMsOfPage} ms`,
    passed: p95 < mostMsOfPage,
  }
}
