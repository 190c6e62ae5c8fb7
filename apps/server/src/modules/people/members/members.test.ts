import { accessCodes, contract, errors, type InputOf } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { makeMember, makeOrganisation, makeRole } from '../../../../test/factories.ts'
import { openLiveStream } from '../../../../test/liveStream.ts'

const { members, account } = contract
const codes = ['system', 'system:user', 'device', 'device:simulator'] as const
let app: TestApp
let platform: number
let school: number
let point: number
let other: number
let deviceRole: number
/** Manages the school alone. */
let operator: Client & { memberId: number }
let admin: Client & { memberId: number }
let base: string

beforeAll(async () => {
  app = await testApp()
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await resetDatabase(app.database)
  const { pool } = app.services
  platform = await makeOrganisation(pool, { type: 'platform', name: '平台' })
  school = await makeOrganisation(pool, { name: '甲驾校' })
  point = await makeOrganisation(pool, { name: '甲服务点', type: 'servicePoint', parent: school })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  deviceRole = await makeRole(pool, { name: '设备员', codes: ['device', 'device:simulator'] })
  operator = await app.signedIn({ codes, organs: [school] })
  admin = await app.signedIn({ codes: accessCodes })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const form = (changes: Partial<InputOf<typeof members.add>> = {}) => ({
  userAccount: 'zhaomin',
  userName: '赵敏',
  userPhone: '13900001111',
  userMail: 'zhaomin@example.com',
  organId: school,
  belongOrganIds: [school],
  roleIds: [deviceRole],
  ...changes,
})
const edit = (userId: number, changes: Partial<InputOf<typeof members.modify>> = {}) => {
  const { userAccount: _, ...rest } = form()
  return { ...rest, userId, ...changes }
}
const detail = async (userId: number, as: Client = operator) => (await as.call(members.info, { userId })).data
const add = async (changes: Partial<InputOf<typeof members.add>> = {}, as: Client = operator) =>
  (await as.call(members.add, form(changes))).data
const twenty = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, act))

test('a phone is masked for whoever keeps the members, whole for a reason, and stays until another is given', async () => {
  const { userId } = await add()
  const { userPhone: _, ...rest } = edit(userId)
  const phone = async () => (await rows('select phone from member where id = $1', [userId]))[0]
  expect(await operator.call(members.modify, rest)).toMatchObject({ code: 0 })
  expect(await operator.call(members.modify, { ...rest, userPhone: '' })).toMatchObject({ code: 0 })
  expect(await phone()).toEqual({ phone: '13900001111' })
  expect(await operator.send(members.modify, { ...rest, userPhone: '139****1111' })).toMatchObject({
    code: errors.invalid.code,
  })
  const reason = '通知设备停机'
  expect((await operator.call(members.reveal, { userId, reason })).data).toEqual({ phone: '13900001111' })
  const stranger = await app.signedIn({ codes, organs: [other] })
  expect(await stranger.call(members.reveal, { userId, reason })).toMatchObject({
    code: errors.notFound.code,
  })
  expect(await operator.call(members.modify, { ...rest, userPhone: null })).toMatchObject({ code: 0 })
  expect(await phone()).toEqual({ phone: null })
})

