import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { connectDevice, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { remind } from '../../notices/notices/engine.service.ts'
import { sayDue } from './sending.service.ts'

// Chats of three schools, at a stub in place of the platforms.

const { robots } = contract
interface Told {
  /** Host and path, as the robot's address has them. */
  readonly at: string
  readonly text: string
}
const told: Told[] = []
/** What the stub answers next; taken from the front, then all is well. */
const answers: { status?: number; headers?: Record<string, string>; body: string }[] = []
let stub: Server
let app: TestApp
let mine: number
let other: number
let keeper: Awaited<ReturnType<TestApp['signedIn']>>

beforeAll(async () => {
  stub = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    const said = JSON.parse(body)
    const {
      status = 200,
      headers = {},
      body: answer,
    } = answers.shift() ?? { body: '{"errcode":0,"errmsg":"ok"}' }
    told.push({ at: String(request.url).slice(1), text: said.text?.content ?? said.content?.text })
    response.writeHead(status, headers)
    response.end(answer)
  })
  stub.listen(0, '127.0.0.1')
  await once(stub, 'listening')
  app = await testApp({
    NOTICES: '1',
    PUBLIC_URL: 'https://sim.example.com',
    ROBOT_ENDPOINT: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`,
  })
})
afterAll(async () => {
  await app.close()
  stub.close()
})
beforeEach(async () => {
  await resetDatabase(app.database)
  told.length = 0
  answers.length = 0
  // At whatever hour the tests run.
  await rows(`update offline_reminder_default set able_time_begin = '00:00', able_time_end = '00:00'`)
  mine = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  keeper = await app.signedIn({ codes: ['system:open', 'device:simulator', 'ops:dispatch'] })
})

const rows = async (sql: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, sql, values)) as Record<string, unknown>[]
const addressOf = (key: string) => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${key}`
const robot = (organId: number, key: string, types: readonly string[] = ['deviceFault']) => ({
  organId,
  robotName: `群 ${key}`,
  types: types as ['deviceFault'],
  address: addressOf(key),
})
const add = async (organId: number, key: string, types?: readonly string[], who = keeper) => {
  const { code, data } = await who.call(robots.add, robot(organId, key, types))
  expect(code).toBe(0)
  return data.robotId
}
const messages = async () => (await keeper.call(robots.messages, {})).data.dataList
const look = () => remind(app.services, new Date(Date.now() + 1_000))
const sent = () => until('sent', async () => (await messages()).every(({ state }) => state !== 'waiting'))

/** A simulator that reports a fault over MQTT. */
async function faultAt(organ: number) {
  const { pool, devices } = app.services
  const simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ, '一教室') })
  const device = await connectDevice(devices.address() ?? '', simulator)
  await device.report({ activity: 'idle' })
  await device.fault('raised', 'E-17')
  await device.leave()
  return simulator
}

test('a fault in a school: one message of its robot, and of the platform’s; none of another school’s', async () => {
  const [platform] = await rows(`select id from organisation where type = 'platform'`)
  await add(mine, 'mine-0001')
  await add(other, 'other-001')
  await add(Number(platform?.id), 'platform1')
  await add(mine, 'bills-001', ['bill'])
  const { id, sn } = await faultAt(mine)
  await look()
  await look()
  await sent()
  expect(told.map(({ at }) => at).sort()).toEqual(
    ['mine-0001', 'platform1'].map(key => `qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${key}`),
  )
  expect(told[0]?.text).toMatch(
    new RegExp(
      `^【设备故障提醒】甲驾校 一教室\n${sn} 发生故障（\\d\\d-\\d\\d \\d\\d:\\d\\d）\nhttps://sim\\.example\\.com/device/deviceDetail\\?simulatorId=${id}$`,
    ),
  )
  expect(
    (await keeper.call(robots.list, {})).data.dataList.filter(({ sentAt }) => sentAt !== null),
  ).toHaveLength(2)
})

test('a robot says nothing that who saved it may not know at that moment', async () => {
  const [role] = await rows(`select id from role limit 1`)
  expect(role).toBeDefined()
  const limited = await app.signedIn({ codes: ['system:open', 'device:simulator'], organs: [mine] })
  await add(mine, 'limited-1', ['deviceFault', 'workOrder'], limited)
  await add(mine, 'keeper-01')
  await rows(
    `delete from role_access where code = 'device:simulator' and role_id in (select role_id from member_role where member_id = $1)`,
    [limited.memberId],
  )
  await faultAt(mine)
  await look()
  await sent()
  expect(told.map(({ at }) => at.slice(-9))).toEqual(['keeper-01'])
  expect((await limited.call(robots.add, robot(other, 'foreign-1'))).code).toBe(errors.notFound.code)
})

