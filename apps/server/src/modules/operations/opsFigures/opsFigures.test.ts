import { contract } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import * as checks from './checks.queries.ts'

const { opsFigures, workOrders } = contract
let app: TestApp
let person: Client
let organ: number
let room: number
let simulator: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  organ = await makeOrganisation(pool, { name: '甲驾校' })
  room = await makeClassroom(pool, organ)
  simulator = (await makeSimulator(pool, { organ, room })).id
  person = await app.signedIn({ codes: ['ops'], organs: [organ] })
  await pool.query(`
    insert into component_kind (name) values ('头显'), ('踏板');
    insert into fault_type (component_kind_id, name, severity, repair_hours) select id, name || '故障', 'major', 24 from component_kind
      where name in ('头显', '踏板');
    insert into deal_result (name, outcome) values ('修好', 'repaired'), ('没坏', 'noFault');`)
})

const rows = async (sql: string, values: unknown[] = []) => (await app.services.pool.query(sql, values)).rows
interface Made {
  component?: string
  result?: string
  /** Hours ago. */
  occurred?: number
  submitted?: number | null
  fee?: number
  part?: number
  plan?: boolean
}
let made = 0
/** An order of the simulator, submitted and done unless said otherwise. */
async function order({
  component = '头显',
  result = '修好',
  occurred = 10,
  submitted = 4,
  fee = 0,
  part = 0,
}: Made) {
  made += 1
  const [{ id }] = await rows(
    `insert into work_order (no, source, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority, description,
       state, assignee_id, occurred_at, opened_at, service_fee)
     select 'WO' || $1, 'device', $2, $3, $4, k.id, t.id, 'normal', '', $5, $6, now() - make_interval(hours => $7), now() - make_interval(hours => $7), $8
     from component_kind k join fault_type t on t.component_kind_id = k.id where k.name = $9 returning id`,
    [
      made,
      simulator,
      room,
      organ,
      submitted === null ? 'pending' : 'handling',
      submitted === null ? null : await someone(),
      occurred,
      fee,
      component,
    ],
  )
  if (part > 0)
    await rows(`insert into work_order_part (order_id, name, quantity, price) values ($1, '配件', 2, $2)`, [
      id,
      part,
    ])
  if (submitted !== null)
    await rows(
      `update work_order set state = 'done', submitted_at = now() - make_interval(hours => $2), finished_at = now(),
         deal_result_id = (select id from deal_result where name = $3) where id = $1`,
      [id, submitted, result],
    )
  return id as number
}
const someone = async () => (await rows('select min(id) as id from member'))[0].id
const range = () => ({
  beginDate: businessDayOf(Date.now() - 20 * 86_400_000),
  endDate: businessDayOf(Date.now()),
})
const summary = async () => (await person.call(opsFigures.summary, range())).data

test('nothing happened: what has nothing to divide by is null', async () => {
  expect(await summary()).toMatchObject({
    submitted: 0,
    failures: 0,
    mtbfHours: null,
    mttrHours: null,
    availability: 10_000,
    onTimeRate: null,
    firstTimeFixRate: null,
    cost: 0,
  })
})

test('failures are what was submitted and found something; hours and fen follow from them', async () => {
  await order({ occurred: 10, submitted: 4, fee: 5_000, part: 1_200 })
  await order({ occurred: 6, submitted: 4 })
  await order({ result: '没坏', occurred: 100, submitted: 4, fee: 100 })
  await order({ submitted: null })
  await rows(
    `insert into health_day (simulator_id, organ_id, room_id, day, enabled_seconds, fault_seconds)
     values ($1, $2, $3, business_day(now()) - 3, 79200, 7200)`,
    [simulator, organ, room],
  )
  const data = await summary()
  // One hour since the simulator was made, and 22 hours of which two were a fault.
  expect(data).toMatchObject({
    submitted: 3,
    failures: 2,
    mttrHours: 4,
    mtbfHours: 10.5,
    availability: 9130,
    cost: 7_500,
  })
  expect(data.days.reduce((sum, day) => sum + day.cost, 0)).toBe(7_500)
  expect(data.days.reduce((sum, day) => sum + day.opened, 0)).toBe(4)
})

