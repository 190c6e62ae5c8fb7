import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Compared, rangePresets } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { DB } from '@drivesim/server/dist/src/generated/schema.js'
import { readOverview } from '@drivesim/server/dist/src/modules/dashboard/service.js'
import { mintScope } from '@drivesim/server/dist/src/platform/auth/scope.js'
import { openPool } from '@drivesim/server/dist/src/platform/postgres/db.js'
import { Kysely, PostgresDialect } from 'kysely'
import { type Business, fillDashboard } from './fillDashboard.ts'
import { databaseUrl, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

const short = 100_000
const asks = 60
const warmUps = 20
const mostMs = 15
const mostSlower = 1.3

/** A year, beside the year before, by the schools: the most that the board is asked. */
const asked = (figure: 'courseUsers' | 'incomeFen') => {
  const { align, range } = rangePresets.last12Months
  const compared: Compared = { ...range(businessDayOf(Date.now())), align, compare: 'before' }
  return { ...compared, figure, by: 'school' as const }
}

const readers = { platform: 'all schools', school: 'one school' } as const
type Reader = keyof typeof readers

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
    const size = `${(much.business.sessions / 1e6).toFixed(1)} million sessions, ${much.business.personDays} person-days`
    const figures: Figure[] = []
    for (const reader of ['platform', 'school'] as const) {
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
    return figures
  } finally {
    for (const { close } of opened) await close()
    if (kept === undefined) rmSync(parent, { recursive: true, force: true })
  }
}

interface Opened {
  business: Business
  /** Milliseconds of the statements of one board. */
  ask(reader: Reader, time: number): Promise<number>
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
  let ms = 0
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool(databaseUrl(folder, 'drivesim_app'), 1) }),
    log: event => {
      ms += event.queryDurationMillis
    },
  })
  return {
    business,
    async ask(reader, time) {
      ms = 0
      const scope = mintScope(reader === 'platform' ? null : [business.school])
      await readOverview({ db, scope }, asked(time % 2 === 0 ? 'courseUsers' : 'incomeFen'))
      return ms
    },
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
    const [before, after] = [await little.ask(reader, time), await much.ask(reader, time)]
    if (time < warmUps) continue
    times[0].push(before)
    times[1].push(after)
  }
  return [percentile(times[0], 0.5), percentile(times[1], 0.5)]
}
