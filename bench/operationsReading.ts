import { opsFigures, workOrders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { DB } from '@drivesim/server/dist/src/generated/schema.js'
import {
  backlog,
  organs,
  pareto,
  reliability,
} from '@drivesim/server/dist/src/modules/operations/opsFigures/queries.js'
import { readSummary } from '@drivesim/server/dist/src/modules/operations/opsFigures/service.js'
import {
  kanbanColumns,
  orderPage,
} from '@drivesim/server/dist/src/modules/operations/workOrders/list.queries.js'
import type { Kysely } from 'kysely'
import { call } from './http.ts'
import type { History, Question } from './reading.ts'

const mostOfList = 20
const mostOfBoard = 50
const mostOfFigures = 15
const pageSize = 10

/** What people read of operations. */
export async function operationsQuestions(db: Kysely<DB>, { orders }: History): Promise<Question[]> {
  const organs = await db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'school')
    .orderBy('id')
    .execute()
  const [organId = 0] = organs.map(({ id }) => id)
  const { simulatorId } = await db
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
    call: (url, tokens) => call(url, tokens, workOrders.list, { ...filter, pageNum: page(part) }),
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
      ask: (db, scope) => kanbanColumns(db, scope, { me: 0 }),
      call: (url, tokens) => call(url, tokens, workOrders.kanban, {}),
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
      ask: (db, scope) => organs.page({ db, scope }, page, page),
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
