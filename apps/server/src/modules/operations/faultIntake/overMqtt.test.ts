import { contract } from '@drivesim/contract'
import { startRepeatingFault } from '@drivesim/fleet/repeatingFault'
import { simulatorClient } from '@drivesim/fleet/simulatorClient'
import { newStatistics } from '@drivesim/fleet/statistics'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { connectDevice, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'
import { expectSound } from '../../../../test/workOrders.ts'
import { intake } from './service.ts'

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
    for (const code of ['STAFF-7', ' staff-7', 'ＳＴＡＦＦ－7']) await device.fault('raised', code)
    for (const code of ['E777', 'e777', ' Ｅ777 \n']) await device.fault('raised', code)
    await device.fault('raised', 'E778')
    const orders = async () =>
      (await person.call(workOrders.list, { simulatorId: simulator.id })).data.dataList
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

test('what was replaced at the place and signed for is over, though the device never says so', async () => {
  const { pool, devices } = app.services
  const organ = await makeOrganisation(pool)
  const simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  const person = await app.signedIn({ codes: ['ops', 'ops:handle'], organs: [organ] })
  await addTechnician(pool, person.memberId, organ)
  const added = await pool.query<{ id: number }>(
    `insert into deal_result (name, outcome) values ('已更换', 'replaced') returning id`,
  )
  const device = await connectDevice(devices.address() ?? '', simulator)
  try {
    await device.report()
    await device.fault('raised', 'E777')
    const orders = async () => (await person.call(workOrders.list, {})).data.dataList
    await until('the fault has an order', async () => (await orders()).length === 1)
    const orderId = (await orders())[0]?.orderId ?? 0
    await person.call(workOrders.claim, { orderId })
    await person.call(workOrders.arrive, { orderId })
    const { url } = (await person.call(contract.files.upload)).data
    await person.call(workOrders.submit, {
      orderId,
      dealResultId: added.rows[0]?.id,
      faultsStillOpen: true,
      signature: { name: '赵校长', url },
    })
    // The window that ended with it has the device's faults looked at once more.
    await until('nothing waits', async () => {
      await intake(app.services)
      return (await pool.query('select from fault_todo')).rowCount === 0
    })
    expect(await orders()).toMatchObject([{ orderId, state: 'done' }])
  } finally {
    device.client.end(true)
  }
})

describe('a fault that the device never said is over, after its order was ended by the books', () => {
  const result = async (name: string, outcome: string) =>
    (
      await app.services.pool.query<{ id: number }>(
        'insert into deal_result (name, outcome) values ($1, $2) returning id',
        [name, outcome],
      )
    ).rows[0]?.id
  type Person = Awaited<ReturnType<TestApp['signedIn']>>
  const accepted = (name: string, outcome: string) => async (person: Person, orderId: number) => {
    await person.call(workOrders.claim, { orderId })
    const { url } = (await person.call(contract.files.upload)).data
    const dealResultId = await result(name, outcome)
    const signature = { name: '赵校长', url }
    return person.call(workOrders.submit, { orderId, dealResultId, faultsStillOpen: true, signature })
  }

  test.each([
    [
      'closed as 误报',
      'ok',
      (person: Person, orderId: number) => person.call(workOrders.close, { orderId, reason: 'mistake' }),
    ],
    ['accepted as 无故障', 'ok', accepted('未发现故障', 'noFault')],
    // What was only handled for now goes on; said again, it is said.
    ['accepted as 临时处理', 'fault', accepted('临时绕过', 'temporary')],
  ])(
    '%s: the device is shown as %s, and the next raise has an order of its own',
    async (_way, health, end) => {
      const { pool, devices } = app.services
      const organ = await makeOrganisation(pool)
      const simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
      const codes = ['ops', 'ops:handle', 'ops:dispatch', 'device:simulator'] as const
      const person = await app.signedIn({ codes: [...codes], organs: [organ] })
      await addTechnician(pool, person.memberId, organ)
      const device = await connectDevice(devices.address() ?? '', simulator)
      try {
        await device.report()
        await device.fault('raised', 'E777')
        const orders = async () => (await person.call(workOrders.list, {})).data.dataList
        await until('the fault has an order', async () => (await orders()).length === 1)
        expect(await end(person, (await orders())[0]?.orderId ?? 0)).toMatchObject({ code: 0 })
        await device.report()
        const info = async () =>
          (await person.call(contract.devices.baseInfo, { simulatorId: simulator.id })).data
        expect(await info()).toMatchObject({ health })
        await device.fault('raised', 'E777')
        await device.fault('raised', 'E777')
        await until('the next one has its own', async () => (await orders()).length === 2)
        expect((await orders())[0]).toMatchObject({ state: 'pending', occurrences: 1 })
        expect(await info()).toMatchObject({ health: 'fault' })
        await expectSound(app)
      } finally {
        device.client.end(true)
      }
    },
  )
})

test('a loose cable that reports its fault again and again has one order', async () => {
  const { pool, devices } = app.services
  const organ = await makeOrganisation(pool)
  const { id, sn, key } = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  const person = await app.signedIn({ codes: ['ops'], organs: [organ] })
  const simulator = simulatorClient({
    url: devices.address() ?? '',
    sn,
    key,
    protocolVersion: 4,
    statistics: newStatistics(),
  })
  simulator.start()
  const still = startRepeatingFault(simulator, sn, 1, 20)
  try {
    const page = async () => (await person.call(workOrders.list, { simulatorId: id })).data
    await until('it was reported four times', async () => ((await page()).dataList[0]?.occurrences ?? 0) > 3)
    expect(await page()).toMatchObject({
      totalDataNum: 1,
      dataList: [{ source: 'device', state: 'pending' }],
    })
  } finally {
    still()
    await simulator.stop()
  }
})