describe('adding', () => {
  test('keeps the form; the first password signs in and must be changed', async () => {
    const { userId, firstPassword } = await add()
    expect(await detail(userId)).toMatchObject({
      userAccount: 'zhaomin',
      userName: '赵敏',
      userPhone: '139****1111',
      userMail: 'zhaomin@example.com',
      organName: '甲驾校',
      belongOrgans: [{ organizationId: school, name: '甲驾校' }],
      roles: [{ roleId: deviceRole, roleName: '设备员' }],
      enabled: true,
      lastLoginAt: null,
      mustChangePassword: true,
    })
    const { data } = await app.signIn('zhaomin', firstPassword ?? '')
    const me = await app.call(account.me, undefined, { authorization: `Bearer ${data.token}` })
    expect(me.data).toMatchObject({ mustChangePassword: true, belongOrgans: ['甲驾校'] })
    expect(me.data.permissions.toSorted()).toEqual(['device', 'device:simulator'])
    expect((await detail(userId)).lastLoginAt).not.toBeNull()
  })

  test('the first password is shown once: a repeated call gets null, and it is stored nowhere', async () => {
    const key = { 'idempotency-key': 'one-new-member' }
    const first = await operator.call(members.add, form(), key)
    const second = await operator.call(members.add, form(), key)
    expect(second.data).toEqual({ userId: first.data.userId, firstPassword: null })
    const kept = JSON.stringify([
      await rows('select * from idempotency'),
      await rows('select * from operation_log_change'),
      await rows('select * from member'),
    ])
    expect(kept).not.toContain(first.data.firstPassword)
    expect(kept).toContain('zhaomin')
  })

  test('20 at once with one account make one member', async () => {
    const answers = await twenty(() => operator.call(members.add, form()))
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
    expect(answers.filter(answer => answer.code === errors.accountTaken.code)).toHaveLength(19)
    expect(await rows(`select from member where account = 'zhaomin'`)).toHaveLength(1)
  })

  test('an account is taken in whatever case, also out of sight', async () => {
    await add({ organId: other, belongOrganIds: [other] }, admin)
    expect(await operator.call(members.add, form({ userAccount: 'ZhaoMin' }))).toMatchObject({
      code: errors.accountTaken.code,
      msg: '账号 ZhaoMin 已被使用，请换一个',
    })
  })

  test.each([
    [{ userAccount: '1abc' }, '账号须以字母开头，3 至 32 个字母、数字、点、下划线或连字符'],
    [{ userName: ' ' }, '名称不能为空'],
    [{ userPhone: '12345' }, '手机号格式不正确'],
    [{ userMail: 'x@' }, '邮箱格式不正确'],
    [{ belongOrganIds: [] }, '请至少选择一个管理机构'],
    [{ organId: undefined }, '所属机构不能为空'],
  ])('refuses %j', async (changes, sentence) => {
    const answer = await operator.send(members.add, { ...form(), ...changes })
    expect(answer).toMatchObject({ status: 200, code: errors.invalid.code, msg: sentence })
    expect(await rows('select from operation_log')).toHaveLength(0)
  })
})

