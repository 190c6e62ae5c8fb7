import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { apiKeysOf, keyForm } from '../../../../test/apiKeys.ts'
import { type Answer, beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { isApiKey, newApiKey, readApiKey } from '../../../platform/auth/apiKeys.ts'

let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { EXPORT_ROWS: '2' },
)

const { apiKeys, students, devices, dashboard } = contract
const { keyOf, programOf } = apiKeysOf(() => app)
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const namesOf = ({ data }: Answer<unknown>) =>
  (data as { dataList: { userName: string }[] }).dataList.map(({ userName }) => userName).toSorted()

/** Reads students from this address. */
const readFrom = async (apiKey: string, remoteAddress: string) => {
  const response = await app.app.inject({
    method: 'GET',
    url: app.services.apiBase + students.list.path,
    remoteAddress,
    headers: { authorization: `Bearer ${apiKey}` },
  })
  return response.json()
}

test('a key is 32 random digits and a checksum, by which a typo is told without the database', () => {
  const { key, hint } = newApiKey()
  expect(key).toMatch(/^dsk_[\dA-Za-z]{38}$/)
  expect(hint).toBe(key.slice(0, 8))
  expect(readApiKey(key)).toHaveLength(32)
  const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
  expect([isApiKey(wrong), readApiKey(wrong), readApiKey(`${key}a`)]).toEqual([true, null, null])
  // CRC-32 of the digits in base 62, as other programs reckon it: scanners can tell a key.
  expect(readApiKey(`dsk_${'0'.repeat(32)}2wjyrI`)).toHaveLength(32)
})

