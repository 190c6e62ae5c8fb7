import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'
import { expectSound } from '../../../../test/workOrders.ts'

const { jobs, workOrders } = contract
let app: TestApp
beforeEachTest(async given => {
  app = given
})

test('关闭 of many closes those that nobody is at, each with its reason and note, and says of the others why not', async () => {
  const { pool } = app.services
  const school = await makeOrganisation(pool)
  const room = await makeClassroom(pool, school)
  const chief = await app.signedIn({ codes: ['ops', 'ops:dispatch'], organs: [school] })
  const technician = await app.signedIn({ codes: ['ops', 'ops:handle'], organs: [school] })
  await addTechnician(pool, technician.memberId, school)
  const reported = async () => {
    const { data } = await chief.call(workOrders.add, {
      simulatorId: (await makeSimulator(pool, { organ: school, room })).id,
      componentKindId: 1,
      description: '踏板没有反应',
    })
    return data.orderId
  }
  const [pending, assigned, handling, left] = [
    await reported(),
    await reported(),
    await reported(),
    await reported(),
  ]
  for (const orderId of [assigned, handling])
    await chief.call(workOrders.dispatch, { orderId, assigneeId: technician.memberId })
  await technician.call(workOrders.accept, { orderId: handling })

  const { data } = await chief.call(jobs.start, {
    kind: 'workOrder.close',
    selection: { ids: [pending, assigned, handling] },
    input: { reason: 'mistake', note: '演练' },
  })
  await until('the job ended', async () => {
    const { data: found } = await chief.call(jobs.list, { jobId: data.jobId })
    return found.dataList[0]?.finishedAt !== null || undefined
  })

  const { data: told } = await chief.call(jobs.rows, { jobId: data.jobId })
  expect(told.dataList.map(({ reason }) => reason)).toEqual([
    null,
    null,
    errors.workOrderNot.sentence('处理中', '关闭'),
  ])
  for (const orderId of [pending, assigned]) {
    const { data: order } = await chief.call(workOrders.info, { orderId })
    expect(order).toMatchObject({ state: 'closed', closeReason: 'mistake' })
    expect(order.events[0]).toMatchObject({ kind: 'closed', to: 'closed' })
    expect(order.events[0]?.text).toContain('演练')
  }
  for (const [orderId, state] of [
    [handling, 'handling'],
    [left, 'pending'],
  ] as const)
    expect((await chief.call(workOrders.info, { orderId })).data).toMatchObject({ state, closeReason: null })
  await expectSound(app)
})
