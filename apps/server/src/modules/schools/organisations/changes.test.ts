import { contract, errors, type InputOf } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'

// Adding, editing, disabling schools and service points.

const { organisations } = contract
let app: TestApp
let admin: Client
let manager: Client
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  admin = await app.signedIn({ codes: ['organ:school', 'organ:edit'] })
  manager = await app.signedIn({ codes: ['organ:school', 'organ:edit'], organs: [school] })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
type SchoolForm = InputOf<typeof organisations.addSchool>
const form = (changes: Partial<SchoolForm> = {}): SchoolForm => ({
  name: '广州云珠驾校',
  provinceId: '440000',
  cityId: '440100',
  address: '天河区中山大道西 238 号',
  contact: '陈海峰',
  phone: '020-88880001',
  ...changes,
})
const detail = async (organizationId: number) =>
  (await admin.call(organisations.info, { organizationId })).data
const point = (parent = school, name = '天河服务点') =>
  makeOrganisation(app.services.pool, { type: 'servicePoint', parent, name })
async function trainIn(organ: number): Promise<void> {
  const { pool } = app.services
  const { id } = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  await setState(pool, id, { online: true, activity: 'training' })
}

describe('adding', () => {
  test('a school keeps what the form says', async () => {
    const { code, data } = await admin.call(organisations.addSchool, form())
    expect(code).toBe(0)
    expect(await detail(data.organizationId)).toMatchObject({
      ...form(),
      type: 'school',
      parentName: '平台',
      area: '广东省 广州市',
      state: 'enabled',
      servicePoints: 0,
      version: 1,
    })
  })

  test('a school is for those who manage the platform', async () => {
    expect(await manager.call(organisations.addSchool, form())).toMatchObject({
      code: errors.platformOnly.code,
      msg: errors.platformOnly.sentence('驾校名录'),
    })
    expect(await rows('select from organisation')).toHaveLength(3)
  })

  test("a service point stands below its school, and its school's manager has it at once", async () => {
    const { code, data } = await manager.call(organisations.addServicePoint, { ...form(), parentId: school })
    expect(code).toBe(0)
    const { data: list } = await manager.call(organisations.servicePointPage, { schoolId: school })
    expect(list.dataList).toMatchObject([{ organizationId: data.organizationId, parentId: school }])
  })

  test('a service point’s parent is an enabled school in the scope', async () => {
    const own = await point()
    const [{ id: platform }] = (await rows(`select id::int from organisation where type = 'platform'`)) as [
      { id: number },
    ]
    await rows('update organisation set enabled = false where id = $1', [other])
    const add = (who: Client, parentId: number) =>
      who.call(organisations.addServicePoint, { ...form(), parentId })
    const refusals = await Promise.all([
      add(manager, other),
      add(manager, 999_999),
      add(manager, own),
      add(admin, platform),
      add(admin, other),
    ])
    expect(refusals.map(({ msg }) => msg)).toEqual([
      errors.notFound.sentence('驾校'),
      errors.notFound.sentence('驾校'),
      errors.parentNotSchool.sentence(),
      errors.parentNotSchool.sentence(),
      errors.organisationDisabled.sentence('乙驾校'),
    ])
  })

  test.each([
    [{ name: ' ' }, '名称不能为空'],
    [{ name: '驾'.repeat(101) }, '名称最多 100 个字'],
    [{ provinceId: '' }, '地区代码应为六位数字'],
    [{ provinceId: undefined }, '所在地区不能为空'],
    [{ cityId: '330100' }, errors.areaUnknown.sentence()],
    [{ cityId: '' }, errors.areaUnknown.sentence()],
    [{ provinceId: '440100' }, errors.areaUnknown.sentence()],
    [{ phone: '12345' }, '电话应为手机号或带区号的座机号'],
    [{ contact: '名'.repeat(51) }, '联系人最多 50 个字'],
  ])('refuses %j and writes nothing', async (changes, sentence) => {
    const answer = await admin.send(organisations.addSchool, { ...form(), ...changes })
    expect(answer.code).toBeLessThan(0)
    expect(answer.msg).toBe(sentence)
    expect(await rows('select from organisation')).toHaveLength(3)
    expect(await rows('select from operation_log')).toHaveLength(0)
  })

  test('a province without cities needs none', async () => {
    expect(
      await admin.call(organisations.addSchool, form({ provinceId: '810000', cityId: '' })),
    ).toMatchObject({
      code: 0,
    })
  })

  test('twenty at once of one name add one and refuse nineteen', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call(organisations.addSchool, form())),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.nameTaken.code)).toHaveLength(19)
  })

  test('twenty at once under one idempotency key add one and all hear of it', async () => {
    const headers = { 'idempotency-key': 'one-form-opened-once' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call(organisations.addSchool, form(), headers)),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(0))
    expect(new Set(answers.map(({ data }) => data.organizationId)).size).toBe(1)
    expect(await rows(`select from organisation where name = '广州云珠驾校'`)).toHaveLength(1)
  })
})

