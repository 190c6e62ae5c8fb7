import { contract, type DataOf, homeBlockKeys, isWorkBlock } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before, last } from '../../../../test/calendar.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'
import { Months, midMonth, wireMonth } from '../../../../test/months.ts'
import { serverOf } from '../../../../test/serverOf.ts'
import { addTechnician } from '../../../../test/technicians.ts'
import type { HomeBlockPart } from '../../../platform/homePart.ts'
import { closeDue } from '../../money/bills/closing.service.ts'
import { homeModule } from './routes.ts'

// What the blocks of 首页 say: to whom, and that each figure opens just what it counts.

const { bills, home, opsSettings, views, workOrders } = contract
let app: TestApp
beforeEachTest(async built => {
  app = built
})

type Block = Extract<DataOf<typeof home.blocks>[number], { rows: unknown }>

async function blockOf(who: Client, key: Block['key']): Promise<Block> {
  const found = (await who.call(home.blocks)).data.find(block => block.key === key)
  if (found === undefined || 'failed' in found) throw new Error(`${key} is not there`)
  return found
}
const asked = (to: string) => Object.fromEntries(new URL(to, 'http://any').searchParams)

test.each([
  [['ops', 'ops:handle'], ['myOrders']],
  [['ops', 'ops:dispatch'], ['openOrders']],
  [['device', 'device:running'], ['training']],
  // Others see simulators, not who trains.
  [['device', 'device:simulator'], []],
  [['order:edit'], ['uncovered']],
  [['finance', 'finance:accCheck'], ['monthClose']],
  [['finance', 'finance:home', 'finance:edit'], []],
  [[], []],
] as const)('who holds %j is told of %j', async (codes, keys) => {
  const who = await app.signedIn({ codes: [...codes] })
  expect((await who.call(home.blocks)).data.map(({ key }) => key)).toEqual(keys)
})

test('the month’s close: each figure is what its list adds up to, of the platform and of one school', async () => {
  const months = await Months.of(app)
  const [school, other] = [await months.school('甲驾校'), await months.school('乙驾校')]
  for (const { id, clerk, student } of [school, other]) {
    await months.sign(id)
    await months.online(student, 100_000, midMonth(before))
    await months.buy(clerk, student, id, 100_000, midMonth(before))
  }
  await months.offline(school.clerk, school.student, 80_000, midMonth(last))
  await months.buy(school.clerk, school.student, school.id, 80_000, midMonth(last))
  for (const month of [before, last]) await months.keeper.call(bills.close, { month: wireMonth(month) })
  await closeDue(app.services)
  const debt = await months.bill(school.id, last)
  await months.settled(school.checker, debt.billId)
  for (const who of [months.keeper, school.checker, other.checker]) {
    const { figures, rows } = await blockOf(who, 'monthClose')
    const ofBills = figures.filter(({ to }) => to.startsWith('/finacial/reconciliation?s'))
    expect(ofBills).toHaveLength(5)
    for (const { label, unit, value, to } of ofBills) {
      const { totalDataNum, sum } = (await who.call(bills.list, asked(to))).data
      const listed = unit === 'count' ? totalDataNum : sum.leftToSchools + sum.leftBySchools
      expect([label, value]).toEqual([label, listed])
    }
    const open = (await who.call(bills.list, { due: 'open' })).data
    expect(rows).toHaveLength(Math.min(open.totalDataNum, 5))
  }
  const own = await blockOf(school.checker, 'monthClose')
  expect(own.figures.map(({ label }) => label)).not.toContain('待我审批')
  expect(own.rows.every(({ title }) => title.startsWith('甲驾校'))).toBe(true)
  const all = await blockOf(months.keeper, 'monthClose')
  expect(all.figures.map(({ label }) => label)).toEqual(expect.arrayContaining(['待我审批', '渠道差异']))
  // What is overdue stands before what is due later.
  await months.sql('update bill set due_on = business_day(now()) - 3 where id = $1', [debt.billId])
  expect((await blockOf(months.keeper, 'monthClose')).rows[0]).toMatchObject({
    key: String(debt.billId),
    tone: 'danger',
    mark: expect.stringContaining('已逾期'),
  })
})

