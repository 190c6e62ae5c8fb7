import { createHash } from 'node:crypto'
import { contract, errors, type InputOf } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

const { devices } = contract
let app: TestApp
let editor: Client
let school: number
let room: number
let secondRoom: number
let other: number
let otherRoom: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  room = await makeClassroom(pool, school, '一号教室')
  secondRoom = await makeClassroom(pool, school, '二号教室')
  other = await makeOrganisation(pool, { name: '乙驾校' })
  otherRoom = await makeClassroom(pool, other, '外校教室')
  editor = await app.signedIn({ codes: ['device:simulator', 'device:edit'], organs: [school] })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const form = (changes: Partial<InputOf<typeof devices.add>> = {}) => ({
  simulatorName: '一号机',
  simulatorNum: 'SIM-0001',
  organId: school,
  roomId: room,
  headsetIp: '192.168.1.20',
  bindNum: '01',
  carNum: '粤A1234学',
  model: 'VR-4D',
  installedAt: '2026-01-02',
  warrantyUntil: '2028-01-02',
  ...changes,
})
const own = () => makeSimulator(app.services.pool, { organ: school, room, sn: 'SIM-0001' })
const foreign = () => makeSimulator(app.services.pool, { organ: other, room: otherRoom, sn: 'FOR-0001' })
const baseInfo = async (simulatorId: number) => (await editor.call(devices.baseInfo, { simulatorId })).data

describe('adding', () => {
  test('keeps what the form says, offline and enabled from now on', async () => {
    const { code, data } = await editor.call(devices.add, form())
    expect(code).toBe(0)
    expect(await baseInfo(data.simulatorId)).toMatchObject({
      ...form(),
      organName: '甲驾校',
      classroomName: '一号教室',
      stateId: 'offline',
      online: false,
      activity: 'idle',
      health: 'ok',
      enabled: true,
      lastSeenAt: null,
      version: 1,
    })
    expect(
      await rows('select fact, value, organ_id, room_id, ended_at from simulator_interval order by fact'),
    ).toEqual(
      [
        ['activity', 'idle'],
        ['administration', 'enabled'],
        ['health', 'ok'],
        ['link', 'offline'],
      ].map(([fact, value]) => ({
        fact,
        value,
        organ_id: String(school),
        room_id: String(room),
        ended_at: null,
      })),
    )
  })

  test('gives a key of 256 bits, of which only the hash is kept', async () => {
    const { data } = await editor.call(devices.add, form())
    const key = String(data.deviceKey)
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    const [kept] = await rows('select key_hash from simulator')
    expect(kept).toEqual({ key_hash: createHash('sha256').update(key).digest() })
  })

  test('fields that are left out or empty are empty', async () => {
    const { data } = await editor.call(devices.add, {
      simulatorName: ' 一号机 ',
      simulatorNum: 'SIM-0001',
      organId: school,
      roomId: room,
      headsetIp: '',
      carNum: '  ',
    })
    expect(await baseInfo(data.simulatorId)).toMatchObject({
      simulatorName: '一号机',
      headsetIp: null,
      bindNum: null,
      carNum: null,
      model: null,
      installedAt: null,
      warrantyUntil: null,
    })
  })

  test('a number in small letters is kept in capitals, and is the same number', async () => {
    const { data } = await editor.call(devices.add, form({ simulatorNum: ' sim-0001 ' }))
    expect((await baseInfo(data.simulatorId)).simulatorNum).toBe('SIM-0001')
    const again = await editor.call(devices.add, form({ simulatorNum: 'Sim-0001' }))
    expect(again).toMatchObject({ code: errors.snTaken.code, msg: errors.snTaken.sentence('SIM-0001') })
  })

  test.each([
    [{ simulatorNum: 'SIM 0001' }, '设备编号只能用 4 至 32 个字母、数字或连字符'],
    [{ simulatorNum: 'SIM' }, '设备编号只能用 4 至 32 个字母、数字或连字符'],
    [{ simulatorName: '' }, '设备名称不能为空'],
    [{ simulatorName: '名'.repeat(51) }, '设备名称最多 50 个字'],
    [{ headsetIp: '192.168.1.999' }, '头显 IP 格式不正确，应如 192.168.1.20'],
    [{ carNum: 'X'.repeat(21) }, '车牌号最多 20 个字'],
    [{ organId: undefined }, '机构不能为空'],
    [{ roomId: 'x' }, '教室格式不正确，请检查后重试'],
    [{ installedAt: '2026-02-30' }, '安装日期格式不正确，请检查后重试'],
  ])('refuses %j and writes nothing', async (changes, sentence) => {
    const answer = await editor.send(devices.add, { ...form(), ...changes })
    expect(answer).toMatchObject({ status: 200, code: errors.invalid.code, msg: sentence, data: null })
    expect(await rows('select from simulator')).toHaveLength(0)
    expect(await rows('select from operation_log')).toHaveLength(0)
  })

  test('refuses a place that is not one', async () => {
    const { pool } = app.services
    await pool.query('update classroom set enabled = false where id = $1', [secondRoom])
    const closed = await makeOrganisation(pool, { type: 'servicePoint', parent: school, name: '旧服务点' })
    const closedRoom = await makeClassroom(pool, closed)
    await pool.query('update organisation set enabled = false where id = $1', [closed])
    const manager = await app.signedIn({ codes: ['device:edit'], organs: [school] })
    const refusals = await Promise.all([
      manager.call(devices.add, form({ organId: other, roomId: otherRoom })),
      manager.call(devices.add, form({ organId: 999_999 })),
      manager.call(devices.add, form({ roomId: otherRoom })),
      manager.call(devices.add, form({ roomId: 999_999 })),
      manager.call(devices.add, form({ roomId: secondRoom })),
      manager.call(devices.add, form({ organId: closed, roomId: closedRoom })),
    ])
    expect(refusals.map(({ code, msg }) => [code, msg])).toEqual([
      [errors.notFound.code, errors.notFound.sentence('机构')],
      [errors.notFound.code, errors.notFound.sentence('机构')],
      [errors.roomNotOfOrganisation.code, errors.roomNotOfOrganisation.sentence()],
      [errors.roomNotOfOrganisation.code, errors.roomNotOfOrganisation.sentence()],
      [errors.classroomDisabled.code, errors.classroomDisabled.sentence('二号教室')],
      [errors.organisationDisabled.code, errors.organisationDisabled.sentence('旧服务点')],
    ])
    expect(await rows('select from simulator')).toHaveLength(0)
  })

  test('refuses a number that is taken, by a simulator of another school too', async () => {
    await foreign()
    const answer = await editor.call(devices.add, form({ simulatorNum: 'FOR-0001' }))
    expect(answer).toMatchObject({ code: errors.snTaken.code, msg: errors.snTaken.sentence('FOR-0001') })
    expect(await rows('select from simulator_state')).toHaveLength(1)
  })

  test('twenty at once under one idempotency key add one, and show the key once', async () => {
    const headers = { 'idempotency-key': 'one-form-opened-once' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => editor.call(devices.add, form(), headers)),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(0))
    expect(new Set(answers.map(({ data }) => data.simulatorId)).size).toBe(1)
    expect(answers.filter(({ data }) => data.deviceKey !== null)).toHaveLength(1)
    expect(await rows('select from simulator')).toHaveLength(1)
    expect(await rows('select from operation_log')).toHaveLength(1)
  })

  test('twenty at once of one number add one and refuse nineteen', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => editor.call(devices.add, form())))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.snTaken.code)).toHaveLength(19)
    expect(await rows('select state_id, simulators::int from simulator_count')).toEqual([
      { state_id: 'offline', simulators: 1 },
    ])
  })

  test('addOrUpd adds without an id and edits with one', async () => {
    const added = await editor.call(devices.addOrUpdate, form())
    expect(added).toMatchObject({ code: 0, data: { deviceKey: expect.any(String) } })
    const { simulatorId } = added.data
    const edited = await editor.call(devices.addOrUpdate, {
      ...form({ simulatorName: '二号机' }),
      simulatorId,
    })
    expect(edited).toMatchObject({ code: 0, data: { simulatorId } })
    expect(edited.data.deviceKey).toBeUndefined()
    expect(await baseInfo(simulatorId)).toMatchObject({ simulatorName: '二号机', version: 2 })
  })
})