test('is compared with as many days before, today left out of both', async () => {
  const day = 24
  // Now, which is today at any hour.
  await order({ occurred: 0, submitted: null })
  await order({ occurred: 3 * day, submitted: 3 * day - 2, fee: 300 })
  await order({ occurred: 25 * day, submitted: 24 * day, fee: 100 })
  await order({ component: '踏板', occurred: 30 * day, submitted: 29 * day, fee: 50 })
  const data = await summary()
  expect(data).toMatchObject({ opened: 2, failures: 1, cost: 300 })
  expect(data.compared).toMatchObject({
    now: { opened: 1, failures: 1, mttrHours: 2, cost: 300 },
    before: { opened: 2, failures: 2, mttrHours: 24, cost: 150 },
  })
  const today = businessDayOf(Date.now())
  const alone = await person.call(opsFigures.summary, { beginDate: today, endDate: today })
  expect(alone.data).toMatchObject({ opened: 1, compared: null })
})

test('what came before is read by whole months as by its days', async () => {
  const day = 24
  for (const ago of [84, 91, 100, 101, 118, 119, 130, 140, 152, 160])
    await order({ occurred: ago * day + 30, submitted: ago * day, fee: ago })
  await rows(
    `insert into health_day (simulator_id, organ_id, room_id, day, enabled_seconds, fault_seconds)
     select $1, $2, $3, business_day(now()) - ago, 3600, 360 from generate_series(70, 180) ago`,
    [simulator, organ, room],
  )
  const dayAgo = (days: number) => businessDayOf(Date.now() - days * 86_400_000)
  const ask = async (from: number, to: number) =>
    (await person.call(opsFigures.summary, { beginDate: dayAgo(from), endDate: dayAgo(to) })).data
  const [late, early] = [await ask(80, 1), await ask(160, 81)]
  const { compared: _, days, ...alone } = early
  expect(alone).toMatchObject({ opened: 9, submitted: 10, failures: 10, availability: 9_000 })
  expect(days.reduce((sum, { cost }) => sum + cost, 0)).toBe(alone.cost)
  // 80 days of 54 minutes.
  expect(alone.mtbfHours).toBe(7.2)
  expect(alone).toMatchObject(late.compared?.before ?? { missing: true })
})

test('sorts failures by what broke, with what they come to together', async () => {
  await order({ component: '踏板' })
  await order({ component: '头显' })
  await order({ component: '踏板' })
  await order({ component: '头显', result: '没坏' })
  const { data } = await person.call(opsFigures.pareto, { ...range(), by: 'component' })
  expect(data).toMatchObject([
    { name: '踏板', failures: 2, share: 6667, cumulative: 6667 },
    { name: '头显', failures: 1, share: 3333, cumulative: 10_000 },
  ])
  // Whoever sees all organisations reads what they come to together.
  const all = await app.signedIn({ codes: ['ops'], organs: [1] })
  expect((await all.call(opsFigures.pareto, { ...range(), by: 'component' })).data).toEqual(data)
  expect((await all.call(opsFigures.summary, range())).data).toEqual(await summary())
  const { data: pages } = await all.call(workOrders.list, {})
  expect([pages.totalDataNum, pages.dataList.length]).toEqual([4, 4])
  const { data: organs } = await person.call(opsFigures.byOrgan, range())
  expect(organs.dataList).toMatchObject([{ organName: '甲驾校', failures: 3, open: 0, submitted: 4 }])
})

test('fixed the first time: never sent back, and not broken again within seven days', async () => {
  const week = 24 * 8
  const good = await order({ component: '踏板', occurred: week + 40, submitted: week + 30 })
  const back = await order({ component: '头显', occurred: week + 100, submitted: week + 90 })
  await rows(`insert into work_order_event (order_id, kind) values ($1, 'sentBack')`, [back])
  expect(await summary()).toMatchObject({ settled: 2, firstTimeFixed: 1, firstTimeFixRate: 5_000 })
  await order({ component: '踏板', occurred: week, submitted: 2 })
  expect(await summary()).toMatchObject({ settled: 2, firstTimeFixed: 0 })
  expect(good).toBeGreaterThan(0)
})

test('open orders by how long they are', async () => {
  for (const hours of [1, 23, 25, 80, 200, 800]) await order({ occurred: hours, submitted: null })
  const { data } = await person.call(opsFigures.backlog, {})
  expect(data.map(({ age, orders }) => [age, orders])).toEqual([
    ['day', 2],
    ['threeDays', 1],
    ['week', 1],
    ['month', 1],
    ['older', 1],
  ])
})

test('the rollup follows every change of an order, and what a part cost is fixed with its submission', async () => {
  const id = await order({ fee: 300, part: 50 })
  await rows(
    `update work_order set component_kind_id = (select id from component_kind where name = '踏板') where id = $1`,
    [id],
  )
  await rows(
    `update work_order set state = 'handling', submitted_at = null, finished_at = null where id = $1`,
    [id],
  )
  await rows('update work_order_part set voided = true')
  await rows(
    `update work_order set state = 'done', submitted_at = now(), finished_at = now() where id = $1`,
    [id],
  )
  expect(await summary()).toMatchObject({ submitted: 1, failures: 1, cost: 300 })
  await rollupsHold()
})