describe('editing', () => {
  test('changes what the form says, and the log has before and after', async () => {
    const changes = form({ name: '甲驾校新名', phone: '', address: null })
    expect(await manager.call(organisations.modify, { ...changes, organizationId: school })).toMatchObject({
      code: 0,
    })
    expect(await detail(school)).toMatchObject({ ...changes, phone: null, address: null, version: 2 })
    expect(
      await rows(`select before ->> 'name' as before, after ->> 'name' as after from operation_log_change`),
    ).toEqual([{ before: '甲驾校', after: '甲驾校新名' }])
  })

  test('a stale version is refused with the row as it is now', async () => {
    const edit = (name: string) =>
      manager.call(organisations.modify, { ...form({ name }), organizationId: school, version: 1 })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => edit(`名${i}`)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.staleVersion.code)).toHaveLength(19)
    const late = answers.find(({ code }) => code !== 0)
    expect(late?.data).toMatchObject({ organizationId: school, version: 2 })
  })

  test('a name that another school has is refused', async () => {
    const answer = await admin.call(organisations.modify, {
      ...form({ name: '乙驾校' }),
      organizationId: school,
    })
    expect(answer).toMatchObject({ code: errors.nameTaken.code, msg: errors.nameTaken.sentence('乙驾校') })
    expect((await detail(school)).name).toBe('甲驾校')
  })

  test('nothing becomes its own parent, and a school has none but the platform', async () => {
    const own = await point()
    const refusals = await Promise.all([
      admin.call(organisations.modify, { ...form(), organizationId: school, parentId: school }),
      admin.call(organisations.modify, { ...form(), organizationId: school, parentId: other }),
      admin.call(organisations.modify, { ...form(), organizationId: own, parentId: own }),
    ])
    expect(refusals.map(({ msg }) => msg)).toEqual([
      errors.ownParent.sentence(),
      errors.schoolHasNoParent.sentence(),
      errors.ownParent.sentence(),
    ])
  })

  test('a service point moves to another school that the person manages, not while somebody trains there', async () => {
    const own = await point()
    const move = (who: Client) =>
      who.call(organisations.modify, { ...form(), organizationId: own, parentId: other })
    expect((await move(manager)).msg).toBe(errors.notFound.sentence('驾校'))
    await trainIn(own)
    expect((await move(admin)).msg).toBe(errors.trainingThere.sentence('“天河服务点”', 1))
    await rows(`update simulator_state set activity = 'idle'`)
    expect(await move(admin)).toMatchObject({ code: 0 })
    expect((await detail(own)).parentId).toBe(other)
    expect((await manager.call(organisations.servicePointPage, {})).data.totalDataNum).toBe(0)
  })

  test('an organisation of another school, or none, does not exist', async () => {
    for (const organizationId of [other, 999_999]) {
      const answers = await Promise.all([
        manager.call(organisations.modify, { ...form(), organizationId }),
        manager.call(organisations.setEnabled, { organizationId, enabled: false }),
      ])
      for (const { msg } of answers) expect(msg).toBe(errors.notFound.sentence('机构'))
    }
    expect((await detail(other)).version).toBe(1)
  })
})

describe('disabling', () => {
  const set = (organizationId: number, enabled: boolean) =>
    admin.call(organisations.setEnabled, { organizationId, enabled })

  test('takes the school out of use and leaves what is below as it is', async () => {
    const own = await point()
    expect(await set(school, false)).toMatchObject({ code: 0, data: true })
    expect([(await detail(school)).state, (await detail(own)).state]).toEqual(['disabled', 'enabled'])
    expect(await set(school, true)).toMatchObject({ code: 0 })
    expect((await detail(school)).state).toBe('enabled')
  })

  test('a school is for those who manage the platform; its manager keeps the service points', async () => {
    const own = await point()
    const setBy = (organizationId: number, enabled: boolean) =>
      manager.call(organisations.setEnabled, { organizationId, enabled })
    const refusal = { msg: errors.platformOnly.sentence('驾校的启用与停用') }
    expect(await setBy(school, false)).toMatchObject(refusal)
    expect((await detail(school)).state).toBe('enabled')
    await set(school, false)
    expect(await setBy(school, true)).toMatchObject(refusal)
    await set(school, true)
    expect(await setBy(own, false)).toMatchObject({ code: 0 })
    expect((await detail(own)).state).toBe('disabled')
  })

  test('waits for those who train below, in service points too', async () => {
    const own = await point()
    await trainIn(own)
    const answer = await set(school, false)
    expect(answer).toMatchObject({
      code: errors.trainingThere.code,
      msg: errors.trainingThere.sentence('“甲驾校”', 1),
    })
    expect((await detail(school)).state).toBe('enabled')
  })

  test('twenty at once disable once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => set(school, false)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.alreadySo.code)).toHaveLength(19)
    expect(answers.find(({ code }) => code !== 0)?.msg).toBe(errors.alreadySo.sentence('驾校', '停用'))
  })

  test('a service point is not enabled in a school that is disabled', async () => {
    const own = await point()
    await set(own, false)
    await set(school, false)
    expect(await set(own, true)).toMatchObject({ msg: errors.organisationDisabled.sentence('甲驾校') })
  })

  test('the platform stays', async () => {
    const [{ id }] = (await rows(`select id::int from organisation where type = 'platform'`)) as [
      { id: number },
    ]
    expect(await set(id, false)).toMatchObject({ code: errors.notFound.code })
  })
})
