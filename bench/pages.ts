import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { faults as faultList } from '@drivesim/server/dist/src/modules/devices/devices/detail.queries.js'
import { sessions as sessionList } from '@drivesim/server/dist/src/modules/devices/devices/sessions.queries.js'
import {
  listPage as messagePage,
  readCounts,
} from '@drivesim/server/dist/src/modules/notices/messages/queries.js'
import { entries } from '@drivesim/server/dist/src/modules/notices/outbox/queries.js'
import { students as studentList } from '@drivesim/server/dist/src/modules/people/students/list.queries.js'
import { listPage as logPage } from '@drivesim/server/dist/src/modules/tools/operationLog/queries.js'
import { mintScope, systemScope } from '@drivesim/server/dist/src/platform/auth/scope.js'
import { type Db, openDb, openPool } from '@drivesim/server/dist/src/platform/postgres/db.js'
import type { History } from './fillHistory.ts'
import { databaseUrl } from './server.ts'
import { type Figure, percentile } from './table.ts'

const pageAsks = 300
const pageSize = 10
const pageBoundMs = 20
const totalBoundMs = 300

/** One page of a list and how many rows the whole has. */
type Ask = (pageNum: number) => Promise<number>

/** The long lists, as the server asks the database for them: pages wherever they lie, each with its exact total. */
export async function benchPages(folder: string, history: History): Promise<Figure[]> {
  const db = openDb(openPool(databaseUrl(folder, 'drivesim_app'), 1))
  try {
    const { paged, counted } = await lists(db, history)
    const figures: Figure[] = []
    for (const [list, ask] of Object.entries(paged)) figures.push(await pagesOf(list, ask))
    for (const [list, ask] of Object.entries(counted)) figures.push(await totalOf(list, ask))
    return figures
  } finally {
    await db.destroy()
  }
}

/** `paged`: as lists are looked through, with their usual filters; `counted`: with others, which count rows as they are found. */
async function lists(db: Db, { busiest: simulatorId, days }: History) {
  const [ofBusiest = 0, ...others] = await schools(db, simulatorId)
  const [school, halfOfAll] = [
    mintScope([ofBusiest]),
    mintScope([ofBusiest, ...others.slice(0, others.length / 2)]),
  ]
  const [staff] = await db.selectFrom('member').select('id').where('account', '=', 'bench-1').execute()
  const member = staff?.id ?? 0
  const aMonth = { beginDate: day(Math.floor(days / 2) + 30), endDate: day(Math.floor(days / 2)) }
  const aHalf = { beginDate: day(days), endDate: day(Math.floor(days / 2)) }

  const sessions =
    (scope = systemScope): Ask =>
    async pageNum =>
      (await sessionList.page({ db, scope }, { simulatorId }, { pageNum, pageSize })).total
  const faults: Ask = async pageNum =>
    (await faultList.page({ db, scope: systemScope }, { simulatorId }, { pageNum, pageSize })).total
  const students =
    (filter: Parameters<typeof studentList.page>[1], scope = systemScope): Ask =>
    async pageNum =>
      (await studentList.page({ db, scope }, filter, { pageNum, pageSize })).total
  const log =
    (filter: Parameters<typeof logPage>[2], scope = systemScope): Ask =>
    async pageNum =>
      (await logPage(db, { scope, id: member }, filter, { pageNum, pageSize })).total
  const messages: Ask = async pageNum => {
    await messagePage(db, member, { pageNum, pageSize })
    const { unread, read } = await readCounts(db, member)
    return unread + read
  }
  const outbox =
    (filter: Parameters<typeof entries.page>[1]): Ask =>
    async pageNum =>
      (await entries.page({ db, scope: systemScope }, filter, { pageNum, pageSize })).total
  const paged: Record<string, Ask> = {
    "a device's sessions": sessions(),
    "a device's sessions, in the scope of one school": sessions(school),
    "a device's faults": faults,
    students: students({}),
    'students of half of the schools': students({}, halfOfAll),
    'students of one school': students({ schoolId: ofBusiest }),
    'students of a licence type in a state': students({ gearType: 'C2', state: 'left' }),
    'operation log': log({}),
    'operation log, in the scope of one school': log({}, school),
    'operation log of one person': log({ paramValue: '员工17' }),
    'operation log of a month': log(aMonth),
    "a person's messages": messages,
    'letters sent': outbox({}),
    'letters not sent': outbox({ state: 'failed' }),
  }
  const counted: Record<string, Ask> = {
    'students enrolled in half of the days': students(aHalf),
    'students enrolled in half of the days, of a licence type': students({ ...aHalf, gearType: 'C2' }),
    'operation log of one operation': log({ label: '修改学员' }),
    'operation log of one operation in half of the days': log({ label: '修改学员', ...aHalf }),
  }
  return { paged, counted }
}

/** The school where a simulator is, then the others. */
async function schools(db: Db, simulatorId: number): Promise<number[]> {
  const simulator = db.selectFrom('simulator').select('organ_id').where('id', '=', simulatorId)
  const rows = await db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'school')
    .orderBy(({ eb }) => eb('id', '=', simulator), 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A business day so many days ago. */
const day = (ago: number) => addDays(businessDayOf(Date.now()), -ago)

async function pagesOf(list: string, ask: Ask): Promise<Figure> {
  const total = await ask(0)
  const last = Math.max(0, Math.min(100_000, Math.ceil(total / pageSize) - 1))
  const first = await p95(() => ask(0))
  const farthest = await p95(() => ask(last))
  const any = await p95(() => ask(Math.floor(Math.random() * (last + 1))))
  return {
    what: `${list} (${total}), page and total: p95 in the database of the first, page ${last}, any`,
    value: `${[first, farthest, any].map(ms => ms.toFixed(1)).join(', ')} ms`,
    bound: `< ${pageBoundMs} ms`,
    passed: Math.max(first, farthest, any) < pageBoundMs,
  }
}

async function totalOf(list: string, ask: Ask): Promise<Figure> {
  const total = await ask(0)
  const ms = await p95(() => ask(0), pageAsks / 10)
  return {
    what: `${list} (${total}), first page and total: p95 in the database`,
    value: `${ms.toFixed(0)} ms`,
    bound: `< ${totalBoundMs} ms`,
    passed: ms < totalBoundMs,
  }
}

async function p95(ask: () => Promise<number>, asks = pageAsks): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < asks; n += 1) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  return percentile(times, 0.95)
}
