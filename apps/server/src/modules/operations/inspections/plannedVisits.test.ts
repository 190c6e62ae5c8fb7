import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'
import { openDue } from './planned.service.ts'

// A planned order from waiting for somebody to what has to be there when it is submitted.

const { home, inspections, workOrders, files } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>

let app: TestApp
let organ: number
let simulator: number
let chief: Person
let technician: Person

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  organ = await makeOrganisation(pool)
  simulator = (await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })).id
  chief = await app.signedIn({ codes: ['ops', 'ops:dispatch'] })
  technician = await handler()
  await addTechnician(pool, technician.memberId, organ)
})

const handler = () => app.signedIn({ codes: ['ops', 'ops:handle'], organs: [organ] })

/** The order of a plan that is due. */
async function planned(needsPicture = false): Promise<number> {
  const item = { min: null, max: null, required: false, onFailTypeId: null } as const
  const { data } = await chief.call(inspections.saveChecklist, {
    name: '清单',
    items: [
      { ...item, key: 'screen', text: '画面清晰', kind: 'passFail' },
      { ...item, key: 'photo', text: '整机照片', kind: 'picture' },
    ],
  })
  await chief.call(inspections.savePlan, {
    name: '月度巡检',
    kind: 'inspection',
    organIds: [organ],
    checklistId: data.checklistId,
    everyDays: 30,
    leadDays: 3,
    needsSignature: false,
    needsPicture,
  })
  await app.services.pool.query(`update plan_device set last_done_at = now() - interval '30 days'`)
  await openDue(app.services)
  return (await chief.call(workOrders.list, { source: 'plan' })).data.dataList[0]?.orderId ?? 0
}

test('nobody’s yet, it is found by who may claim it, and by nobody else', async () => {
  const orderId = await planned()
  const found = async (who: Person) =>
    (await who.call(workOrders.list, { show: 'claimable' })).data.dataList.map(row => row.orderId)
  const stranger = await handler()
  await app.services.pool.query('insert into ops_staff (member_id, capacity) values ($1, 6)', [
    stranger.memberId,
  ])
  expect([await found(technician), await found(stranger), await found(chief)]).toEqual([[orderId], [], []])
  expect(await stranger.call(workOrders.claim, { orderId })).toMatchObject({ code: errors.claimUnfit.code })
  expect(await technician.call(workOrders.claim, { orderId })).toMatchObject({ data: { state: 'handling' } })
  expect(await found(technician)).toEqual([])
  const { data: visits } = await technician.call(workOrders.mine)
  expect(visits.flatMap(({ orders }) => orders.map(order => order.orderId))).toEqual([orderId])
})

test('it is called by its plan on 首页, as nothing is broken', async () => {
  const orderId = await planned()
  const { data } = await chief.call(home.blocks)
  const block = data.find(({ key }) => key === 'openOrders')
  expect(block).toMatchObject({ rows: [{ key: String(orderId), title: '月度巡检' }] })
})

test('a plan is content with a picture of the visit, and wants none where it does not say so', async () => {
  const orderId = await planned(true)
  await technician.call(workOrders.claim, { orderId })
  const upload = async () => (await technician.call(files.upload)).data.url
  const check = (picture: string | null) =>
    technician.call(workOrders.deviceAnswers, {
      orderId,
      simulatorId: simulator,
      result: 'pass',
      answers: [{ key: 'photo', value: null, picture }],
    })
  await check(null)
  expect(await technician.call(workOrders.submit, { orderId })).toMatchObject({
    msg: '该计划须有照片，请至少拍一张现场图片',
  })
  await check(await upload())
  // What was repaired meanwhile is shown as it is after that.
  const { rows } = await app.services.pool.query<{ id: number }>(
    `insert into deal_result (name, outcome, needs_picture) values ('已更换', 'replaced', true) returning id`,
  )
  expect(await technician.call(workOrders.submit, { orderId, dealResultId: rows[0]?.id })).toMatchObject({
    code: errors.afterPictureMissing.code,
  })
  expect(await technician.call(workOrders.submit, { orderId })).toMatchObject({ data: { state: 'review' } })
})

test('without 需要照片 it is submitted without any', async () => {
  const orderId = await planned()
  await technician.call(workOrders.claim, { orderId })
  await technician.call(workOrders.deviceAnswers, { orderId, simulatorId: simulator, result: 'pass' })
  expect(await technician.call(workOrders.submit, { orderId })).toMatchObject({ data: { state: 'review' } })
})