test('a technician sees their own orders, the next to be due first, and not a colleague’s', async () => {
  const { pool } = app.services
  const school = await makeOrganisation(pool)
  const room = await makeClassroom(pool, school)
  const chief = await app.signedIn({ codes: ['ops', 'ops:dispatch', 'ops:report'] })
  const hands = { codes: ['ops', 'ops:handle'] as const, organs: [school] }
  const [first, second] = [
    await app.signedIn({ ...hands, codes: [...hands.codes] }),
    await app.signedIn({ ...hands, codes: [...hands.codes] }),
  ]
  for (const { memberId } of [first, second]) await addTechnician(pool, memberId, school)
  const componentKindId = (await chief.call(opsSettings.choices)).data.components[0]?.value ?? 0
  const sent = async (assigneeId: number) => {
    const { id } = await makeSimulator(pool, { organ: school, room })
    const form = { simulatorId: id, componentKindId, description: '踏板没有反应' }
    const { orderId } = (await chief.call(workOrders.add, form)).data
    await chief.call(workOrders.dispatch, { orderId, assigneeId })
    return orderId
  }
  const mine = [await sent(first.memberId), await sent(first.memberId)]
  await sent(second.memberId)
  await pool.query(`update work_order set due_at = now() - interval '1 hour' where id = $1`, [mine[1]])
  const block = await blockOf(first, 'myOrders')
  expect(block.rows.map(({ key }) => Number(key))).toEqual(mine.toReversed())
  expect(block.figures.map(({ label, value }) => [label, value])).toContainEqual(['待接单', 2])
  for (const who of [first, chief])
    for (const { figures } of (await who.call(home.blocks)).data.flatMap(found =>
      'figures' in found && found.key.endsWith('Orders') ? [found] : [],
    ))
      for (const { label, value, to } of figures) {
        const { totalDataNum } = (await who.call(workOrders.list, asked(to))).data
        expect([label, value]).toEqual([label, totalDataNum])
      }
})

test('who trains now, in the scope', async () => {
  const { pool } = app.services
  const [school, other] = [await makeOrganisation(pool), await makeOrganisation(pool)]
  for (const organ of [school, other]) {
    const { id } = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
    await setState(pool, id, { online: true, activity: 'training', since: new Date().toISOString() })
  }
  const who = await app.signedIn({ codes: ['device', 'device:running'], organs: [school] })
  const { figures, rows } = await blockOf(who, 'training')
  expect(rows).toHaveLength(1)
  expect(figures[0]).toMatchObject({ label: '训练中', value: 1 })
})

test('what domains say is a block that there is', () => {
  const { homeBlocks } = app.services.parts
  expect(homeBlocks.map(({ key }) => key).filter(key => !isWorkBlock(key))).toEqual([])
  expect(new Set(homeBlocks.map(({ key }) => key)).size).toBe(homeBlockKeys.length)
})

test('a part that fails takes its block, and no other one', async () => {
  const { services } = app
  const said = (key: HomeBlockPart['key'], ok: boolean): HomeBlockPart => ({
    key,
    read: async () => {
      if (!ok) throw new Error('no reason')
      return { figures: [], rows: [] }
    },
  })
  const homeBlocks = [said('monthClose', true), said('monthClose', false), said('uncovered', true)]
  const server = serverOf([homeModule], { ...services, parts: { ...services.parts, homeBlocks } })
  const { token } = await app.signedIn({ codes: ['finance', 'finance:accCheck', 'order:edit'] })
  const response = await server.inject({
    url: `/dm-api${home.blocks.path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  await server.close()
  expect(response.json().data).toEqual([
    { key: 'monthClose', failed: true },
    { key: 'uncovered', figures: [], rows: [] },
  ])
})

test('how somebody arranged the page comes with it, for them alone, until it is as it was', async () => {
  const [who, another] = [await app.signedIn(), await app.signedIn()]
  const look = [
    { key: 'recent', hidden: false },
    { key: 'figures', hidden: true },
  ]
  const choose = (columns: typeof look | null) =>
    who.call(views.choose, {
      list: 'home',
      columns: columns?.map(column => ({ ...column, width: null, pin: false })) ?? null,
      dense: null,
    })
  expect((await who.call(home.overview)).data.look).toBeUndefined()
  await choose(look)
  expect((await who.call(home.overview)).data.look).toEqual(look)
  expect((await another.call(home.overview)).data.look).toBeUndefined()
  await choose(null)
  expect((await who.call(home.overview)).data.look).toBeUndefined()
})
