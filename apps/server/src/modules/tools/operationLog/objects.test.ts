import { accessCodes, contract, errors, type InputOf, logObjects } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { wordsOf } from './names.ts'

const { operationLog, devices, roles } = contract
let app: TestApp
let school: number
let other: number
let admin: Client
let operator: Client & { memberId: number }
let foreigner: Client & { memberId: number }
/** Simulators with entries: the operator's own, and one of the other school. */
let own: number
let foreign: number
const missing = 999_999

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  admin = await app.signedIn({ codes: accessCodes, name: '管理员' })
  operator = await app.signedIn({ codes: accessCodes, organs: [school], name: '甲校长' })
  foreigner = await app.signedIn({ codes: accessCodes, organs: [other], name: '乙校长' })
  own = await simulatorOf(school, '甲一号')
  foreign = await simulatorOf(other, '乙一号')
  for (const simulatorId of [own, foreign])
    await admin.call(devices.setEnabled, { simulatorId, enabled: false })
  await operator.call(devices.setEnabled, { simulatorId: own, enabled: true })
  await foreigner.call(devices.setEnabled, { simulatorId: foreign, enabled: true })
})

async function simulatorOf(organ: number, name: string): Promise<number> {
  const { pool } = app.services
  const { id } = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ), name })
  return id
}
const list = async (as: Client, input: InputOf<typeof operationLog.list>) =>
  (await as.call(operationLog.list, input)).data
const found = async (as: Client, input: InputOf<typeof operationLog.objects>) =>
  (await as.call(operationLog.objects, input)).data

describe('the entries about a record', () => {
  test('those that changed it or a part of it, in the file too', async () => {
    const about = { objectType: 'simulator', objectId: own } as const
    const all = await list(admin, about)
    expect(all.totalDataNum).toBe(2)
    expect(all.dataList.map(({ userName }) => userName)).toEqual(['甲校长', '管理员'])
    const narrowed = await list(admin, { ...about, label: '启用' })
    expect(narrowed.dataList.length).toBeGreaterThan(0)
    expect(await list(admin, { ...about, paramValue: '甲校长' })).toMatchObject({ totalDataNum: 1 })
    // One's own people's entries, as without the filter.
    expect(await list(operator, about)).toMatchObject({ totalDataNum: 1 })
    const { body } = await admin.call(operationLog.export, about)
    expect(body.trimEnd().split('\r\n')).toHaveLength(3)
    expect(body).not.toContain('乙一号')
  })

  test('a kind alone is no record, nor is an id of no kind', async () => {
    const refused = { code: errors.invalid.code }
    expect(await admin.call(operationLog.list, { objectType: 'bill' })).toMatchObject({
      ...refused,
      msg: '请选择要查看的对象，或清空对象类型',
    })
    expect(await admin.call(operationLog.list, { objectId: own })).toMatchObject(refused)
    expect(await admin.call(operationLog.export, { objectType: 'bill' })).toMatchObject(refused)
  })

  test('a record that was removed keeps its name and its entries', async () => {
    await operator.call(roles.add, { roleName: '教务', note: null, organId: school, codes: ['device'] })
    const [role] = await found(operator, { objectType: 'role', paramValue: '教务' })
    const about = { objectType: 'role', objectId: role?.objectId ?? 0 } as const
    await operator.call(roles.remove, { roleId: about.objectId })
    expect(await found(admin, about)).toEqual([{ ...role, note: '已删除' }])
    expect(await list(operator, about)).toMatchObject({ totalDataNum: 2 })
    expect(await found(foreigner, about)).toEqual([])
  })
})

describe('a record elsewhere is as one that never was', () => {
  test('the same answer to the list, the name and the file, from either side', async () => {
    for (const [as, id] of [
      [operator, foreign],
      [foreigner, own],
    ] as const) {
      const of = (objectId: number) => ({ objectType: 'simulator', objectId }) as const
      expect(await found(as, of(id))).toEqual([])
      expect(await list(as, of(id))).toEqual(await list(as, of(missing)))
      expect((await as.call(operationLog.export, of(id))).body).toBe(
        (await as.call(operationLog.export, of(missing))).body,
      )
    }
  })

  test('even where one’s own people changed it', async () => {
    const both = await app.signedIn({ codes: accessCodes, organs: [school, other], name: '两校' })
    await both.call(devices.setEnabled, { simulatorId: foreign, enabled: false })
    const of = (objectId: number) => ({ objectType: 'simulator', objectId }) as const
    expect((await list(both, of(foreign))).totalDataNum).toBeGreaterThan(0)
    expect(await list(operator, of(foreign))).toEqual(await list(operator, of(missing)))
    const file = async (id: number) => (await operator.call(operationLog.export, of(id))).body
    expect(await file(foreign)).toBe(await file(missing))
  })

  test('and is found by no text', async () => {
    await makeStudent(app.services.pool, other, '张乙')
    await makeStudent(app.services.pool, school, '张甲')
    const named = { objectType: 'student', paramValue: '张' } as const
    expect((await found(operator, named)).map(({ name, note }) => `${name} ${note}`)).toEqual(['张甲 甲驾校'])
    expect(await found(admin, named)).toHaveLength(2)
  })

  test('so is one of a kind that one may not look up', async () => {
    const reader = await app.signedIn({ codes: ['system'], organs: [school] })
    const about = { objectType: 'simulator', objectId: own } as const
    expect(await found(reader, { objectType: 'simulator' })).toEqual([])
    expect(await found(reader, about)).toEqual([])
    expect(await list(reader, about)).toMatchObject({ totalDataNum: 0 })
    expect(await found(operator, about)).toMatchObject([{ name: '甲一号' }])
  })
})

test('every kind is searched as its own list is, and called what the log calls it', async () => {
  const words = wordsOf(app.services.parts.logNames)
  for (const [kind, { label }] of Object.entries(logObjects)) {
    expect(words.table(kind), kind).toBe(label)
    const objectType = kind as keyof typeof logObjects
    for (const paramValue of ['', '甲', 'CZ1']) {
      expect((await admin.call(operationLog.objects, { objectType, paramValue })).code, kind).toBe(0)
    }
  }
  await admin.call(roles.add, { roleName: '前台接待', note: null, organId: school, codes: ['device'] })
  expect(await found(operator, { objectType: 'role', paramValue: '前台接待' })).toMatchObject([
    { note: '甲驾校' },
  ])
})
