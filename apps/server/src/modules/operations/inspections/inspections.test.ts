import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeMember, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { systemScope } from '../../../platform/auth/scope.ts'
import { makeLabel } from '../../devices/devices/label.service.ts'
import { openDue, openFailures } from './planned.service.ts'

const { inspections, workOrders } = contract
let app: TestApp
let organ: number
let room: number
let person: Client & { memberId: number }
let devices: { id: number; sn: string }[]

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  organ = await makeOrganisation(pool)
  room = await makeClassroom(pool, organ)
  devices = []
  for (const name of ['甲', '乙'])
    devices.push(await makeSimulator(pool, { organ, room, name, carNum: `粤${name}01学` }))
  person = await app.signedIn({
    codes: ['ops', 'ops:dispatch', 'ops:handle', 'ops:report'],
    organs: [organ],
  })
})

const rows = async (sql: string, values: unknown[] = []) => (await app.services.pool.query(sql, values)).rows
async function makeList() {
  const [type] = await rows(`select id from fault_type where mark = 'unclassified'`)
  const base = { min: null, max: null, required: true, onFailTypeId: null }
  const { data } = await person.call(inspections.saveChecklist, {
    name: `清单${(await rows('select id from checklist')).length}`,
    items: [
      { ...base, key: 'screen', text: '画面清晰', kind: 'passFail', onFailTypeId: type.id },
      { ...base, key: 'heat', text: '温度', kind: 'number', min: 20, max: 80, onFailTypeId: type.id },
    ],
  })
  return data.checklistId
}
async function makePlan(more: { everyDays?: number; everyHours?: number; leadDays?: number; name?: string }) {
  return person.call(inspections.savePlan, {
    name: '保养',
    kind: 'maintenance',
    organIds: [organ],
    checklistId: await makeList(),
    leadDays: 0,
    needsSignature: false,
    needsPicture: false,
    ...more,
  })
}
const orders = () =>
  rows(
    `select w.id, w.source, w.state, w.planned_on, w.parent_id, w.simulator_id, w.description,
       (select count(*)::integer from work_order_device d where d.order_id = w.id) as devices
     from work_order w order by w.id`,
  )
const daysAgo = (days: number) =>
  rows(`update plan_device set last_done_at = now() - make_interval(days => $1)`, [days])