describe('within what the operator has themself', () => {
  test('a member made outside their organisations, by a hand-made call', async () => {
    expect((await operator.call(members.add, form({ organId: other }))).code).toBe(errors.notFound.code)
    expect((await operator.call(members.add, form({ belongOrganIds: [other] }))).code).toBe(
      errors.notFound.code,
    )
    expect((await operator.call(members.add, form({ belongOrganIds: [school, platform] }))).code).toBe(
      errors.notFound.code,
    )
    expect(await rows(`select from member where account = 'zhaomin'`)).toHaveLength(0)
    expect((await operator.call(members.add, form({ organId: point, belongOrganIds: [point] }))).code).toBe(0)
  })

  test('a role with a code that they do not hold, at making and at editing', async () => {
    const finance = await makeRole(app.services.pool, { name: '财务', codes: ['finance'] })
    const refused = { code: errors.roleNotYours.code, msg: errors.roleNotYours.sentence('财务') }
    expect(await operator.call(members.add, form({ roleIds: [finance] }))).toMatchObject(refused)
    const { userId } = await add()
    expect(await operator.call(members.modify, edit(userId, { roleIds: [finance] }))).toMatchObject(refused)
    expect((await detail(userId)).roles.map(role => role.roleId)).toEqual([deviceRole])
  })

  test("another school's role: unseen by its operator, and no use to this school's members", async () => {
    const role = await makeRole(app.services.pool, { name: '乙前台', codes: ['device'], organ: other })
    expect((await operator.call(members.add, form({ roleIds: [role] }))).code).toBe(errors.notFound.code)
    expect(await admin.call(members.add, form({ roleIds: [role] }))).toMatchObject({
      code: errors.roleOfAnother.code,
    })
    const own = await makeRole(app.services.pool, { name: '甲前台', codes: ['device'], organ: school })
    expect((await operator.call(members.add, form({ organId: point, roleIds: [own] }))).code).toBe(0)
  })

  test('members of other organisations are not there', async () => {
    const { id } = await makeMember(app.services.pool, { organs: [other] })
    const one = { userId: id }
    for (const call of [
      members.info,
      members.disable,
      members.resetPassword,
      members.sessions,
      members.signOutEverywhere,
    ]) {
      expect((await operator.call(call, one)).code).toBe(errors.notFound.code)
    }
    expect((await operator.call(members.modify, edit(id))).code).toBe(errors.notFound.code)
    const list = await operator.call(members.list, { pageSize: 100 })
    expect(list.data.dataList.map(row => row.userId)).not.toContain(id)
    expect(list.data.totalDataNum).toBe(list.data.dataList.length)
  })

  test('somebody who can do more is seen but not touched: their password would be theirs', async () => {
    const chief = await makeMember(app.services.pool, { codes: ['finance'], organs: [school] })
    const wide = await makeMember(app.services.pool, { codes: [], organs: [school, other] })
    for (const { id } of [chief, wide]) {
      expect((await operator.call(members.info, { userId: id })).code).toBe(0)
      for (const call of [members.disable, members.resetPassword, members.signOutEverywhere]) {
        expect((await operator.call(call, { userId: id })).code).toBe(errors.memberOutranks.code)
      }
      expect((await operator.call(members.modify, edit(id))).code).toBe(errors.memberOutranks.code)
    }
    expect((await detail(wide.id)).belongOrgans).toEqual([{ organizationId: school, name: '甲驾校' }])
    expect((await admin.call(members.resetPassword, { userId: chief.id })).code).toBe(0)
  })

  test('a disabled organisation takes no new members', async () => {
    await rows('update organisation set enabled = false where id = $1', [point])
    expect(await operator.call(members.add, form({ organId: point }))).toMatchObject({
      code: errors.organisationDisabled.code,
    })
  })
})

describe('editing', () => {
  test('new roles and organisations count on the next request, and the open page hears it', async () => {
    const person = await app.signedIn({ codes: ['device'], organs: [school] })
    const stream = await openLiveStream(base, person.token)
    const changed = edit(person.memberId, { roleIds: [deviceRole], belongOrganIds: [point], organId: point })
    expect((await admin.call(members.modify, changed)).code).toBe(0)
    await stream.wait('sessionChanged')
    const { data } = await person.call(account.me)
    expect(data.permissions.toSorted()).toEqual(['device', 'device:simulator'])
    expect(data.belongOrgans).toEqual(['甲服务点'])
    stream.close()
  })

  test('roles that the operator cannot see are kept', async () => {
    const { pool } = app.services
    const { userId } = await add()
    const hidden = await makeRole(pool, { name: '隐藏', codes: [], organ: other })
    await pool.query('insert into member_role values ($1, $2)', [userId, hidden])
    // It may no longer be held here, and says so rather than vanish.
    expect((await operator.call(members.modify, edit(userId))).code).toBe(errors.roleOfAnother.code)
    expect(await rows('select role_id from member_role where member_id = $1', [userId])).toHaveLength(2)
  })

  test('a stale version is refused with the row as it is now', async () => {
    const { userId } = await add()
    const { version } = await detail(userId)
    const answers = await twenty(() =>
      operator.send(members.modify, edit(userId, { version, userName: `改${Math.random()}`.slice(0, 10) })),
    )
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
    const stale = answers.find(answer => answer.code === errors.staleVersion.code)
    expect(stale?.data).toMatchObject({ userId, version: version + 1 })
  })

  test('only the roles change: the version grows all the same', async () => {
    const { userId } = await add()
    await operator.call(members.modify, edit(userId, { roleIds: [] }))
    expect((await detail(userId)).version).toBe(2)
  })
})