describe('editing', () => {
  test('changes what the form says', async () => {
    const { id } = await own()
    const changes = { simulatorName: '新名', headsetIp: 'fe80::1', carNum: '粤B0001学', warrantyUntil: '' }
    expect(
      await editor.call(devices.modify, { ...form(), ...changes, simulatorId: id, version: 1 }),
    ).toMatchObject({
      code: 0,
      data: { simulatorId: id },
    })
    expect(await baseInfo(id)).toMatchObject({ ...form(), ...changes, warrantyUntil: null, version: 2 })
  })

  test.each(['modify', 'addOrUpdate'] as const)('%s without its days keeps them', async call => {
    const { id } = await own()
    await editor.call(devices.modify, { ...form(), simulatorId: id })
    const { installedAt, warrantyUntil, ...older } = form()
    await editor.call(devices[call], { ...older, simulatorName: '新名', simulatorId: id })
    expect(await baseInfo(id)).toMatchObject({ simulatorName: '新名', installedAt, warrantyUntil })
    await editor.call(devices[call], { ...older, simulatorId: id, installedAt: null, warrantyUntil: '' })
    expect(await baseInfo(id)).toMatchObject({ installedAt: null, warrantyUntil: null })
  })

  test('a stale version is refused with the row as it is now', async () => {
    const { id } = await own()
    await editor.call(devices.modify, { ...form({ simulatorName: '先到' }), simulatorId: id, version: 1 })
    const late = await editor.call(devices.modify, {
      ...form({ simulatorName: '后到' }),
      simulatorId: id,
      version: 1,
    })
    expect(late).toMatchObject({
      code: errors.staleVersion.code,
      msg: errors.staleVersion.sentence('设备'),
      data: { simulatorId: id, simulatorName: '先到', version: 2 },
    })
    expect(await baseInfo(id)).toMatchObject({ simulatorName: '先到', version: 2 })
  })

  test('twenty edits at once of one version: one is accepted', async () => {
    const { id } = await own()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        editor.call(devices.modify, { ...form({ simulatorName: `名${i}` }), simulatorId: id, version: 1 }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.staleVersion.code)).toHaveLength(19)
  })

  test('the serial number stays, since the device signs in with it', async () => {
    const { id } = await own()
    const answer = await editor.call(devices.modify, {
      ...form({ simulatorNum: 'SIM-0002' }),
      simulatorId: id,
    })
    expect(answer).toMatchObject({ code: errors.snFixed.code, msg: errors.snFixed.sentence() })
    expect((await baseInfo(id)).simulatorNum).toBe('SIM-0001')
  })

  test('a simulator of another school, or none, does not exist', async () => {
    const { id } = await foreign()
    for (const simulatorId of [id, 999_999]) {
      const answers = await Promise.all([
        editor.call(devices.modify, { ...form({ simulatorNum: 'FOR-0001' }), simulatorId }),
        editor.call(devices.addOrUpdate, { ...form({ simulatorNum: 'FOR-0001' }), simulatorId }),
        editor.call(devices.move, { simulatorId, organId: school, roomId: room }),
        editor.call(devices.setEnabled, { simulatorId, enabled: false }),
        editor.call(devices.renewKey, { simulatorId }),
        editor.call(devices.command, { simulatorId, command: 'lock' }),
      ])
      for (const { code, msg } of answers) {
        expect([code, msg]).toEqual([errors.notFound.code, errors.notFound.sentence('设备')])
      }
    }
    expect(await rows('select name, version from simulator')).toEqual([
      { name: '模拟器FOR-0001', version: 1 },
    ])
  })

  test('another classroom in the form is a move', async () => {
    const { id } = await own()
    await editor.call(devices.modify, { ...form({ roomId: secondRoom }), simulatorId: id })
    expect(await baseInfo(id)).toMatchObject({ roomId: secondRoom, classroomName: '二号教室' })
    expect(
      await rows('select from simulator_interval where ended_at is null and room_id = $1', [secondRoom]),
    ).toHaveLength(4)
  })
})

