import { accessCodes, accessGroups, contract, errors, type InputOf } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeMember, makeOrganisation, makeRole } from '../../../../test/factories.ts'
import { openLiveStream } from '../../../../test/liveStream.ts'

const { roles, account } = contract
let app: TestApp
let platform: number
let school: number
let other: number
/** Manages the school alone. */
let operator: Client & { memberId: number }
let admin: Client & { memberId: number; account: string }

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  platform = await makeOrganisation(pool, { type: 'platform', name: '平台' })
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  operator = await app.signedIn({
    codes: ['system', 'system:role', 'device', 'student:edit'],
    organs: [school],
  })
  admin = await app.signedIn({ codes: accessCodes })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const form = (changes: Partial<InputOf<typeof roles.add>> = {}): InputOf<typeof roles.add> => ({
  roleName: '前台',
  note: '接待与报名',
  organId: school,
  codes: ['device', 'student:edit'],
  ...changes,
})
const edit = (roleId: number, changes: Partial<InputOf<typeof roles.modify>> = {}) => ({
  roleId,
  roleName: '前台',
  note: '接待与报名',
  codes: form().codes,
  ...changes,
})
const detail = async (roleId: number, as: Client = operator) => (await as.call(roles.info, { roleId })).data
const add = async () => (await operator.call(roles.add, form())).data.roleId
const give = (member: number, role: number) => rows('insert into member_role values ($1, $2)', [member, role])
const twenty = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, act))

test('every code stands once in the tree', () => {
  const shown: string[] = accessGroups.flatMap(group => [...group.codes])
  expect(shown.toSorted()).toEqual(accessCodes.toSorted())
})

describe('adding', () => {
  test('keeps the form', async () => {
    expect(await detail(await add())).toMatchObject({
      ...form(),
      organName: '甲驾校',
      builtIn: false,
      members: 0,
      version: 1,
    })
  })

  test('20 at once with one name make one role of that owner; another school may use the name', async () => {
    const answers = await twenty(() => operator.call(roles.add, form()))
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
    expect(answers.filter(answer => answer.code === errors.roleNameTaken.code)).toHaveLength(19)
    expect((await admin.call(roles.add, form({ organId: other }))).code).toBe(0)
  })

  test('a code that the operator does not hold, by name', async () => {
    expect(
      await operator.call(roles.add, form({ codes: ['device', 'finance:edit', 'system:user'] })),
    ).toMatchObject({
      code: errors.codesNotYours.code,
      msg: '您没有“编辑财务、成员管理”权限，不能授予或收回',
    })
    expect(await rows(`select from role where name = '前台'`)).toHaveLength(0)
  })

  test("a platform's role is made by those who manage all of it, a school's by those who manage it", async () => {
    const { organId: _, ...platformForm } = form()
    expect((await operator.call(roles.add, platformForm)).code).toBe(errors.roleOwner.code)
    expect((await operator.call(roles.add, form({ organId: platform }))).code).toBe(errors.notFound.code)
    expect((await operator.call(roles.add, form({ organId: other }))).code).toBe(errors.notFound.code)
    const { data } = await admin.call(roles.add, platformForm)
    expect(await detail(data.roleId, admin)).toMatchObject({ organId: null, organName: null })
    const point = await makeOrganisation(app.services.pool, { type: 'servicePoint', parent: school })
    expect((await operator.call(roles.add, form({ organId: point }))).code).toBe(errors.roleOwner.code)
  })

  test.each([
    [{ roleName: '' }, '角色名称不能为空'],
    [{ roleName: '名'.repeat(31) }, '角色名称最多 30 个字'],
    [{ note: '字'.repeat(201) }, '备注最多 200 个字'],
    [{ codes: 'device' }, '权限格式不正确，请检查后重试'],
  ])('refuses %j', async (changes, sentence) => {
    const answer = await operator.send(roles.add, { ...form(), ...changes })
    expect(answer).toMatchObject({ status: 200, code: errors.invalid.code, msg: sentence })
  })

  test('refuses a code that does not exist', async () => {
    expect((await operator.send(roles.add, { ...form(), codes: ['root'] })).code).toBe(errors.invalid.code)
  })
})

