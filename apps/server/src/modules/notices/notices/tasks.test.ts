import { contract } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'
import { patience } from '../../../../test/pace.ts'

// What the engine and the pushes do is tested beside; here, that a server does it by itself.

let app: TestApp

beforeAll(async () => {
  app = await testApp({ NOTICES: '1' })
})
afterAll(() => app.close())

test('a running server sends a push, keeps the mail of one without a provider, and reminds', {
  timeout: patience(60_000),
}, async () => {
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  const { id } = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ), sn: 'SIM-0001' })
  await setState(pool, id, { online: false })
  const me = await app.signedIn({ codes: ['device', 'system:noticePush'], organs: [organ] })
  await query(app.database.ownerUrl, `update member set mail = 'a@example.com' where id = $1`, [me.memberId])
  const allDay = { enable: true, createLimit: 30, ableTime: ['00:00', '00:00'], effectiveTime: 1 } as const
  await me.send(contract.notices.saveSystem, { messageType: 'deviceOffline', ...allDay })
  const { data: push } = await me.call(contract.pushes.save, {
    title: '停电通知',
    content: '<p>今晚八点停电</p>',
    audience: { kind: 'all' },
    channels: ['system', 'email'],
  })
  await me.call(contract.pushes.send, push)
  const inbox = async () => (await me.call(contract.messages.list, {})).data.dataList
  const briefs = async () => (await inbox()).map(row => row.messageBrief)
  await until('pushed', async () => (await briefs()).some(brief => brief.startsWith('停电通知')))
  await until('kept', async () => {
    const { data } = await me.call(contract.outbox.list, { state: 'kept' })
    return data.dataList.some(row => row.title === '停电通知')
  })
  await until('reminded', async () => (await briefs()).some(brief => brief.includes('SIM-0001')), 40_000)
  const reminder = (await inbox()).find(row => row.messageBrief.includes('离线'))
  const { data } = await me.call(contract.messages.info, { messageId: reminder?.messageId ?? 0 })
  expect(data.messageInfo).toContain(`/device/deviceDetail?simulatorId=${id}`)
})
