import type { Tokens } from '@drivesim/contract'
import type { DB } from '@drivesim/server/dist/src/generated/schema.js'
import { mintScope, type Scope } from '@drivesim/server/dist/src/platform/auth/scope.js'
import type { Kysely } from 'kysely'
import { type Figure, percentile } from './table.ts'
import { openTimed, type TimedDatabase } from './timed.ts'

const warmUps = 10
const rounds = 60
const mostSlower = 1.3

/** What is asked of the database and how the same is asked over HTTP. */
export interface Question {
  readonly what: string
  /** Milliseconds of the database. */
  readonly bound: number
  /** Its time is to be the same, however long the history is. */
  readonly flat?: boolean
  /** Null: of the platform. */
  readonly places?: readonly number[]
  ask(db: Kysely<DB>, scope: Scope): Promise<unknown>
  /** None: whoever asks so over HTTP is somebody else. */
  call?: (url: string, tokens: Tokens) => Promise<unknown>
}

/** A history, and who reads it. */
export interface History {
  readonly url: string
  readonly tokens: Tokens
  /** Of its database, as the application reads it. */
  readonly database: string
  readonly orders: number
}

/** What people read of a long history and of a short one over the same years, in turns. */
export async function benchReading(
  long: History,
  short: History,
  questionsOf: (db: Kysely<DB>, history: History) => Promise<readonly Question[]>,
): Promise<Figure[]> {
  const [much, little] = [openTimed(long.database), openTimed(short.database)]
  const than = `${short.orders.toLocaleString('en')} orders`
  try {
    const [questions, same] = [await questionsOf(much.db, long), await questionsOf(little.db, short)]
    const figures: Figure[] = []
    for (const [place, question] of questions.entries()) {
      const before = same[place]
      if (before === undefined) throw new Error('both histories are asked the same')
      figures.push(...(await timeAnswers(question, before, { much, little, long, than })))
    }
    return figures
  } finally {
    await much.db.destroy()
    await little.db.destroy()
  }
}

async function timeAnswers(
  question: Question,
  before: Question,
  { much, little, long, than }: { much: TimedDatabase; little: TimedDatabase; long: History; than: string },
): Promise<Figure[]> {
  const { what, bound, flat = false } = question
  const times: [number[], number[], number[]] = [[], [], []]
  for (let time = 0; time < warmUps + rounds; time += 1) {
    const after = await timeOf(much, question)
    const short = flat ? await timeOf(little, before) : 0
    const began = performance.now()
    await question.call?.(long.url, long.tokens)
    if (time < warmUps) continue
    times[0].push(after)
    times[1].push(short)
    times[2].push(performance.now() - began)
  }
  const [p95, middle] = [percentile(times[0], 0.95), percentile(times[0], 0.5)]
  const overHttp = question.call && `; over HTTP ${percentile(times[2], 0.95).toFixed(0)}`
  const figure: Figure = {
    what: `${what}, time in the database: p95`,
    value: `${p95.toFixed(1)} ms (p50 ${middle.toFixed(1)}${overHttp ?? ''})`,
    bound: `< ${bound} ms`,
    passed: p95 < bound,
  }
  if (!flat) return [figure]
  const beside = percentile(times[1], 0.5)
  return [
    figure,
    {
      what: `${what}: of its time with ${than}`,
      value: `${(middle / beside).toFixed(2)}× of ${beside.toFixed(1)} ms`,
      bound: `≤ ${mostSlower}×`,
      passed: middle <= mostSlower * beside,
    },
  ]
}

async function timeOf({ db, time }: TimedDatabase, { ask, places }: Question): Promise<number> {
  const [ms] = await time(() => ask(db, mintScope(places ?? null)))
  return ms
}
