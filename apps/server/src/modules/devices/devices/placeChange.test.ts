import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

const { devices, workOrders } = contract
let app: TestApp
beforeEachTest(async given => {
  app = given
})

const down = (person: Awaited<ReturnType<TestApp['signedIn']>>, orderId: number) =>
  person.call(workOrders.deviceDown, { orderId, down: true })

test.each<[what: string, begin: (orderId: number, person: Parameters<typeof down>[0]) => Promise<unknown>]>([
  [
    'a window',
    orderId =>
      app.services.pool.query(
        `insert into maintenance_window (simulator_id, order_id, to_at)
         select simulator_id, id, now() + interval '1 hour' from work_order where id = $1`,
        [orderId],
      ),
  ],
  [
    'what an order says of it',
    orderId => app.services.pool.query('update work_order set device_down = true where id = $1', [orderId]),
  ],
  [
    'a fault that staff raised',
    async (orderId, person) => {
      expect(await down(person, orderId)).toMatchObject({ code: 0 })
      await app.services.pool.query('update work_order set device_down = false')
    },
  ],
])('a device that is moved leaves %s behind, where that is all', async (_what, begin) => {
  const { pool } = app.services
  const [organ, organId] = [await makeOrganisation(pool), await makeOrganisation(pool)]
  const [room, roomId] = [await makeClassroom(pool, organ), await makeClassroom(pool, organId)]
  const { id: simulatorId } = await makeSimulator(pool, { organ, room })
  const person = await app.signedIn({ codes: ['device:edit', 'ops', 'ops:report', 'ops:dispatch'] })
  const description = '方向盘卡住'
  const { data } = await person.call(workOrders.add, { simulatorId, componentKindId: 1, description })
  await begin(data.orderId, person)
  const ofStaff = async () =>
    (
      await pool.query(`select 1 from maintenance_window where open
        union all select 1 from work_order where device_down
        union all select 1 from fault where code like 'STAFF-%' and cleared_at is null`)
    ).rowCount
  expect(await ofStaff()).toBe(1)
  expect(await person.call(devices.move, { simulatorId, organId, roomId })).toMatchObject({ code: 0 })
  expect(await ofStaff()).toBe(0)
})

test('a move is taken back with the version that it left, as an act of its own, unless somebody changed the device meanwhile', async () => {
  const { pool } = app.services
  const [organ, organId] = [await makeOrganisation(pool), await makeOrganisation(pool)]
  const [room, roomId] = [await makeClassroom(pool, organ), await makeClassroom(pool, organId)]
  const { id: simulatorId } = await makeSimulator(pool, { organ, room })
  const person = await app.signedIn({ codes: ['device:simulator', 'device:edit'] })
  const row = async () => (await person.call(devices.baseInfo, { simulatorId })).data
  const { version } = await row()
  const move = (to: { organId: number; roomId: number }, read: number) =>
    person.call(devices.move, { simulatorId, ...to, version: read })
  const back = { organId: organ, roomId: room }
  expect(await move({ organId, roomId }, version)).toMatchObject({ code: 0 })
  expect(await move(back, version + 1)).toMatchObject({ code: 0 })
  expect(await row()).toMatchObject({ ...back, version: version + 2 })
  const { rows } = await pool.query(`select label from operation_log where label = '移动设备'`)
  expect(rows).toHaveLength(2)

  expect(await move({ organId, roomId }, version + 2)).toMatchObject({ code: 0 })
  await pool.query(`update simulator set name = name || '甲' where id = $1`, [simulatorId])
  expect(await move(back, version + 3)).toMatchObject({ code: errors.staleVersion.code })
  expect(await row()).toMatchObject({ organId, roomId })
})