/** What is kept beside the orders is what follows from them. */
async function rollupsHold() {
  for (const check of Object.values(checks)) {
    const { rows: wrong } =
      await sql`select * from (${'wrong' in check ? check.wrong : sql`select`}) w`.execute(app.services.db)
    expect([check.title, wrong]).toEqual([check.title, []])
  }
}

test('each figure is the number of the orders that its link lists, whatever the days', async () => {
  const day = 24
  const { pool } = app.services
  const point = await makeOrganisation(pool, { name: '一号服务点', type: 'servicePoint', parent: organ })
  const timed = async (id: number, breached: boolean) =>
    rows(
      `insert into work_order_clock (order_id, clock, budget, breached_at) values ($1, 'repair', 60, case when $2 then now() end)`,
      [id, breached],
    )
  await timed(await order({ occurred: 12 * day, submitted: 11 * day }), true)
  await timed(await order({ component: '踏板', occurred: 10 * day, submitted: 9 * day }), false)
  await order({ component: '踏板', occurred: 8 * day, submitted: 7 * day - 2 })
  const back = await order({ occurred: 30 * day, submitted: 15 * day })
  await rows(`insert into work_order_event (order_id, kind) values ($1, 'sentBack')`, [back])
  await order({ result: '没坏', occurred: 3 * day, submitted: 2 * day })
  for (const hours of [1, 23, 30, 80, 800]) await order({ occurred: hours, submitted: null })
  const below = await order({ occurred: 5 * day, submitted: day })
  await rows(`update work_order set organ_id = $2 where id = $1`, [below, point])

  const total = async (filter: Parameters<typeof person.call<typeof workOrders.list>>[1]) =>
    (await person.call(workOrders.list, filter)).data.totalDataNum
  const dayAgo = (days: number) => businessDayOf(Date.now() - days * day * 3_600_000)
  let compared = 0
  const same = async (figure: number, filter: Parameters<typeof total>[0]) => {
    compared += figure
    expect([filter, await total(filter)]).toEqual([filter, figure])
  }
  for (const [from, to] of [
    [40, 0],
    [16, 8],
    [2, 2],
  ] as const) {
    for (const of of [{}, { organId: organ }, { organId: point }]) {
      const asked = { ...of, beginDate: dayAgo(from), endDate: dayAgo(to) }
      const submitted = { ...of, submittedFrom: asked.beginDate, submittedTo: asked.endDate }
      const { data } = await person.call(opsFigures.summary, asked)
      await same(data.opened, asked)
      await same(data.submitted, submitted)
      await same(data.failures, { ...submitted, countedAs: 'failure' })
      await same(data.timed, { ...submitted, countedAs: 'timed' })
      await same(data.onTime, { ...submitted, countedAs: 'onTime' })
      await same(data.timed - data.onTime, { ...submitted, countedAs: 'late' })
      await same(data.settled, { ...submitted, countedAs: 'settled' })
      await same(data.firstTimeFixed, { ...submitted, countedAs: 'fixedFirst' })
      await same(data.settled - data.firstTimeFixed, { ...submitted, countedAs: 'notFixedFirst' })
      for (const by of ['component', 'faultType', 'organ'] as const) {
        const name = { component: 'componentKindId', faultType: 'faultTypeId', organ: 'organId' }[by]
        for (const { id, failures } of (await person.call(opsFigures.pareto, { ...asked, by })).data)
          await same(failures, {
            ...submitted,
            countedAs: 'failure',
            [name]: id,
            ...(by === 'organ' && { organAlone: 'yes' as const }),
          })
      }
      for (const row of (await person.call(opsFigures.byOrgan, asked)).data.dataList) {
        const alone = { organId: row.organId, organAlone: 'yes' } as const
        await same(row.open, { ...alone, show: 'open' })
        await same(row.submitted, { ...submitted, ...alone })
        await same(row.failures, { ...submitted, ...alone, countedAs: 'failure' })
      }
    }
  }
  for (const { age, orders, overdue } of (await person.call(opsFigures.backlog, { organId: organ })).data) {
    await same(orders, { organId: organ, age })
    await same(overdue, { organId: organ, age, late: 'overdue' })
  }
  await rollupsHold()
  // There was something to compare in each of them.
  expect(compared).toBeGreaterThan(100)
})
