import { contract } from '@drivesim/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { type Credentials, connectDevice, type Device } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { alwaysAllowed, minute, saveSettingsSql } from '../../../../test/noticeRule.ts'
import { remind } from './engine.service.ts'

// What is odd about how a device speaks, from its messages to the page and to the reminder.

let app: TestApp
let simulator: Credentials & { id: number }
let person: Client & { memberId: number }
const connected: Device[] = []

beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  const { pool } = app.services
  const organ = await makeOrganisation(pool, { name: '甲驾校' })
  simulator = await makeSimulator(pool, {
    organ,
    room: await makeClassroom(pool, organ),
    name: '02 号模拟器',
  })
  person = await app.signedIn({ codes: ['device:simulator'], organs: [organ] })
  await rows(saveSettingsSql(person.memberId, 'deviceFault', [alwaysAllowed('system', 10)]))
  await rows('update notice_progress set looked_until = now()')
})
afterEach(() => {
  for (const { client } of connected.splice(0)) client.end(true)
})

const rows = (sql: string) => query(app.database.ownerUrl, sql)
async function connect(clientId: string): Promise<Device> {
  const device = await connectDevice(app.services.devices.address() ?? '', simulator, { clientId })
  connected.push(device)
  return device
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const page = async () => (await person.call(contract.devices.baseInfo, { simulatorId: simulator.id })).data
/** Looks as if so many minutes had gone by. */
const lookIn = (minutes: number) => remind(app.services, new Date(Date.now() + minutes * minute))
const told = () => rows('select brief from message order by id')

test('several devices under one number: shown, reminded of once, and over when one is left', async () => {
  const [one, two] = [await connect('one'), await connect('two')]
  await one.report()
  await one.report()
  expect((await page()).sharedSince).toBeNull()
  for (const device of [two, one, two]) {
    await device.report()
    await device.report()
  }
  expect(Date.parse((await page()).sharedSince ?? '')).toBeGreaterThan(Date.now() - minute)
  expect(await lookIn(9)).toBe(0)
  expect(await lookIn(11)).toBe(1)
  expect(await lookIn(60)).toBe(0)
  expect(await told()).toEqual([{ brief: expect.stringMatching(/02 号模拟器.*同一编号有多台设备在上报$/) }])
  await rows(
    `update simulator_state set line = jsonb_set(line, '{takeovers}', '[]') where simulator_id = ${simulator.id}`,
  )
  await two.report()
  expect((await page()).sharedSince).toBeNull()
})

test('a clock that is off: said by how much, reminded of past a minute, and over when it is set', async () => {
  const device = await connect('one')
  await device.report()
  await device.report({ at: ago(40) })
  expect((await page()).clockOffsetSeconds).toBeCloseTo(-40, -1)
  expect(await lookIn(30)).toBe(0)
  await rows('update notice_progress set looked_until = now()')
  await device.report({ at: ago(180) })
  expect((await page()).clockOffsetSeconds).toBeCloseTo(-180, -1)
  expect(await lookIn(9)).toBe(0)
  expect(await lookIn(11)).toBe(1)
  expect(await lookIn(60)).toBe(0)
  expect(await told()).toEqual([{ brief: expect.stringMatching(/02 号模拟器.*设备时钟偏差超过 1 分钟$/) }])
  await device.report({ at: ago(0) })
  expect((await page()).clockOffsetSeconds).toBeCloseTo(0, -1)
  await rows('update notice_progress set looked_until = now()')
  await rows('delete from message; delete from notice_told')
  expect(await lookIn(30)).toBe(0)
})