test('what people wrote about an order is in no chat', async () => {
  await add(mine, 'orders-01', ['workOrder'])
  const { pool } = app.services
  const room = await makeClassroom(pool, mine, '一教室')
  const [order] = await rows(
    `insert into work_order (no, source, room_id, organ_id, component_kind_id, fault_type_id, priority, description, occurred_at)
     select 'WO2026112900001', 'manual', $1, $2, k.id, t.id, 'normal', '王小明说方向盘坏了', now()
     from component_kind k join fault_type t on t.component_kind_id = k.id limit 1 returning id`,
    [room, mine],
  )
  await rows(
    `insert into attention (subject, type, key, organ_id, codes, begins_at) values ($1, 'workOrder', 'toDispatch', $2, '{ops:dispatch}', now())`,
    [`workOrder:${order?.id}`, mine],
  )
  await look()
  await sent()
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toMatch(/^【工单提醒】甲驾校 一教室\nWO2026112900001 /)
  expect(told[0]?.text).not.toContain('王小明')
})

test('a refusal is kept in the platform’s words and tried again; where it leads elsewhere nothing follows', async () => {
  await add(mine, 'refused-1')
  answers.push({ body: '{"errcode":93000,"errmsg":"invalid webhook url"}' })
  await faultAt(mine)
  await look()
  await until('tried', async () => (await messages())[0]?.lastError != null)
  expect((await messages())[0]).toMatchObject({
    state: 'waiting',
    attempts: 1,
    lastError: '93000 invalid webhook url',
  })
  for (const answer of [
    { status: 302, headers: { location: '/elsewhere' }, body: '' },
    { status: 502, body: '<html>' },
    { body: `{"errcode":0,"errmsg":"${'x'.repeat(5_000)}"}` },
  ]) {
    answers.push(answer)
    const before = (await messages())[0]?.attempts ?? 0
    await rows(`delete from robot_attempt; update robot_message set next_try_at = now()`)
    await until('tried', async () => (await messages())[0]?.attempts === before + 1 && answers.length === 0)
  }
  await until('settled', async () =>
    (await rows('select ok from robot_attempt where ok is not null')).length > 0 ? true : undefined,
  )
  expect((await messages())[0]).toMatchObject({ state: 'waiting', lastError: 'HTTP 200，不是群机器人的应答' })
  expect(told.map(({ at }) => at)).not.toContain('elsewhere')
  await rows(`update robot_message set state = 'failed'`)
  const messageId = (await messages())[0]?.messageId ?? 0
  await rows('delete from robot_attempt')
  expect((await keeper.call(robots.retry, { messageId })).code).toBe(0)
  await until('sent', async () => (await messages())[0]?.state === 'sent')
  expect((await keeper.call(robots.retry, { messageId })).code).toBe(errors.robotMessageNot.code)
})

test('of twenty faults at once fifteen are said, the last with how many others there are', async () => {
  const id = await add(mine, 'many-0001')
  await rows(
    `insert into robot_message (robot_id, subject, text, event) select $1, 'simulator:' || n, 'Nr. ' || n, 'e' || n
     from generate_series(1, 27) n`,
    [id],
  )
  await sayDue(app.services, () => false)
  await sent()
  expect(told).toHaveLength(15)
  expect(told.at(-1)?.text).toBe('Nr. 15\n另有 12 条，请在后台查看')
})

test('a test message arrives; a stopped robot keeps silent', async () => {
  const robotId = await add(mine, 'tested-01')
  expect((await keeper.call(robots.test, { robotId })).code).toBe(0)
  await sent()
  expect(told.map(({ text }) => text)).toEqual(['【测试】驾训模拟器管理后台的提醒会发到这里'])
  expect((await keeper.call(robots.setEnabled, { robotId, enabled: false })).code).toBe(0)
  expect((await keeper.call(robots.test, { robotId })).code).toBe(errors.robotStopped.code)
  await faultAt(mine)
  await look()
  expect((await messages()).length).toBe(1)
})

test('address and key are sealed, and shown to nobody again', async () => {
  const address = 'https://oapi.dingtalk.com/robot/send?access_token=token-of-dingtalk'
  const form = { ...robot(mine, 'x'), address }
  expect((await keeper.call(robots.add, form)).msg).toContain('钉钉机器人要填写加签密钥')
  expect((await keeper.call(robots.add, { ...form, signingKey: 'SEC-of-dingtalk' })).code).toBe(0)
  const kept = await rows(
    `select r::text as row from robot r union all select c::text from operation_log_change c`,
  )
  expect(kept.length).toBeGreaterThan(1)
  expect(JSON.stringify(kept)).not.toMatch(/token-of|SEC-of/)
  const list = await keeper.call(robots.list, {})
  expect(list.data.dataList).toMatchObject([{ kind: 'dingtalk', addressEnd: 'talk' }])
  expect(list.body).not.toMatch(/token-of|SEC-of/)
  const { robotId, version } = list.data.dataList[0] ?? { robotId: 0, version: 0 }
  const { robotName, types } = form
  const change = { robotId, robotName: '改名', types }
  expect((await keeper.call(robots.modify, { ...change, version })).code).toBe(0)
  expect(
    (await keeper.call(robots.modify, { ...change, version: version + 1, signingKey: 'SEC-new' })).code,
  ).toBe(0)
  await keeper.call(robots.test, { robotId })
  await sent()
  expect(told[0]?.at).toMatch(
    /^oapi\.dingtalk\.com\/robot\/send\?access_token=token-of-dingtalk&timestamp=\d+&sign=/,
  )
  expect((await keeper.call(robots.modify, { robotId, version, robotName, types })).code).toBe(
    errors.staleVersion.code,
  )
})
