import { readdirSync, readFileSync } from 'node:fs'
import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { resetDatabase } from './database.ts'
import { type Credentials, connectDevice, until } from './device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from './factories.ts'
import { exitCodeOf, killAll, launch, makeSite, ownerUrlOf, pollUntil, untilReady } from './serverProcess.ts'

// People and devices served by different processes (`ROLE`).

const { devices } = contract

describe('a process for people, and one for devices', () => {
  let web: TestApp
  let intake: TestApp
  let simulator: Credentials & { id: number }
  let organ: number

  beforeAll(async () => {
    // The second empties the database that both have.
    web = await testApp({ ROLE: 'web' })
    intake = await testApp({ ROLE: 'intake' })
  })
  afterAll(async () => {
    await intake.close()
    await web.close()
  })
  beforeEach(async () => {
    await resetDatabase(web.database)
    organ = await makeOrganisation(web.services.pool)
    const room = await makeClassroom(web.services.pool, organ)
    simulator = await makeSimulator(web.services.pool, { organ, room })
  })

  const editor = () => web.signedIn({ codes: ['device:simulator', 'device:edit'], organs: [organ] })
  const connect = () => connectDevice(intake.services.devices.address() ?? '', simulator)

  test('what people do reaches the device: a command once, a new key cuts it off', async () => {
    const device = await connect()
    await device.client.subscribeAsync(`sim/${simulator.sn}/command`, { qos: 1 })
    await device.report()
    const person = await editor()
    const { code, data } = await person.call(devices.command, {
      simulatorId: simulator.id,
      command: 'restart',
    })
    expect(code).toBe(0)
    expect(await until('the command', () => device.commands[0])).toMatchObject({ id: data.commandId })
    const renewed = await person.call(devices.renewKey, { simulatorId: simulator.id })
    expect(renewed.code).toBe(0)
    await expect(device.closed).rejects.toThrow('cut')
    expect(device.commands).toHaveLength(1)
    await expect(connect()).rejects.toThrow()
  })

  test('a disabled device is cut off', async () => {
    const device = await connect()
    await device.report()
    const { code } = await (await editor()).call(devices.setEnabled, {
      simulatorId: simulator.id,
      enabled: false,
    })
    expect(code).toBe(0)
    await expect(device.closed).rejects.toThrow('cut')
  })

  test('each answers for itself: the process of devices has no page and no calls of people', async () => {
    const calls = await intake.call(contract.account.me)
    expect(calls.code).toBe(errors.notServed.code)
    expect((await intake.app.inject('/')).statusCode).toBe(404)
    expect((await intake.app.inject('/health/ready')).statusCode).toBe(200)
    expect((await intake.app.inject('/metrics')).body).toContain('device_connections{role="intake"}')
    expect(web.services.devices.address()).toBeNull()
  })
})

describe('npm start on several processors', () => {
  test('watches the process of the devices, and takes it along', async () => {
    const site = await makeSite()
    try {
      const run = launch(site, { ADMIN_PASSWORD: 'Correct-Horse-9' })
      await untilReady(site, run)
      await pollUntil(() => connectionsTold(site.url))
      const first = intakeOf(run.child.pid)
      process.kill(first, 'SIGKILL')
      await pollUntil(() => run.said().includes('接收设备消息的进程已恢复'))
      const second = intakeOf(run.child.pid)
      expect(second).not.toBe(first)
      await pollUntil(() => connectionsTold(site.url))
      expect(ownerUrlOf(site)).toContain('postgresql:')
      run.child.kill('SIGKILL')
      await exitCodeOf(run)
      await pollUntil(() => !isAlive(second))
    } finally {
      await killAll(site)
    }
  })
})

/** Whether the start's own /metrics has what the process of the devices counts, which has a second to say so. */
async function connectionsTold(url: string): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return metrics.includes('device_connections{role="intake"} 0') && metrics.includes('role="web"')
}

/** Its process id. @throws when there is none */
function intakeOf(parent: number | undefined): number {
  const found = readdirSync('/proc').find(pid => {
    const read = (file: string) => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'utf8')
      } catch {
        return ''
      }
    }
    return (
      /^\d+$/.test(pid) &&
      read('cmdline').includes('intakeProgram.js') &&
      read('status').includes(`PPid:\t${parent}\n`)
    )
  })
  if (found === undefined) throw new Error('no process of the devices')
  return Number(found)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
