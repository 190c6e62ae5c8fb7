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

type Timed = Record<'platform' | 'school', number>

/**
 * What the database does for the board of a year, with a long history and one of 100,000 sessions over the same three
 * years: the statements' own time, from when one is sent to when its rows are there.
 * @param kept a folder where the histories stay and are found again; otherwise they are made and thrown away
 */
export async function benchDashboard(sessions: number, kept: string | undefined): Promise<Figure[]> {
  const parent = kept ?? mkdtempSync(join(tmpdir(), 'drivesim-bench-dashboard-'))
  try {
    const [little, much] = [await measure(parent, short), await measure(parent, sessions)]
    const size = `${(much.business.sessions / 1e6).toFixed(1)} million sessions, ${much.business.personDays} person-days`
    return (['platform', 'school'] as const).flatMap(who => {
      const [before, after] = [little.ms[who], much.ms[who]]
      const ratio = after / before
      const what = `the board of a year, ${who === 'platform' ? 'all schools' : 'one school'}, time in the database`
      return [
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
      ]
    })
  } finally {
    if (kept === undefined) rmSync(parent, { recursive: true, force: true })
  }
}

async function measure(parent: string, sessions: number): Promise<{ business: Business; ms: Timed }> {
  const folder = join(parent, `board-${sessions}`)
  mkdirSync(folder, { recursive: true })
  const server = await startServer(folder, { DEMO: '0', LOG_LEVEL: 'error' })
  try {
    const file = join(folder, 'business.json')
    const business: Business = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : await fillDashboard(databaseUrl(folder, 'drivesim_owner'), sessions)
    writeFileSync(file, JSON.stringify(business))
    return { business, ms: await timeOf(databaseUrl(folder, 'drivesim_app'), business) }
  } finally {
    await server.stop()
  }
}

/** The middle of many, each the sum of its statements. */
async function timeOf(url: string, { school }: Business): Promise<Timed> {
  let ms = 0
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool(url, 1) }),
    log: event => {
      ms += event.queryDurationMillis
    },
  })
  const middle = async (organisations: readonly number[] | null) => {
    const scope = mintScope(organisations)
    const times: number[] = []
    for (let time = 0; time < warmUps + asks; time += 1) {
      ms = 0
      await readOverview({ db, scope }, asked(time % 2 === 0 ? 'courseUsers' : 'incomeFen'))
      if (time >= warmUps) times.push(ms)
    }
    return percentile(times, 0.5)
  }
  try {
    return { platform: await middle(null), school: await middle([school]) }
  } finally {
    await db.destroy()
  }
}