describe('a plan', () => {
  test('comes due by days, so many before; there is one order for a room while one is open', async () => {
    await makePlan({ everyDays: 30, leadDays: 3 })
    await daysAgo(26)
    await openDue(app.services)
    expect(await orders()).toEqual([])
    await daysAgo(27)
    await Promise.all([openDue(app.services), openDue(app.services), openDue(app.services)])
    await openDue(app.services)
    const [due] = await rows(`select (business_day(now()) + 3)::text as day`)
    expect(await orders()).toMatchObject([
      { source: 'plan', state: 'pending', devices: 2, simulator_id: null, planned_on: due.day },
    ])
    const { data } = await person.call(inspections.planDevices, { due: 'yes' })
    expect(data).toMatchObject({ totalDataNum: 2, dataList: [{ dueOn: due.day, hoursLeft: null }, {}] })
    expect(data.dataList.map(({ carNum }) => carNum).sort()).toEqual(['粤乙01学', '粤甲01学'].sort())
    expect(data.dataList[0]?.orderNo).toMatch(/^WO/)
  })

  test('counts from its order’s day once that was closed; opened again, it is due as it was', async () => {
    await makePlan({ everyDays: 30, everyHours: 10, leadDays: 3 })
    await daysAgo(40)
    const session = { simulator: devices[0]?.id ?? 0, organ, room, seconds: 36_000 }
    await makeSessions(app.services.pool, [{ ...session, at: '2026-10-05T09:00:00+08:00' }])
    await openDue(app.services)
    const [{ id: orderId }] = await orders()
    await person.call(workOrders.close, { orderId, reason: 'other', note: '教室停课' })
    const [{ today, next }] = await rows(
      'select business_day(now())::text as today, (business_day(now()) + 30)::text as next',
    )
    const due = async () => (await person.call(inspections.planDevices, {})).data.dataList
    expect(await due()).toMatchObject([
      { due: false, dueOn: next, hoursLeft: 10, skippedOn: today },
      { due: false, dueOn: next, hoursLeft: 10, skippedOn: today },
    ])
    expect((await person.call(inspections.plans, {})).data.dataList).toMatchObject([{ nextDueOn: next }])
    // As if it had been closed some days ago, and then a whole turn ago.
    await rows('update work_order set planned_on = planned_on - 5')
    await openDue(app.services)
    expect(await orders()).toHaveLength(1)
    await person.call(workOrders.reopen, { orderId })
    expect(await due()).toMatchObject([{ due: true, skippedOn: null }, { due: true }])
    await person.call(workOrders.close, { orderId, reason: 'other', note: '教室停课' })
    await rows('update plan_device set skipped_on = skipped_on - 28')
    await openDue(app.services)
    expect(await orders()).toMatchObject([{ state: 'closed' }, { state: 'pending' }])
  })

  test('without days ahead makes orders that are not 即将超时 from their first moment', async () => {
    await makePlan({ everyDays: 30, leadDays: 0 })
    await daysAgo(30)
    await openDue(app.services)
    const { data } = await person.call(workOrders.list, {})
    const [{ today }] = await rows('select business_day(now())::text as today')
    expect(data.dataList).toMatchObject([{ plannedOn: today, late: null }])
  })

  test('stands in the day list on the day to come, and the figures of a day are the orders that they lead to', async () => {
    await makePlan({ everyDays: 30, leadDays: 3 })
    await daysAgo(28)
    await openDue(app.services)
    const [range] = await rows(
      'select business_day(now())::text as "beginDate", (business_day(now()) + 3)::text as "endDate"',
    )
    const total = async (filter: Parameters<typeof person.call<typeof workOrders.list>>[1]) =>
      (await person.call(workOrders.list, filter)).data.totalDataNum
    const { data } = await person.call(inspections.visits, range)
    const [{ day }] = await rows('select (business_day(now()) + 2)::text as day')
    expect(data).toMatchObject([{ date: day, orders: 1, done: 0 }])
    const { dataList } = (await person.call(workOrders.list, { visitOn: day })).data
    expect(dataList).toMatchObject([{ source: 'plan', description: '保养', organId: organ, roomId: room }])
    const { data: order } = await person.call(workOrders.info, { orderId: dataList[0]?.orderId ?? 0 })
    expect(order.description).toBe('保养')
    for (const { date, orders, done } of data) {
      expect(await total({ visitOn: date })).toBe(orders)
      expect(await total({ visitOn: date, planKind: 'maintenance' })).toBe(orders)
      expect(await total({ visitOn: date, state: 'done' })).toBe(done)
    }
    expect(await total({ visitOn: range.beginDate })).toBe(0)
    expect(await total({ planKind: 'inspection' })).toBe(0)
  })

  test('comes due by hours of training, which the meter counts', async () => {
    await makePlan({ everyHours: 2 })
    const [device] = devices
    const session = { simulator: device?.id ?? 0, organ, room, seconds: 3600 }
    await makeSessions(app.services.pool, [{ ...session, at: '2026-10-05T09:00:00+08:00' }])
    await openDue(app.services)
    expect(await orders()).toEqual([])
    expect(
      (await person.call(inspections.planDevices, { simulatorId: device?.id })).data.dataList,
    ).toMatchObject([{ hoursLeft: 1, due: false }])
    await makeSessions(app.services.pool, [{ ...session, at: '2026-10-05T11:00:00+08:00' }])
    await openDue(app.services)
    expect(await orders()).toMatchObject([{ devices: 1 }])
  })

  test('begins on the spot, and counts anew from its approval for what was not skipped; what failed has an order once', async () => {
    const { pool } = app.services
    const { data: plan } = await makePlan({ everyDays: 30 })
    await daysAgo(40)
    const { data } = await person.call(inspections.startPlan, { planId: plan.planId, roomId: room })
    const again = await person.call(inspections.startPlan, { planId: plan.planId, roomId: room })
    expect(again).toMatchObject({ code: errors.planUnderWay.code })
    expect(await orders()).toMatchObject([{ id: data.orderId, state: 'handling', devices: 2 }])
    const { orderId } = data
    const [first, second] = devices
    const answers = [
      { key: 'screen', value: 'fail' },
      { key: 'heat', value: 95 },
    ]
    const refused = await person.call(workOrders.submit, { orderId })
    expect(refused.code).toBeLessThan(0)
    for (const [simulatorId, result] of [
      [first?.id ?? 0, 'fail'],
      [second?.id ?? 0, 'skip'],
    ] as const)
      expect(
        await person.call(workOrders.deviceAnswers, {
          orderId,
          simulatorId,
          result,
          answers: result === 'skip' ? [] : answers,
        }),
      ).toMatchObject({ code: 0 })
    expect(await person.call(workOrders.submit, { orderId })).toMatchObject({
      code: 0,
      data: { state: 'review' },
    })
    const school = await makeMember(pool, { codes: ['ops', 'ops:report'], organs: [organ] })
    const { data: tokens } = await app.signIn(school.account, school.password)
    await app.call(workOrders.approve, { orderId }, { authorization: `Bearer ${tokens.token}` })
    await Promise.all([openFailures(app.services), openFailures(app.services)])
    await openFailures(app.services)
    const made = (await orders()).slice(1)
    expect(made).toMatchObject([
      { source: 'inspection', parent_id: orderId, simulator_id: first?.id, description: '温度：95' },
      { source: 'inspection', parent_id: orderId, simulator_id: first?.id, description: '画面清晰：不通过' },
    ])
    const done = await rows(
      `select simulator_id, last_done_at > now() - interval '1 hour' as anew from plan_device order by 1`,
    )
    expect(done).toEqual([
      { simulator_id: first?.id, anew: true },
      { simulator_id: second?.id, anew: false },
    ])
  })

  test('needs one of both intervals, a free name, and organisations of the scope', async () => {
    expect((await makePlan({})).msg).toBe('请填写间隔天数或间隔训练小时，至少一项')
    await makePlan({ everyDays: 7 })
    const checklist = await rows('select id from checklist')
    const form = {
      kind: 'inspection',
      checklistId: checklist[0].id,
      leadDays: 0,
      everyDays: 7,
      needsSignature: false,
      needsPicture: false,
    } as const
    const taken = await person.call(inspections.savePlan, { ...form, name: '保养', organIds: [organ] })
    expect(taken).toMatchObject({ code: errors.planNameTaken.code })
    const other = await makeOrganisation(app.services.pool)
    const foreign = await person.call(inspections.savePlan, {
      ...form,
      name: '别处',
      organIds: [organ, other],
    })
    expect(foreign).toMatchObject({ code: errors.notFound.code })
  })
})

