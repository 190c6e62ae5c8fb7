import { bills, financeOverview, orders } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { DB } from '@drivesim/server/dist/src/generated/schema.js'
import { monthlyBills } from '@drivesim/server/dist/src/modules/money/bills/bill.queries.js'
import { billInfo, ordersOfLine } from '@drivesim/server/dist/src/modules/money/bills/info.service.js'
import { overviewOf } from '@drivesim/server/dist/src/modules/money/financeOverview/service.js'
import { courseOrders, rechargeOrders } from '@drivesim/server/dist/src/modules/money/orders/lists.service.js'
import { type Kysely, sql } from 'kysely'
import { ordersOfLargest } from './fillFinance.ts'
import { call } from './http.ts'
import type { History, Question } from './reading.ts'

const mostOfList = 20
const mostOfStatement = 50
const mostOfOverview = 15
const pageSize = 10

/** What people read of a year's money. */
export async function financeQuestions(db: Kysely<DB>, history: History): Promise<Question[]> {
  const schools = await db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'school')
    .orderBy('id')
    .execute()
  const places = schools.map(({ id }) => id)
  const [school = 0] = places
  return [
    ...(await statement(db)),
    ...lists(school, history.orders),
    ...overview(
      [school],
      places.filter((_, place) => place % 2 === 0),
    ),
  ]
}

/** Of the bill with the most orders: itself, and any page of the line that they stand in. */
async function statement(db: Kysely<DB>): Promise<Question[]> {
  const { rows } = await sql<{ billId: number; line: number; items: number }>`
    select bill_id as "billId", id as line, items from bill_line where kind = 'schoolShare' order by items desc limit 1`.execute(
    db,
  )
  const [{ billId, line, items } = { billId: 0, line: 0, items: 0 }] = rows
  const page = () => ({ billId, line, pageNum: anyPage(items), pageSize })
  const what = `a statement of ${items.toLocaleString('en')} orders`
  return [
    {
      what,
      bound: mostOfStatement,
      ask: (reader, scope) => billInfo(reader, scope, billId),
      call: (url, tokens) => call(url, tokens, bills.info, { billId }),
    },
    {
      what: `${what}: its orders, any page`,
      bound: mostOfStatement,
      ask: (reader, scope) => {
        const of = page()
        return ordersOfLine.page({ db: reader, scope }, of, of)
      },
      call: (url, tokens) => call(url, tokens, bills.orders, page()),
    },
  ]
}

const anyPage = (rows: number) => Math.floor((Math.random() * rows) / pageSize)

function lists(organId: number, rows: number): Question[] {
  const page = () => ({ pageNum: anyPage(rows), pageSize })
  const ofSchool = () => ({ organId, pageNum: anyPage(Math.min(rows / 10, ordersOfLargest)), pageSize })
  return [
    {
      what: 'bills with their sums',
      bound: mostOfList,
      ask: (db, scope) => monthlyBills.page({ db, scope }, {}, { pageNum: 3, pageSize }),
      call: (url, tokens) => call(url, tokens, bills.list, { pageNum: 3, pageSize }),
    },
    {
      what: 'recharges with their sum, any page',
      bound: mostOfList,
      ask: (db, scope) => rechargeOrders.page({ db, scope }, {}, page()),
      call: (url, tokens) => call(url, tokens, orders.recharges, page()),
    },
    {
      what: 'course orders with their sums, any page',
      bound: mostOfList,
      ask: (db, scope) => courseOrders.page({ db, scope }, {}, page()),
      call: (url, tokens) => call(url, tokens, orders.courseOrders, page()),
    },
    {
      what: 'course orders of the school with the most, any page',
      bound: mostOfList,
      ask: (db, scope) => courseOrders.page({ db, scope }, { organId }, ofSchool()),
      call: (url, tokens) => call(url, tokens, orders.courseOrders, ofSchool()),
    },
  ]
}

/** 财务概况 of the last whole month, with the twelve months of its trend. */
function overview(school: readonly number[], several: readonly number[]): Question[] {
  const month = businessDayOf(Date.now() - 40 * 86_400_000).slice(0, 7)
  const asked = {
    bound: mostOfOverview,
    flat: true,
    ask: (db, scope) => overviewOf({ db, scope }, { month }),
  } satisfies Omit<Question, 'what'>
  return [
    {
      ...asked,
      what: '财务概况, all schools',
      call: (url, tokens) => call(url, tokens, financeOverview.overview, { month }),
    },
    { ...asked, what: '财务概况, half of the schools', places: several },
    { ...asked, what: '财务概况, one school', places: school },
  ]
}
