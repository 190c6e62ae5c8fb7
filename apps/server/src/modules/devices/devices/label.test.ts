import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { resetDatabase } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

const { devices } = contract

describe('the label', () => {
  let app: TestApp
  let person: Client
  let simulatorId: number
  beforeAll(async () => {
    app = await testApp({ PUBLIC_URL: 'https://sim.example.com/' })
  })
  beforeEach(async () => {
    await resetDatabase(app.database)
    const { pool } = app.services
    const organ = await makeOrganisation(pool)
    const room = await makeClassroom(pool, organ)
    const simulator = await makeSimulator(pool, {
      organ,
      room,
      sn: 'SIM-0001',
      name: '一号机',
      carNum: '粤A1234学',
    })
    simulatorId = simulator.id
    person = await app.signedIn({ codes: ['device', 'device:simulator'], organs: [organ] })
  })
  afterAll(() => app.close())

  const label = async () => (await person.call(devices.qrCode, { simulatorId })).data

  test('carries the public address, the number and a check that stays the same', async () => {
    const first = await label()
    expect(first).toMatchObject({ simulatorNum: 'SIM-0001', simulatorName: '一号机', carNum: '粤A1234学' })
    expect(first.url).toMatch(/^https:\/\/sim\.example\.com\/d\/SIM-0001\?c=[0-9a-f]{8}$/)
    expect(first.svg).toMatch(/^<svg/)
    await app.services.pool.query(`update simulator set name = '二号机', car_num = null`)
    expect((await label()).url).toBe(first.url)
  })

  test('leads staff to the simulator, and only with its own check', async () => {
    const check = new URL((await label()).url).searchParams.get('c') ?? ''
    const ask = (simulatorNum: string, given: string) =>
      person.call(devices.ofLabel, { simulatorNum, check: given })
    expect(await ask('SIM-0001', check)).toMatchObject({ code: 0, data: { simulatorId } })
    expect(await ask('SIM-0001', check.toUpperCase())).toMatchObject({ code: 0 })
    const refused = [
      await ask('SIM-0001', '00000000'),
      await ask('SIM-0001', ''),
      await ask('SIM-0002', check),
      await (await app.signedIn({ codes: ['device'], organs: [] })).call(devices.ofLabel, {
        simulatorNum: 'SIM-0001',
        check,
      }),
    ]
    for (const { code } of refused) expect(code).toBe(errors.notFound.code)
  })
})

test('without PUBLIC_URL a label carries the address that the call came to, and none that is only claimed', async () => {
  const plain = await testApp()
  try {
    const organ = await makeOrganisation(plain.services.pool)
    const { id } = await makeSimulator(plain.services.pool, {
      organ,
      room: await makeClassroom(plain.services.pool, organ),
    })
    const staff = await plain.signedIn({ codes: ['device:simulator'] })
    const label = (host: string) => staff.call(devices.qrCode, { simulatorId: id }, { host })
    expect((await label('localhost:8080')).data.url).toMatch(/^http:\/\/localhost:8080\/d\//)
    for (const host of ['evil.example', '203.0.113.7', 'localhost.evil.example'])
      expect(await label(host)).toMatchObject({ code: errors.addressUnknown.code })
  } finally {
    await plain.close()
  }
})
