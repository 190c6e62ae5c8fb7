import { contract, errors, type WorkOrderState } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'
import { expectSound } from '../../../../test/workOrders.ts'

const { workOrders } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>

let app: TestApp
let school: number
let room: number
let simulator: { id: number; sn: string }
/** Sends out, repairs, and accepts for the school. */
let chief: Person
let technician: Person
let teacher: Person

beforeEachTest(async given => {
  app = given
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  room = await makeClassroom(pool, school)
  simulator = await makeSimulator(pool, { organ: school, room, carNum: '粤A0001学' })
  chief = await app.signedIn({ codes: ['ops', 'ops:dispatch'] })
  technician = await app.signedIn({ name: '王师傅', codes: ['ops', 'ops:handle'], organs: [school] })
  teacher = await app.signedIn({ name: '李老师', codes: ['ops', 'ops:report'], organs: [school] })
  await addTechnician(pool, technician.memberId, school)
})

const component = async () =>
  (await chief.call(contract.opsSettings.choices)).data.components[0]?.value as number
const dealResult = async () =>
  (await chief.call(contract.opsSettings.choices)).data.dealResults[0]?.value as number

async function reported(
  more: Partial<Parameters<typeof teacher.send>[1] & object> = {},
  by = teacher,
): Promise<number> {
  const { data, msg } = await by.call(workOrders.add, {
    simulatorId: simulator.id,
    componentKindId: await component(),
    description: '踏板没有反应',
    ...more,
  })
  expect(msg).toBe('')
  return data.orderId
}

async function handled(): Promise<number> {
  const orderId = await reported()
  expect(
    (await chief.call(workOrders.dispatch, { orderId, assigneeId: technician.memberId })).data.state,
  ).toBe('assigned')
  expect((await technician.call(workOrders.accept, { orderId })).data.state).toBe('handling')
  return orderId
}

const stateOf = async (orderId: number): Promise<WorkOrderState> =>
  (await chief.call(workOrders.info, { orderId })).data.state

const waiting = async (orderId: number) => {
  const { rows } = await app.services.pool.query<{ key: string; member_id: number | null }>(
    'select key, member_id from attention where subject = $1 and ends_at is null order by key',
    [`workOrder:${orderId}`],
  )
  return rows.map(({ key, member_id }) => (member_id === null ? key : `${key} ${member_id}`))
}

test('a technician with too many orders that the asker may not see is said to be full with others', async () => {
  const { pool } = app.services
  const elsewhere = await makeOrganisation(pool, { name: '乙驾校' })
  const device = await makeSimulator(pool, {
    organ: elsewhere,
    room: await makeClassroom(pool, elsewhere),
  })
  const both = await app.signedIn({ codes: ['ops', 'ops:handle'], organs: [school, elsewhere] })
  await addTechnician(pool, both.memberId, school, 1)
  await pool.query('insert into staff_coverage (member_id, organ_id) values ($1, $2)', [
    both.memberId,
    elsewhere,
  ])
  const other = await reported({ simulatorId: device.id }, chief)
  await chief.call(workOrders.dispatch, { orderId: other, assigneeId: both.memberId })
  const orderId = await reported()
  const local = await app.signedIn({ codes: ['ops', 'ops:dispatch'], organs: [school] })
  const said = async (person: Person) =>
    (await person.call(workOrders.recommend, { orderId })).data.candidates.find(
      ({ memberId }) => memberId === both.memberId,
    )?.reason
  expect(await said(chief)).toBe('负责该驾校，会修网络，手上 1/1 单，手上已满')
  expect(await said(local)).toBe('负责该驾校，会修网络，手上 0/1 单，连同其他机构的工单手上已满')
})