describe('the operation log', () => {
  const noted = () =>
    rows(
      `select o.label, c.table_name, c.before ->> 'name' as before, c.after ->> 'name' as after
       from operation_log o join operation_log_change c on c.operation_id = o.id
       where c.table_name = 'simulator' order by c.id`,
    )

  test('has every edit with before and after', async () => {
    const { data } = await editor.call(devices.add, form())
    await editor.call(devices.modify, { ...form({ simulatorName: '二号机' }), simulatorId: data.simulatorId })
    expect(await noted()).toEqual([
      { label: '新增设备', table_name: 'simulator', before: null, after: '一号机' },
      { label: '修改设备', table_name: 'simulator', before: '一号机', after: '二号机' },
    ])
  })

  test('never has a key, neither it nor its hash; nor has the kept outcome', async () => {
    const added = await editor.call(devices.add, form(), { 'idempotency-key': 'a-key-for-adding' })
    const { simulatorId } = added.data
    const renewed = await editor.call(
      devices.renewKey,
      { simulatorId },
      { 'idempotency-key': 'a-key-for-renewing' },
    )
    const [{ text }] = (await rows(`
      select string_agg(row::text, ' ') as text from (
        select to_jsonb(o) as row from operation_log o union all select to_jsonb(c) from operation_log_change c
        union all select to_jsonb(i) from idempotency i) rows`)) as [{ text: string }]
    for (const key of [added.data.deviceKey, renewed.data.deviceKey]) {
      expect(key).toEqual(expect.any(String))
      const hash = createHash('sha256').update(String(key)).digest()
      for (const trace of [String(key), hash.toString('hex'), hash.toString('base64')])
        expect(text).not.toContain(trace)
    }
    expect(text).toContain('更换设备密钥')
  })
})

describe('the key', () => {
  test('a new one replaces the old, and a repeated call does not show it', async () => {
    const { id, key } = await own()
    const headers = { 'idempotency-key': 'renew-it-only-once' }
    const first = await editor.call(devices.renewKey, { simulatorId: id }, headers)
    const again = await editor.call(devices.renewKey, { simulatorId: id }, headers)
    expect(again).toMatchObject({ code: 0, data: { deviceKey: null } })
    expect(first.data.deviceKey).not.toBe(key)
    const hash = createHash('sha256').update(String(first.data.deviceKey)).digest()
    expect(await rows('select key_hash from simulator')).toEqual([{ key_hash: hash }])
  })
})