describe('editing', () => {
  test('new codes count on the next request of whoever holds the role, and their open page hears it', async () => {
    const roleId = await add()
    const person = await app.signedIn({ codes: [], organs: [school] })
    await give(person.memberId, roleId)
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openLiveStream(base, person.token)
    expect((await operator.call(roles.modify, edit(roleId, { codes: ['student:edit'] }))).code).toBe(0)
    await stream.wait('sessionChanged')
    expect((await person.call(account.me)).data.permissions).toEqual(['student:edit'])
    expect(await detail(roleId)).toMatchObject({ members: 1, codes: ['student:edit'], version: 2 })
    stream.close()
  })

  test('neither gives nor takes a code that the operator does not hold', async () => {
    const roleId = await makeRole(app.services.pool, {
      name: '前台',
      codes: ['device', 'finance'],
      organ: school,
    })
    const refused = { code: errors.codesNotYours.code }
    expect(await operator.call(roles.modify, edit(roleId, { codes: ['device'] }))).toMatchObject(refused)
    expect(
      await operator.call(roles.modify, edit(roleId, { codes: ['device', 'finance', 'ops'] })),
    ).toMatchObject(refused)
    expect(
      (await operator.call(roles.modify, edit(roleId, { codes: ['finance', 'student:edit'] }))).code,
    ).toBe(0)
    expect((await detail(roleId)).codes).toEqual(['finance', 'student:edit'])
  })

  test("not the platform's, not another school's, not one that somebody out of sight holds", async () => {
    const { pool } = app.services
    const shared = await makeRole(pool, { name: '共用', codes: ['device'] })
    expect((await operator.call(roles.modify, edit(shared))).code).toBe(errors.roleOwner.code)
    const foreign = await makeRole(pool, { name: '乙前台', codes: ['device'], organ: other })
    expect((await operator.call(roles.modify, edit(foreign))).code).toBe(errors.notFound.code)
    const own = await add()
    const elsewhere = await makeMember(pool, { organs: [other] })
    await give(elsewhere.id, own)
    expect((await operator.call(roles.modify, edit(own))).code).toBe(errors.roleHeldElsewhere.code)
    expect((await detail(own)).members).toBe(0)
    expect((await admin.call(roles.modify, edit(own))).code).toBe(0)
  })

  test('built-in roles stay as they are', async () => {
    const roleId = await makeRole(app.services.pool, { name: '驾校管理员', codes: ['device'], builtIn: true })
    expect((await admin.call(roles.modify, edit(roleId))).code).toBe(errors.roleBuiltIn.code)
    expect((await admin.call(roles.remove, { roleId })).code).toBe(errors.roleBuiltIn.code)
  })

  test('20 at once from one version: one counts, the others see the newest', async () => {
    const roleId = await add()
    const answers = await twenty(() =>
      operator.call(roles.modify, edit(roleId, { version: 1, codes: ['device'] })),
    )
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
    const stale = answers.filter(answer => answer.code === errors.staleVersion.code)
    expect(stale).toHaveLength(19)
    expect(stale[0]?.data).toMatchObject({ roleId, version: 2, codes: ['device'] })
  })

  test('codes of another version of the program stay', async () => {
    const roleId = await add()
    await rows(`insert into role_access values ($1, 'future:code')`, [roleId])
    await operator.call(roles.modify, edit(roleId, { codes: ['device'] }))
    expect(await rows('select code from role_access where role_id = $1 order by 1', [roleId])).toEqual([
      { code: 'device' },
      { code: 'future:code' },
    ])
    expect((await detail(roleId)).codes).toEqual(['device'])
  })

  test('the last administrator does not take their own rights from their role', async () => {
    const [own] = (await admin.call(roles.list, { paramValue: admin.account })).data.dataList
    const roleId = own?.roleId ?? 0
    const codes = accessCodes.filter(code => code !== 'system:role')
    expect(await admin.call(roles.modify, edit(roleId, { roleName: admin.account, codes }))).toMatchObject({
      code: errors.lastAdministrator.code,
    })
    await makeMember(app.services.pool, { codes: ['system:role', 'system:user'] })
    expect((await admin.call(roles.modify, edit(roleId, { roleName: admin.account, codes }))).code).toBe(0)
  })
})

describe('deleting', () => {
  test('only when nobody holds it, whoever that is', async () => {
    const roleId = await add()
    await give(operator.memberId, roleId)
    expect(await operator.call(roles.remove, { roleId })).toMatchObject({
      code: errors.roleHeld.code,
      msg: '仍有 1 名成员拥有此角色，请先为他们更换角色',
    })
    await rows('delete from member_role where role_id = $1', [roleId])
    const answers = await twenty(() => operator.call(roles.remove, { roleId }))
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
    expect(answers.filter(answer => answer.code === errors.notFound.code)).toHaveLength(19)
  })
})

test('a role is deleted by who holds all of its codes', async () => {
  const { pool } = app.services
  const roleId = await makeRole(pool, { name: '会计', codes: ['device', 'finance'], organ: school })
  expect(await operator.call(roles.remove, { roleId })).toMatchObject({
    code: errors.codesNotYours.code,
    msg: '您没有“财务管理”权限，不能授予或收回',
  })
  expect((await admin.call(roles.remove, { roleId })).code).toBe(0)
})

describe('lists', () => {
  beforeEach(async () => {
    const { pool } = app.services
    await makeRole(pool, { name: '内置', builtIn: true })
    await makeRole(pool, { name: '甲教务', organ: school, codes: ['device'] })
    await makeRole(pool, { name: '乙教务', organ: other, codes: ['device'] })
    await makeRole(pool, { name: '财务', codes: ['finance'] })
  })

  test('built-in first; the platform’s and one’s own, never those of other schools', async () => {
    const names = async (as: Client, input: InputOf<typeof roles.list> = {}) =>
      (await as.call(roles.list, { pageSize: 100, ...input })).data.dataList.map(row => row.roleName)
    expect((await names(operator))[0]).toBe('内置')
    expect(await names(operator)).not.toContain('乙教务')
    expect(await names(admin, { paramValue: '教务' })).toEqual(['甲教务', '乙教务'])
    expect(await names(operator, { organId: school })).toEqual(['甲教务'])
    expect(await names(operator, { organId: other })).toEqual([])
    expect(await names(admin, { organId: platform, paramValue: '财' })).toEqual(['财务'])
  })

  test('the choices are those that the operator may give', async () => {
    const { data } = await operator.call(roles.brief)
    expect(data.find(({ roleName }) => roleName === '甲教务')).toMatchObject({
      organId: school,
      organName: '甲驾校',
    })
    const names = data.map(role => role.roleName)
    expect(names).toContain('甲教务')
    expect(names).not.toContain('乙教务')
    expect(names).not.toContain('财务')
  })

  test('the file', async () => {
    const { body } = await operator.call(roles.export, { organId: school })
    expect(body).toContain('角色名称,类型,所属驾校,权限,成员数,备注,创建时间')
    expect(body).toContain('甲教务,自定义,甲驾校,设备管理,0,,')
    expect(body).not.toContain('乙教务')
  })
})