describe('from the report to the signature', () => {
  test('an order goes its way, and everybody is told what waits for them', async () => {
    const orderId = await reported()
    expect(await waiting(orderId)).toEqual(['toDispatch'])
    const { data } = await chief.call(workOrders.recommend, { orderId })
    expect(data.nobody).toBeNull()
    expect(data.candidates).toMatchObject([
      { name: '王师傅', recommended: true, reason: '负责该驾校，会修网络，手上 0/6 单' },
    ])
    await chief.call(workOrders.dispatch, { orderId, assigneeId: technician.memberId })
    expect(await waiting(orderId)).toEqual([`toAccept ${technician.memberId}`])
    await technician.call(workOrders.accept, { orderId })
    expect(await waiting(orderId)).toEqual([])
    await technician.call(workOrders.arrive, { orderId })
    expect((await technician.call(workOrders.info, { orderId })).data.badges).toEqual(['underRepair'])
    const underway = async () => (await chief.call(workOrders.underway)).data
    expect(await underway()).toMatchObject([
      { simulatorId: simulator.id, orderId, state: 'handling', underRepair: true },
    ])
    await technician.call(workOrders.partAdd, { orderId, name: '踏板传感器', price: 12_000, quantity: 2 })
    const submitted = await technician.call(workOrders.submit, {
      orderId,
      dealResultId: await dealResult(),
      note: '已更换传感器',
      serviceFee: 5_000,
    })
    expect(submitted).toMatchObject({ code: 0, data: { state: 'review' } })
    expect(await waiting(orderId)).toEqual(['toApprove'])
    expect(await technician.call(workOrders.approve, { orderId })).toMatchObject({
      code: errors.ownWorkOrder.code,
    })
    expect(await underway()).toMatchObject([{ orderId, state: 'review', underRepair: false }])
    expect((await teacher.call(workOrders.approve, { orderId })).data.state).toBe('done')
    expect(await underway()).toEqual([])
    const { data: info } = await teacher.call(workOrders.info, { orderId })
    expect(info).toMatchObject({ partsFee: 24_000, serviceFee: 5_000, badges: [], dueAt: null })
    expect(info.events.map(({ kind }) => kind).reverse()).toEqual([
      'opened',
      'dispatched',
      'accepted',
      'arrived',
      'partAdded',
      'submitted',
      'approved',
    ])
    expect(await waiting(orderId)).toEqual([])
    await expectSound(app)
  })

  test('sent back, paused, taken back, closed and opened again', async () => {
    const orderId = await handled()
    const resumeBy = new Date(Date.now() + 3_600_000).toISOString()
    await technician.call(workOrders.pause, { orderId, reason: 'parts', resumeBy })
    expect((await chief.call(workOrders.info, { orderId })).data.badges).toEqual(['paused'])
    expect(await technician.call(workOrders.submit, { orderId })).toMatchObject({
      code: errors.workOrderPaused.code,
    })
    await technician.call(workOrders.resume, { orderId })
    expect(await technician.call(workOrders.submit, { orderId })).toMatchObject({
      code: errors.dealResultMissing.code,
    })
    await technician.call(workOrders.submit, { orderId, dealResultId: await dealResult() })
    expect((await teacher.call(workOrders.sendBack, { orderId, reason: '还是不行' })).data.state).toBe(
      'handling',
    )
    expect((await chief.call(workOrders.reassign, { orderId, reason: '换人' })).data.state).toBe('pending')
    await chief.call(workOrders.close, { orderId, reason: 'mistake' })
    expect((await chief.call(workOrders.reopen, { orderId })).data.state).toBe('pending')
    await expectSound(app)
  })

  test('who has no part in an act is told so, and why', async () => {
    const orderId = await handled()
    expect(await chief.call(workOrders.accept, { orderId })).toMatchObject({ code: errors.forbidden.code })
    const other = await app.signedIn({ codes: ['ops', 'ops:handle'], organs: [school] })
    expect(await other.call(workOrders.submit, { orderId, dealResultId: 1 })).toMatchObject({
      code: errors.notAssignee.code,
      msg: '只有负责人王师傅能提交完工',
    })
    expect(await chief.call(workOrders.dispatch, { orderId, assigneeId: other.memberId })).toMatchObject({
      msg: '工单是“处理中”状态，不能派单，请刷新后重试',
    })
    expect(
      await chief.call(workOrders.reassign, { orderId, assigneeId: other.memberId, reason: 'x' }),
    ).toMatchObject({ code: errors.notFound.code })
    const { data } = await other.call(workOrders.info, { orderId })
    expect(data.actions.find(({ action }) => action === 'submit')).toEqual({
      action: 'submit',
      allowed: false,
      reason: '只有负责人王师傅能提交完工',
    })
    expect(data.actions.some(({ action }) => action === 'dispatch')).toBe(false)
  })

  test('a second order of a component is asked about, and a duplicate takes its faults along', async () => {
    const orderId = await reported()
    const again = { simulatorId: simulator.id, componentKindId: await component(), description: '又坏了' }
    const refused = await teacher.call(workOrders.add, again)
    expect(refused.code).toBe(errors.workOrderOpen.code)
    expect(refused.data).toMatchObject({ orderId })
    const { data } = await teacher.call(workOrders.add, { ...again, force: true })
    await chief.call(workOrders.close, { orderId: data.orderId, reason: 'duplicate', mergedInto: orderId })
    expect(await stateOf(data.orderId)).toBe('closed')
    const closed = await chief.call(workOrders.list, { state: 'closed' })
    expect(closed.data.dataList).toMatchObject([{ orderId: data.orderId, reopenable: false }])
    expect((await chief.call(workOrders.info, { orderId })).data.occurrences).toBe(2)
    expect(await chief.call(workOrders.reopen, { orderId: data.orderId })).toMatchObject({
      code: errors.workOrderMerged.code,
    })
    await expectSound(app)
  })
})