describe('disabling and enabling', () => {
  test('ends the sessions and the open page; the account says it is disabled; enabling lets in again', async () => {
    const person = await app.signedIn({ codes: ['device'], organs: [school] })
    const stream = await openLiveStream(base, person.token)
    expect((await operator.call(members.disable, { userId: person.memberId })).code).toBe(0)
    await stream.wait('sessionChanged')
    expect((await person.call(account.me)).code).toBe(errors.sessionEnded.code)
    expect((await app.signIn(person.account, 'Correct-Horse-9')).code).toBe(errors.accountDisabled.code)
    await operator.call(members.enable, { userId: person.memberId })
    expect((await app.signIn(person.account, 'Correct-Horse-9')).code).toBe(0)
    expect((await person.call(account.me)).code).toBe(errors.sessionEnded.code)
    stream.close()
  })

  test('nobody disables themself, nor resets the own password past the old one', async () => {
    const userId = admin.memberId
    expect((await admin.call(members.disable, { userId })).code).toBe(errors.notDisableOneself.code)
    expect((await admin.call(members.resetPassword, { userId })).code).toBe(errors.notResetOneself.code)
    expect((await admin.call(account.me)).code).toBe(0)
  })

  test('20 at once disable once', async () => {
    const { userId } = await add()
    const answers = await twenty(() => operator.call(members.disable, { userId }))
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
    expect(answers.filter(answer => answer.code === errors.memberAlreadySo.code)).toHaveLength(19)
    expect(await rows(`select from operation_log where label = '停用成员'`)).toHaveLength(1)
  })
})

describe('passwords and sessions of a member', () => {
  test('reset: the old password and the sessions are over, the new one must be changed', async () => {
    const person = await app.signedIn({ codes: ['device'], organs: [school] })
    const { data } = await operator.call(members.resetPassword, { userId: person.memberId })
    expect((await person.call(account.me)).code).toBe(errors.sessionEnded.code)
    expect((await app.signIn(person.account, 'Correct-Horse-9')).code).toBe(errors.loginFailed.code)
    expect((await app.signIn(person.account, data.firstPassword ?? '')).code).toBe(0)
    expect((await detail(person.memberId)).mustChangePassword).toBe(true)
  })

  test('their sessions are listed, and all ended at once', async () => {
    const person = await app.signedIn({ codes: ['device'], organs: [school] })
    await app.signIn(person.account, 'Correct-Horse-9')
    const one = { userId: person.memberId }
    const listed = await operator.call(members.sessions, one)
    expect(listed.data.map(session => session.current)).toEqual([false, false])
    expect((await operator.call(members.signOutEverywhere, one)).code).toBe(0)
    expect((await person.call(account.me)).code).toBe(errors.sessionEnded.code)
    expect((await operator.call(members.sessions, one)).data).toEqual([])
  })
})

describe('the last administrator', () => {
  const refused = { code: errors.lastAdministrator.code }
  test('is not locked out: neither by roles nor by organisations', async () => {
    const userId = admin.memberId
    const { roles } = await detail(userId, admin)
    const whole = { organId: platform, belongOrganIds: [platform], roleIds: roles.map(role => role.roleId) }
    expect(await admin.call(members.modify, edit(userId, { ...whole, roleIds: [] }))).toMatchObject(refused)
    expect(
      await admin.call(members.modify, edit(userId, { ...whole, belongOrganIds: [school] })),
    ).toMatchObject(refused)
    expect((await admin.call(members.modify, edit(userId, whole))).code).toBe(0)
    expect((await admin.call(account.me)).data.permissions).toHaveLength(accessCodes.length)
  })

  test('two of them, disabling each other at once: one stays', async () => {
    const second = await app.signedIn({ codes: accessCodes })
    const answers = await Promise.all([
      admin.call(members.disable, { userId: second.memberId }),
      second.call(members.disable, { userId: admin.memberId }),
    ])
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
    expect(
      await rows('select from member where enabled and id = any($1)', [[admin.memberId, second.memberId]]),
    ).toHaveLength(1)
  })
})