describe('a stock-taking', () => {
  const open = async (roomId?: number) =>
    (await person.call(inspections.openStocktake, { organId: organ, roomId })).data.stocktakeId
  const scan = async (stocktakeId: number, raw: string) =>
    (await person.call(inspections.scan, { stocktakeId, raw })).data

  test('says of each code what it is, and of what was not scanned that it is missing', async () => {
    const { pool, db, dataKeys } = app.services
    const [first] = devices
    const elsewhere = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ), name: '丙' })
    const disabled = await makeSimulator(pool, { organ, room, enabled: false })
    const foreign = await makeSimulator(pool, {
      organ: await makeOrganisation(pool),
      room: await makeClassroom(pool, organ),
    })
    const { url } = await makeLabel(db, systemScope, {
      simulatorId: first?.id ?? 0,
      baseUrl: 'http://localhost',
      dataKeys,
    })
    const id = await open(room)
    expect(await scan(id, url)).toMatchObject({ result: 'present', simulatorName: '甲', carNum: '粤甲01学' })
    expect(await scan(id, first?.sn.toLowerCase() ?? '')).toMatchObject({ result: 'duplicate' })
    expect(await scan(id, elsewhere.sn)).toMatchObject({ result: 'misplaced', simulatorName: '丙' })
    expect(await scan(id, disabled.sn)).toMatchObject({ result: 'disabled' })
    for (const raw of [foreign.sn, '随便', url.replace(/c=.*/, 'c=00000000')])
      expect(await scan(id, raw)).toMatchObject({ result: 'unknown', simulatorId: null })
    const { data } = await person.call(inspections.stocktake, { stocktakeId: id })
    expect(data).toMatchObject({ expected: 2, found: 1, missing: 1, misplaced: 1, unknown: 3, disabled: 1 })
    expect(data.devices).toContainEqual(expect.objectContaining({ simulatorName: '乙', carNum: '粤乙01学' }))
    const file = await person.call(inspections.stocktakeExport, { stocktakeId: id })
    const [head, ...lines] = file.body.trim().split('\r\n')
    expect(head).toContain('扫描时间,结果,设备名称,车牌号,设备编号,系统中的位置,扫描内容,扫描人')
    expect(lines).toContainEqual(expect.stringMatching(/^,缺失,乙,粤乙01学,.*,,$/))
    // By name, which each database orders in its own way.
    const found = data.devices.map(({ simulatorName, found }) => [simulatorName, found] as const)
    expect(new Map(found)).toEqual(
      new Map([
        ['甲', true],
        ['乙', false],
      ]),
    )
    await person.call(inspections.closeStocktake, { stocktakeId: id })
    expect(await person.call(inspections.scan, { stocktakeId: id, raw: '1234' })).toMatchObject({
      code: errors.stocktakeClosed.code,
      msg: '盘点已结束',
    })
  })

  test('takes a plate, or a seat of its place; what means several is asked about and not noted', async () => {
    const { pool } = app.services
    const next = await makeClassroom(pool, organ)
    const make = (at: number, name: string, carNum: string) =>
      makeSimulator(pool, { organ, room: at, name, carNum })
    const two = await make(room, '02 号模拟器', '粤A0002学')
    const twelve = await make(room, '12 号模拟器', '粤A0012学')
    const beside = await make(next, '02 号模拟器', '粤B7002学')
    await makeSimulator(pool, {
      organ: await makeOrganisation(pool),
      room: await makeClassroom(pool, organ),
      name: '09 号模拟器',
      carNum: '粤C0009学',
    })
    const id = await open(room)
    expect(await scan(id, '2')).toMatchObject({ result: 'present', simulatorId: two.id })
    for (const raw of ['02', '02 号', '２号', '粤a0002学'])
      expect(await scan(id, raw), raw).toMatchObject({ result: 'duplicate', simulatorId: two.id })
    expect(await scan(id, '粤Ａ 0012学')).toMatchObject({ result: 'present', simulatorId: twelve.id })
    expect(await scan(id, '粤B7002学')).toMatchObject({ result: 'misplaced', simulatorId: beside.id })
    for (const raw of ['9', '粤C0009学', '粤A00%', '0', '1234号'])
      expect(await scan(id, raw), raw).toMatchObject({ result: 'unknown', simulatorId: null })
    await person.call(inspections.closeStocktake, { stocktakeId: id })
    const whole = await open()
    expect(await person.call(inspections.scan, { stocktakeId: whole, raw: '02号' })).toMatchObject({
      code: errors.severalCalledSo.code,
      msg: '有 2 台设备都叫“02号”，请改输车牌号或设备编号',
    })
    expect((await person.call(inspections.stocktake, { stocktakeId: whole })).data.scans).toEqual([])
  })

  test('ends with what stands elsewhere in its room: then the next one finds all in place', async () => {
    const { pool } = app.services
    const elsewhere = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ), name: '丙' })
    const mover = await app.signedIn({ codes: ['ops', 'ops:handle', 'device:edit'], organs: [organ] })
    const id = await open(room)
    const { stands } = await scan(id, elsewhere.sn)
    const { simulatorId, version } = { simulatorId: elsewhere.id, version: stands?.version }
    const moved = { simulatorId, organId: organ, roomId: room, version }
    expect(await mover.call(contract.devices.move, moved)).toMatchObject({ code: 0 })
    const again = await mover.call(contract.devices.move, { ...moved, roomId: stands?.roomId ?? 0 })
    expect(again).toMatchObject({ code: errors.staleVersion.code })
    const info = async (stocktakeId: number) =>
      (await person.call(inspections.stocktake, { stocktakeId })).data
    // What was found stays as it was found; where it stands is as it is now.
    expect(await info(id)).toMatchObject({
      ...{ expected: 2, found: 0, missing: 2, misplaced: 1, unknown: 0, disabled: 0 },
      scans: [{ result: 'misplaced', stands: { roomId: room } }],
    })
    await person.call(inspections.closeStocktake, { stocktakeId: id })
    const next = await open(room)
    for (const { sn } of [...devices, elsewhere]) await scan(next, sn)
    expect(await info(next)).toMatchObject({ expected: 3, found: 3, missing: 0, misplaced: 0, unknown: 0 })
  })

  test('is one at a place, and twenty scans of one label at once count it once', async () => {
    const id = await open()
    const second = await person.call(inspections.openStocktake, { organId: organ })
    expect(second).toMatchObject({ code: errors.stocktakeOpen.code })
    const [first] = devices
    const results = await Promise.all(Array.from({ length: 20 }, () => scan(id, first?.sn ?? '')))
    expect(results.filter(({ result }) => result === 'present')).toHaveLength(1)
    expect(results.filter(({ result }) => result === 'duplicate')).toHaveLength(19)
  })
})
