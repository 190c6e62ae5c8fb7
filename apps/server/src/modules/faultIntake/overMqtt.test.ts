import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../test/app.ts'
import { connectDevice, until } from '../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../test/factories.ts'

const { workOrders } = contract
let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { OPERATIONS: '1' },
)

test('a fault that a device reports becomes one order by itself, which staff see; a code of theirs it may not send', async () => {
  const { pool, devices } = app.services
  const organ = await makeOrganisation(pool)
  const simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  const person = await app.signedIn({ codes: ['ops'], organs: [organ] })
  const device = await connectDevice(devices.address() ?? '', simulator)
  try {
    await device.report()
    await device.fault('raised', 'STAFF-7')
    await device.fault('raised', 'E777')
    await device.fault('raised', 'E778')
    const orders = async () =>
      (await person.call(workOrders.page, { simulatorId: simulator.id })).data.dataList
    await until('both faults belong to one order', async () => (await orders())[0]?.occurrences === 2)
    expect(await orders()).toMatchObject([{ source: 'device', state: 'pending', faultTypeName: '未分类' }])
    await device.fault('cleared', 'E777')
    await device.fault('cleared', 'E778')
    await until('it recovered', async () => (await orders())[0]?.badges.includes('recovered'))
    const { rows } = await pool.query('select code from fault order by code')
    expect(rows).toEqual([{ code: 'E777' }, { code: 'E778' }])
  } finally {
    device.client.end(true)
  }
})