describe('what a key may do', () => {
  test('it reads as its owner reads: by either header, the scope theirs, shown once, kept as a hash', async () => {
    const organ = await makeOrganisation(app.services.pool)
    const other = await makeOrganisation(app.services.pool)
    await makeStudent(app.services.pool, organ, '自家学员')
    await makeStudent(app.services.pool, other, '别家学员')
    const person = await app.signedIn({ organs: [organ] })
    const key = await keyOf(person)
    expect(namesOf(await key.call(students.list))).toEqual(['自家学员'])
    expect(namesOf(await app.send(students.list, undefined, { token: key.apiKey }))).toEqual(['自家学员'])
    const kept = JSON.stringify(await sql('select * from api_key'))
    expect(kept).not.toContain(key.apiKey.slice(8))
    expect(JSON.stringify(await sql('select * from idempotency'))).not.toContain(key.apiKey.slice(8))
    expect(JSON.stringify((await person.call(apiKeys.own)).data)).not.toContain(key.apiKey.slice(8))
  })

  test('chosen codes, and of these only what its owner holds at that moment', async () => {
    const person = await app.signedIn({ codes: ['device:simulator', 'device:running'] })
    const key = await keyOf(person, { codes: ['device:simulator'] })
    expect(await key.call(devices.list, {})).toMatchObject({ code: 0 })
    expect(await key.call(contract.running.tree)).toMatchObject({ code: errors.forbidden.code })
    expect(await person.call(contract.running.tree)).toMatchObject({ code: 0 })
    await sql(`delete from role_access where code = 'device:simulator'`)
    expect(await key.call(devices.list, {})).toMatchObject({ code: errors.forbidden.code })
  })

  test('chosen organisations, and of these only what its owner manages at that moment', async () => {
    const [one, two] = [await makeOrganisation(app.services.pool), await makeOrganisation(app.services.pool)]
    await makeStudent(app.services.pool, one, '甲校学员')
    await makeStudent(app.services.pool, two, '乙校学员')
    const person = await app.signedIn({ organs: [one, two] })
    const [all, first] = [await keyOf(person), await keyOf(person, { name: '甲校', organIds: [one] })]
    expect(namesOf(await all.call(students.list))).toEqual(['乙校学员', '甲校学员'])
    expect(namesOf(await first.call(students.list))).toEqual(['甲校学员'])
    await sql('delete from member_organisation where organ_id = $1', [one])
    expect(namesOf(await all.call(students.list))).toEqual(['乙校学员'])
    expect(namesOf(await first.call(students.list))).toEqual([])
  })

  test('what nobody may give: codes of others, organisations of others, codes that no open call asks for', async () => {
    const foreign = await makeOrganisation(app.services.pool)
    const person = await app.signedIn({
      codes: ['device', 'system:user'],
      organs: [await makeOrganisation(app.services.pool)],
    })
    expect(await person.call(apiKeys.add, keyForm({ codes: ['finance'] }))).toMatchObject({
      code: errors.apiKeyCodesNotYours.code,
    })
    expect(await person.call(apiKeys.add, keyForm({ organIds: [foreign] }))).toMatchObject({
      code: errors.notFound.code,
    })
    expect(await person.call(apiKeys.add, keyForm({ codes: ['system:user'] }))).toMatchObject({
      code: errors.invalid.code,
    })
    expect(await person.send(apiKeys.add, { ...keyForm(), days: 31 })).toMatchObject({
      code: errors.invalid.code,
    })
  })

  test('a change wants an idempotency key, and is made once', async () => {
    const { pool } = app.services
    const organ = await makeOrganisation(pool)
    const room = await makeClassroom(pool, organ)
    const person = await app.signedIn({ codes: ['device:edit'], organs: [organ] })
    const key = await keyOf(person, { codes: ['device:edit'] })
    const input = { organId: organ, roomId: room, simulatorName: '程序添加', simulatorNum: 'SN-KEY-1' }
    expect(await key.call(devices.add, input)).toMatchObject({ code: errors.keyNeedsIdempotency.code })
    const once = { 'idempotency-key': 'once-and-only-once' }
    const first = await key.call(devices.add, input, once)
    expect(first, first.msg).toMatchObject({ code: 0 })
    expect(await key.call(devices.add, input, once)).toMatchObject({ code: 0 })
    expect(await sql(`select count(*)::int as count from simulator where sn = 'SN-KEY-1'`)).toEqual([
      { count: 1 },
    ])
  })

  test('files only where its maker allowed them, and only as long as is sent at once', async () => {
    const { pool } = app.services
    const organ = await makeOrganisation(pool)
    const room = await makeClassroom(pool, organ)
    for (let n = 0; n < 2; n += 1) await makeSimulator(pool, { organ, room })
    const person = await app.signedIn({ codes: ['device:simulator'], organs: [organ] })
    const plain = await keyOf(person, { codes: ['device:simulator'] })
    expect(await plain.call(devices.export, {})).toMatchObject({ code: errors.keyMayNotExport.code })
    const files = await keyOf(person, { name: '文件', codes: ['device:simulator'], mayExport: true })
    expect(await files.call(devices.export, {})).toMatchObject({
      status: 200,
      body: expect.stringContaining('设备'),
    })
    await makeSimulator(pool, { organ, room })
    expect(await files.call(devices.export, {})).toMatchObject({ code: errors.fileTooLongForKey.code })
    // What asks its maker who they are asks it of nobody here.
    expect(await files.call(students.export, {})).toMatchObject({ code: errors.closedToKeys.code })
  })

  test('its networks hold; use from elsewhere is an event', async () => {
    const person = await app.signedIn()
    const key = await keyOf(person, { networks: ['10.1.0.0/16', 'fd00::1'] })
    expect(await readFrom(key.apiKey, '10.1.2.3')).toMatchObject({ code: 0 })
    expect(await readFrom(key.apiKey, '::ffff:10.1.2.3')).toMatchObject({ code: 0 })
    expect(await readFrom(key.apiKey, 'fd00::1')).toMatchObject({ code: 0 })
    expect(await readFrom(key.apiKey, '10.2.0.1')).toMatchObject({
      code: errors.keyElsewhere.code,
    })
    expect(
      await sql(`select account, label, host(address) as address from security_event where kind = 'access'`),
    ).toEqual([{ account: '密钥“对接程序”', label: students.list.title, address: '10.2.0.1' }])
    const [used] = (await person.call(apiKeys.own)).data
    expect(used).toMatchObject({ lastUsedFrom: '10.1.2.3' })
  })
})

