import { opsFigures, type Tokens, workOrders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { DB } from '@drivesim/server/dist/src/generated/schema.js'
import {
  backlog,
  organPage,
  pareto,
  reliability,
} from '@drivesim/server/dist/src/modules/opsFigures/queries.js'
import { readSummary } from '@drivesim/server/dist/src/modules/opsFigures/service.js'
import { boardColumns, orderPage } from '@drivesim/server/dist/src/modules/workOrders/list.queries.js'
import { mintScope, type Scope } from '@drivesim/server/dist/src/platform/auth/scope.js'
import type { Kysely } from 'kysely'
import { call } from './http.ts'
import { type Figure, percentile } from './table.ts'
import { openTimed, type Timed } from './timed.ts'

const warmUps = 10
const rounds = 60
const mostOfList = 20
const mostOfBoard = 50
const mostOfFigures = 15
const mostSlower = 1.3
const pageSize = 10

/** What is asked of the database and how the same is asked over HTTP. */
interface Question {
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
export async function benchReading(long: History, short: History): Promise<Figure[]> {
  const [much, little] = [openTimed(long.database), openTimed(short.database)]
  try {
    const [questions, same] = [await questionsOf(much, long), await questionsOf(little, short)]
    const figures: Figure[] = []
    for (const [place, question] of questions.entries()) {
      const before = same[place]
      if (before === undefined) throw new Error('both histories are asked the same')
      figures.push(...(await answered(question, before, { much, little, long })))
    }
    return figures
  } finally {
    await much.db.destroy()
    await little.db.destroy()
  }
}

async function answered(
  question: Question,
  before: Question,
  { much, little, long }: { much: Timed; little: Timed; long: History },
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
      what: `${what}: of its time with 100,000 orders`,
      value: `${(middle / beside).toFixed(2)}× of ${beside.toFixed(1)} ms`,
      bound: `≤ ${mostSlower}×`,
      passed: middle <= mostSlower * beside,
    },
  ]
}

async function timeOf({ db, time }: Timed, { ask, places }: Question): Promise<number> {
  const [ms] = await time(() => ask(db, mintScope(places ?? null)))
  return ms
}

async function questionsOf(timed: Timed, { orders }: History): Promise<Question[]> {
  const organs = await timed.db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'school')
    .orderBy('id')
    .execute()
  const [organId = 0] = organs.map(({ id }) => id)
  const { simulatorId } = await timed.db
    .selectFrom('simulator')
    .select(({ fn }) => fn.min<number>('id').as('simulatorId'))
    .executeTakeFirstOrThrow()
  return [
    ...lists(organId, orders),
    ...figures(organId, simulatorId),
    ...ofSeveral(organs.filter((_, place) => place % 2 === 0).map(({ id }) => id)),
  ]
}

function lists(organId: number, orders: number): Question[] {
  const page = (part: number) => Math.floor((Math.random() * orders * part) / pageSize)
  const list = (
    what: string,
    part: number,
    filter: Omit<Parameters<typeof orderPage>[2], 'me'>,
  ): Question => ({
    what: `orders${what}, any page`,
    bound: mostOfList,
    ask: (db, scope) => orderPage(db, scope, { ...filter, me: 0 }, { pageNum: page(part), pageSize }),
    call: (url, tokens) => call(url, tokens, workOrders.page, { ...filter, pageNum: page(part) }),
  })
  const open = { show: 'open', sortField: 'dueAt', sortOrder: 'ascend' } as const
  return [
    list('', 1, {}),
    list(' of a school that are done', 1 / 110, { organId, state: 'done' }),
    list(' that are open, by when they are due', 1 / 200, open),
    list(' of the plans of a day', 1 / 20_000, { visitOn: addDays(businessDayOf(Date.now()), -100) }),
    {
      what: 'the board',
      bound: mostOfBoard,
      ask: (db, scope) => boardColumns(db, scope, { me: 0 }),
      call: (url, tokens) => call(url, tokens, workOrders.board, {}),
    },
  ]
}

function year() {
  const endDate = businessDayOf(Date.now())
  return { beginDate: addDays(endDate, -364), endDate }
}

function figures(organId: number, simulatorId: number): Question[] {
  const ofFigures = { bound: mostOfFigures, flat: true }
  const ofSchool = { ...year(), organId }
  const page = { ...year(), pageNum: 0, pageSize }
  return [
    {
      ...ofFigures,
      what: '运维分析 of a year: the figures',
      ask: (db, scope) => readSummary(db, scope, year()),
      call: (url, tokens) => call(url, tokens, opsFigures.summary, year()),
    },
    {
      ...ofFigures,
      what: '运维分析 of a year: the figures of a school',
      ask: (db, scope) => readSummary(db, scope, ofSchool),
      call: (url, tokens) => call(url, tokens, opsFigures.summary, ofSchool),
    },
    {
      ...ofFigures,
      what: '运维分析 of a year: Pareto',
      ask: (db, scope) => pareto(db, scope, year(), 'component'),
      call: (url, tokens) => call(url, tokens, opsFigures.pareto, year()),
    },
    {
      ...ofFigures,
      what: '运维分析 of a year: by organisation',
      ask: (db, scope) => organPage(db, scope, page, page),
      call: (url, tokens) => call(url, tokens, opsFigures.byOrgan, page),
    },
    {
      ...ofFigures,
      what: '运维分析: what is open',
      ask: (db, scope) => backlog(db, scope, undefined),
      call: (url, tokens) => call(url, tokens, opsFigures.backlog, {}),
    },
    {
      ...ofFigures,
      what: '设备详情: MTBF of a year',
      ask: (db, scope) => reliability(db, scope, simulatorId),
      call: (url, tokens) => call(url, tokens, opsFigures.ofDevice, { simulatorId }),
    },
  ]
}

/** Whoever is responsible for half of the schools is nobody who could sign in here. */
const ofSeveral = (places: readonly number[]): Question[] => [
  {
    what: 'orders in the scope of half of the schools, first page',
    bound: mostOfList,
    places,
    ask: (db, scope) => orderPage(db, scope, { me: 0 }, { pageNum: 0, pageSize }),
  },
  {
    what: '运维分析 of a year: the figures of half of the schools',
    bound: mostOfFigures,
    flat: true,
    places,
    ask: (db, scope) => readSummary(db, scope, year()),
  },
]
