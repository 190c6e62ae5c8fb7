import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'

const { devices } = contract
let app: TestApp
let editor: Client
let id: number

beforeEachTest(async built => {
  app = built
  const organ = await makeOrganisation(app.services.pool)
  const simulator = await makeSimulator(app.services.pool, {
    organ,
    room: await makeClassroom(app.services.pool, organ),
  })
  id = simulator.id
  editor = await app.signedIn({ codes: ['device:simulator', 'device:edit'], organs: [organ] })
})

const rows = (sql: string) => query(app.database.ownerUrl, sql)

describe('commands', () => {
  test.each(['idle', 'training', 'fault'])('are sent to a simulator that is %s', async state => {
    await setState(app.services.pool, id, {
      online: true,
      activity: state === 'training' ? 'training' : 'idle',
      health: state === 'fault' ? 'fault' : 'ok',
    })
    const { code, data } = await editor.call(devices.command, { simulatorId: id, command: 'restart' })
    expect(code).toBe(0)
    expect((await editor.call(devices.commands, { simulatorId: id })).data).toEqual([
      {
        commandId: data.commandId,
        command: 'restart',
        state: 'sent',
        text: null,
        sentBy: '测试员',
        sentAt: expect.any(String),
        answeredAt: null,
      },
    ])
    expect(
      await rows(`select expires_at - sent_at = interval '60 s' as minute from simulator_command`),
    ).toEqual([{ minute: true }])
  })

  test('are refused offline and disabled, each with its sentence', async () => {
    const offline = await editor.call(devices.command, { simulatorId: id, command: 'lock' })
    await editor.call(devices.setEnabled, { simulatorId: id, enabled: false })
    const disabled = await editor.call(devices.command, { simulatorId: id, command: 'lock' })
    expect([offline.code, disabled.code]).toEqual([errors.deviceOffline.code, errors.deviceDisabled.code])
    expect(await rows('select from simulator_command')).toHaveLength(0)
  })

  test('are sent one after the other, even at once: the next when there is an answer, or time is up', async () => {
    await setState(app.services.pool, id, { online: true })
    const restart = async () =>
      (await editor.call(devices.command, { simulatorId: id, command: 'restart' })).code
    const codes = await Promise.all(Array.from({ length: 10 }, restart))
    expect(codes.toSorted((a, b) => b - a)).toEqual([
      0,
      ...Array.from({ length: 9 }, () => errors.commandUnderWay.code),
    ])
    await rows('update simulator_command set answered_at = now(), ok = false')
    expect(await restart()).toBe(0)
    expect(await restart()).toBe(errors.commandUnderWay.code)
    await rows(`update simulator_command set expires_at = now() where answered_at is null`)
    expect(await restart()).toBe(0)
  })

  test('unknown ones are refused', async () => {
    const answer = await editor.send(devices.command, { simulatorId: id, command: 'explode' })
    expect(answer).toMatchObject({
      code: errors.invalid.code,
      msg: '指令只能是“锁定设备”、“解锁设备”、“重启设备”、“重新加载配置”之一',
    })
  })
})