describe('another in its place', () => {
  test('both work for a day, then the new one alone; a second rotation ends the oldest at once', async () => {
    const person = await app.signedIn()
    const key = await keyOf(person)
    await sql(`update api_key set expires_at = now() + interval '1 hour'`)
    const rotate = async () => {
      const { data } = await person.call(apiKeys.rotate, { keyId: key.keyId })
      return programOf(data.apiKey ?? '')
    }
    const second = await rotate()
    expect([(await key.call(students.list)).code, (await second.call(students.list)).code]).toEqual([0, 0])
    const [row] = (await person.call(apiKeys.own)).data
    expect(Date.parse(row?.expiresAt ?? '') - Date.now()).toBeGreaterThan(89 * 86_400_000)
    await sql(`update api_key set previous_until = now()`)
    expect(await key.call(students.list)).toMatchObject({ code: errors.keyOver.code })
    expect(await second.call(students.list)).toMatchObject({ code: 0 })
    const third = await rotate()
    await rotate()
    expect(await second.call(students.list)).toMatchObject({ code: errors.keyUnknown.code })
    expect(await third.call(students.list)).toMatchObject({ code: 0 })
  })

  test('at most ten live, names are told apart, and a fresh proof is asked for', async () => {
    const person = await app.signedIn()
    for (let n = 0; n < 10; n += 1) await keyOf(person, { name: `第 ${n} 个` })
    expect(await person.call(apiKeys.add, keyForm())).toMatchObject({ code: errors.apiKeysFull.code })
    const [newest] = (await person.call(apiKeys.own)).data
    await person.call(apiKeys.stop, { keyId: newest?.keyId ?? 0 })
    expect(await person.call(apiKeys.add, keyForm({ name: '第 0 个' }))).toMatchObject({
      code: errors.apiKeyNameTaken.code,
    })
    await keyOf(person)
    await sql(`update security_policy set second_step_for = 'all', all_due_at = now() + interval '1 day'`)
    await sql(`update session set authenticated_at = now() - interval '3 minutes'`)
    expect(await person.call(apiKeys.rotate, { keyId: 1 })).toMatchObject({ code: errors.proofNeeded.code })
    expect(await person.call(apiKeys.add, keyForm())).toMatchObject({ code: errors.proofNeeded.code })
  })
})

test('the logs say which key it was, and whose', async () => {
  const organ = await makeOrganisation(app.services.pool)
  const person = await app.signedIn({ codes: ['student:edit', 'system'], organs: [organ] })
  const key = await keyOf(person, { codes: ['student:edit'] })
  const student = await makeStudent(app.services.pool, organ, '李学员')
  const input = { userId: student, kind: 'leave' }
  const answer = await key.call(students.enrol, input, { 'idempotency-key': 'leave-once' })
  expect(answer, answer.msg).toMatchObject({ code: 0 })
  const { data } = await person.call(contract.operationLog.list, {})
  expect(data.dataList[0]).toMatchObject({
    label: students.enrol.change,
    userAccount: '密钥“对接程序”',
    userId: person.memberId,
  })
  const events = await person.call(contract.operationLog.security, { kind: 'rights' })
  expect(events.data.dataList[0]).toMatchObject({ label: '新建接口密钥', target: '密钥“对接程序”' })
})

test('use is written down once a minute', async () => {
  const key = await keyOf(await app.signedIn())
  const lastUse = async () => (await sql('select last_used_at::text as at from api_key'))[0]
  await key.call(students.list)
  const first = await lastUse()
  await key.call(students.list)
  expect(await lastUse()).toEqual(first)
  await sql(`update api_key set last_used_at = now() - interval '61 seconds'`)
  const before = await lastUse()
  await key.call(dashboard.findings, {})
  expect(await lastUse()).not.toEqual(before)
})