describe('the health of a device', () => {
  const health = async () => (await chief.call(contract.devices.baseInfo, { simulatorId: simulator.id })).data

  test('stopped by staff until the repair is accepted; what it reported before is repaired', async () => {
    const { pool } = app.services
    chief = await app.signedIn({ codes: ['ops', 'ops:dispatch', 'device:simulator'] })
    const orderId = await handled()
    await technician.call(workOrders.deviceDown, { orderId, down: true })
    expect(await health()).toMatchObject({ health: 'fault' })
    const { rows } = await pool.query<{ id: number }>(
      `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at)
       values ($1, $2, $3, 'E202', '油门踏板无信号', now() - interval '1 minute') returning id`,
      [simulator.id, school, room],
    )
    await pool.query('insert into work_order_fault (fault_id, order_id) values ($1, $2)', [
      rows[0]?.id,
      orderId,
    ])
    const { data: choices } = await chief.call(contract.opsSettings.choices)
    expect(choices.dealResults.length).toBeGreaterThan(0)
    const { rows: results } = await pool.query<{ id: number }>(
      `insert into deal_result (name, outcome) values ('已更换', 'replaced') returning id`,
    )
    const dealResultId = results[0]?.id ?? 0
    expect(await technician.call(workOrders.submit, { orderId, dealResultId })).toMatchObject({
      msg: '设备仍在上报“油门踏板无信号”，请确认已修复',
    })
    await technician.call(workOrders.submit, { orderId, dealResultId, faultsStillOpen: true })
    await teacher.call(workOrders.approve, { orderId })
    expect(await health()).toMatchObject({ health: 'ok' })
    const { data: info } = await chief.call(workOrders.info, { orderId })
    expect(info.faults).toMatchObject([{ code: 'E202', closedBy: '李老师' }])
    await expectSound(app)
  })
})

test('whoever would not be sent an order does not claim it', async () => {
  const other = await app.signedIn({ codes: ['ops', 'ops:handle'], organs: [school] })
  const orderId = await reported()
  expect(await other.call(workOrders.claim, { orderId })).toMatchObject({
    code: errors.claimUnfit.code,
    msg: '您不是运维人员，不能认领该工单，请联系调度派单',
  })
  expect(await stateOf(orderId)).toBe('pending')
})

describe('twenty at once', () => {
  const twenty = <T>(act: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 20 }, (_, index) => act(index)))
  const codes = (answers: readonly { code: number }[]) =>
    answers.map(({ code }) => code).sort((a, b) => a - b)
  const oneActed = [...Array.from({ length: 19 }, () => errors.workOrderNot.code), 0]

  test('one claims', async () => {
    const orderId = await reported()
    expect(codes(await twenty(() => technician.call(workOrders.claim, { orderId })))).toEqual(oneActed)
    await expectSound(app)
  })
  test('one accepts', async () => {
    const orderId = await reported()
    await chief.call(workOrders.dispatch, { orderId, assigneeId: technician.memberId })
    expect(codes(await twenty(() => technician.call(workOrders.accept, { orderId })))).toEqual(oneActed)
    await expectSound(app)
  })
  test('one approves or sends back', async () => {
    const orderId = await handled()
    await technician.call(workOrders.submit, { orderId, dealResultId: await dealResult() })
    const answers = await twenty(index =>
      index % 2 === 0
        ? teacher.call(workOrders.approve, { orderId })
        : teacher.call(workOrders.sendBack, { orderId, reason: '再看看' }),
    )
    expect(codes(answers)).toEqual(oneActed)
    await expectSound(app)
  })
})

describe('lists', () => {
  beforeEach(async () => {
    await reported()
    await handled2()
  })
  /** Another one, of another component, in hand. */
  async function handled2() {
    const { data } = await teacher.call(workOrders.add, {
      roomId: room,
      componentKindId: await component(),
      description: '整个教室断电',
      priority: 'urgent',
    })
    await technician.call(workOrders.claim, { orderId: data.orderId })
  }

  test('filters and totals, the kanban, and a technician’s own by place', async () => {
    const page = async (filter: object) => {
      const { data, msg } = await chief.send(workOrders.list, filter)
      expect(msg).toBe('')
      return (data as { totalDataNum: number }).totalDataNum
    }
    expect(await page({})).toBe(2)
    expect(await page({ state: 'handling' })).toBe(1)
    expect(await page({ organId: school, sortField: 'dueAt' })).toBe(2)
    expect(await page({ paramValue: simulator.sn })).toBe(1)
    expect(await page({ paramValue: '粤a00' })).toBe(1)
    expect(await page({ priority: 'urgent', show: 'open' })).toBe(1)
    expect(await page({ late: 'overdue' })).toBe(0)
    expect(await page({ simulatorId: simulator.id })).toBe(1)
    const { data: kanban } = await chief.call(workOrders.kanban, { priority: 'urgent' })
    expect(kanban.columns.map(({ state, total }) => [state, total])).toContainEqual(['handling', 1])
    const { data: mine } = await technician.call(workOrders.mine)
    expect(mine).toMatchObject([{ organName: '甲驾校', orders: [{ description: '整个教室断电' }] }])
    const { data: all } = await chief.call(workOrders.list, { paramValue: simulator.sn })
    expect(all.dataList).toMatchObject([{ carNum: '粤A0001学' }])
    const file = await chief.call(workOrders.export, {})
    expect(file.body).toContain('粤A0001学')
    expect(file.body).toContain('整个教室断电')
    const todos = await chief.call(contract.home.todos)
    expect(todos.data).toMatchObject([{ key: 'workOrdersToDispatch', count: 1 }])
  })
})
