import { accessCodes, contract, type DataOf, errors, type InputOf } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { basicHeader, beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { query } from '../../../../test/database.ts'
import {
  makeClassroom,
  makeMember,
  makeOrganisation,
  makeRole,
  makeStudent,
} from '../../../../test/factories.ts'

const { operationLog, students, members, roles, devices, session, account } = contract
let app: TestApp
let platform: number
let school: number
let other: number
let admin: Client & { memberId: number; account: string }

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  platform = await makeOrganisation(pool, { type: 'platform', name: '平台' })
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  admin = await app.signedIn({ codes: accessCodes, organs: [platform], name: '管理员' })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const events = async (
  input: InputOf<typeof operationLog.security> = {},
  as: Client = admin,
): Promise<DataOf<typeof operationLog.security>['dataList']> =>
  (await as.call(operationLog.security, { pageSize: 100, ...input })).data.dataList
const tryFrom = (remoteAddress: string, username: string, password: string) =>
  app.app.inject({
    method: 'POST',
    url: '/dm-api/auth/token',
    remoteAddress,
    headers: { authorization: basicHeader, 'user-agent': 'Firefox/140' },
    payload: { grant_type: 'password', username, password },
  })

describe('coming and going', () => {
  test('a sign-in and a sign-out, with who and from where', async () => {
    const person = await makeMember(app.services.pool, { name: '李雷', organs: [school] })
    const { data } = (await tryFrom('10.1.2.3', person.account, person.password)).json()
    await app.call(session.logout, undefined, { authorization: `Bearer ${data.token}` })
    expect(await events({ paramValue: '李雷' })).toMatchObject([
      { kind: 'signOut', result: 'succeeded', userAccount: person.account, times: 1 },
      { kind: 'signIn', result: 'succeeded', userName: '李雷', address: '10.1.2.3', detail: '密码' },
    ])
  })

  test('failures of an account count on within the hour, by network and reason', async () => {
    const { id, account: name, password } = await makeMember(app.services.pool, { organs: [school] })
    for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '2001:db8::1', '2001:db8::2']) {
      await tryFrom(address, name.toUpperCase(), 'wrong')
    }
    await rows('update member set enabled = false where id = $1', [id])
    await tryFrom('10.0.0.2', name, password)
    expect(await events({ kind: 'signIn', result: 'failed' })).toMatchObject([
      { userAccount: name, address: '10.0.0.2', detail: '账号已停用', times: 1 },
      { userAccount: name, address: '2001:db8::', detail: '账号或密码不正确', times: 2 },
      { userAccount: name, address: '10.0.0.1', detail: '账号或密码不正确', times: 3 },
    ])
  })

  test('of an account that does not exist nothing is kept that was typed, nor any password', async () => {
    await tryFrom('10.0.0.1', 'Kaiche7Manxing', 'Zaixian8Lianxi')
    await tryFrom('10.0.0.1', 'another', 'Zaixian8Lianxi')
    expect(await events({ result: 'failed' })).toMatchObject([
      { userAccount: null, detail: '账号不存在', address: '10.0.0.1', times: 2 },
    ])
    const kept = JSON.stringify(await rows('select to_jsonb(e) from security_event e')).toLowerCase()
    expect(kept).not.toMatch(/kaiche7|zaixian8/)
    // Nobody's: for those who manage everything.
    const manager = await app.signedIn({ codes: ['system'], organs: [school] })
    expect(await events({ result: 'failed' }, manager)).toEqual([])
  })

  test('strangers fill no more than so many rows an hour, whatever they try', async () => {
    const { account: name } = await makeMember(app.services.pool)
    // Those of this hour that came before, from as many networks.
    const fill = (member: string, count: number) =>
      rows(
        `insert into security_event (kind, succeeded, member_id, label, tally)
         select 'signIn', false, (select id from member where account = $1), '登录', $1 || i from generate_series(1, $2::int) i`,
        [member, count],
      )
    await fill(name, 50)
    await fill('nobody', 500)
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
      await tryFrom(address, name, 'wrong')
      await tryFrom(address, 'nobody', 'wrong')
    }
    expect(
      await rows('select times, address from security_event where times > 1 or address is not null'),
    ).toEqual(
      expect.arrayContaining([
        { times: 3, address: null },
        { times: 3, address: null },
      ]),
    )
    expect(
      await rows(`select count(*)::int as rows from security_event where kind = 'signIn' and not succeeded`),
    ).toEqual([{ rows: 552 }])
  })

  test('a log that cannot be written keeps nobody out', async () => {
    const { account: name, password } = await makeMember(app.services.pool)
    await rows('alter table security_event rename to away')
    try {
      const { data, code } = (await tryFrom('10.0.0.1', name, password)).json()
      expect(code).toBe(0)
      expect((await tryFrom('10.0.0.1', name, 'wrong')).json().code).toBe(errors.loginFailed.code)
      const bearer = { authorization: `Bearer ${data.token}` }
      expect(await app.call(session.logout, undefined, bearer)).toMatchObject({ code: 0 })
    } finally {
      await rows('alter table away rename to security_event')
    }
  })
})

describe('refusals', () => {
  test('what somebody has no code for, once an hour for each call, with how often', async () => {
    const person = await app.signedIn({ organs: [school], name: '韩梅' })
    for (let time = 0; time < 3; time += 1) await person.call(members.list, {})
    await person.call(students.export, {})
    await person.send(students.reveal, { userId: 'rubbish' })
    expect(await events({ kind: 'access' })).toMatchObject([
      { label: '查看学员证件', times: 1 },
      {
        label: '成员列表',
        userName: '韩梅',
        result: 'failed',
        times: 3,
        detail: errors.forbidden.sentence(),
      },
    ])
  })

  test('who would give more than they have, or touch who can do more', async () => {
    const operator = await app.signedIn({ codes: ['system', 'system:user'], organs: [school] })
    const chief = await makeMember(app.services.pool, { codes: ['finance'], organs: [school] })
    await operator.call(members.resetPassword, { userId: chief.id })
    expect(await events({ kind: 'access' })).toMatchObject([
      { label: '重置密码', detail: errors.memberOutranks.sentence() },
    ])
    // What merely is not there, or not right, is no attempt.
    await operator.call(members.disable, { userId: 999_999 })
    expect(await events({ kind: 'access' })).toHaveLength(1)
  })
})

describe('exports', () => {
  test('which list, narrowed to what, and how many rows it was', async () => {
    await makeStudent(app.services.pool, school, '张三')
    await makeStudent(app.services.pool, school, '张四')
    await csvOf(admin, students.export, { paramValue: '张', state: 'studying' })
    await csvOf(admin, students.export, { paramValue: '13800001234' })
    expect(await events({ kind: 'export' })).toMatchObject([
      { label: '导出学员', detail: '搜索内容：138****1234', rows: 0 },
      { label: '导出学员', detail: '搜索内容：张，状态：学习中', rows: 2, userName: '管理员' },
    ])
  })

  test('the security log itself is filtered and exported by those with 系统管理, of the people in their scope', async () => {
    const manager = await app.signedIn({ codes: ['system'], organs: [school], name: '甲校长' })
    await app.signedIn({ organs: [other], name: '乙校长' })
    const seen = (await events({}, manager)).map(({ userName }) => userName)
    expect(seen).toEqual(['甲校长'])
    const file = await csvOf(manager, operationLog.securityExport, { kind: 'signIn' })
    expect(file).toHaveLength(2)
    expect(file[1]).toMatch(/,登录,成功,.+,甲校长,登录,/)
    expect(await events({ beginDate: '2020-01-01', endDate: '2020-01-02' })).toEqual([])
    expect(await app.signedIn({}).then(person => person.call(operationLog.security, {}))).toMatchObject({
      code: errors.forbidden.code,
    })
  })
})

describe('keys and rights', () => {
  test('who was shown the key of a device', async () => {
    const room = await makeClassroom(app.services.pool, school)
    const form = { simulatorName: '一号', simulatorNum: 'SIM-9', organId: school, roomId: room }
    const { simulatorId } = (await admin.call(devices.add, form)).data
    const { deviceKey } = (await admin.call(devices.renewKey, { simulatorId })).data
    expect(await events({ kind: 'deviceKey' })).toMatchObject([
      { label: devices.renewKey.change, target: '设备 SIM-9' },
      { label: devices.add.change, target: '设备 SIM-9' },
    ])
    expect(JSON.stringify(await rows('select to_jsonb(e) from security_event e'))).not.toContain(deviceKey)
  })

  test('what a role came to allow', async () => {
    const form = { roleName: '前台', note: null, codes: ['device' as const, 'ops' as const] }
    const { roleId } = (await admin.call(roles.add, form)).data
    await admin.call(roles.modify, { ...form, roleId, codes: ['device', 'finance'] })
    await admin.call(roles.modify, { ...form, roleId, note: '只改备注', codes: ['device', 'finance'] })
    await admin.call(roles.remove, { roleId })
    expect((await events({ kind: 'rights' })).map(({ target, detail }) => [target, detail])).toEqual([
      ['角色 前台', '权限去掉 设备管理、财务管理'],
      ['角色 前台', '权限增加 财务管理，去掉 运维管理'],
      ['角色 前台', '权限增加 设备管理、运维管理'],
    ])
  })

  test('what became of a member’s account: roles, organisations, password, access', async () => {
    const { pool } = app.services
    const role = await makeRole(pool, { name: '设备员', codes: ['device'] })
    const form = {
      userName: '赵敏',
      userMail: null,
      organId: school,
      belongOrganIds: [school],
      roleIds: [role],
    }
    const { userId } = (await admin.call(members.add, { ...form, userAccount: 'zhaomin' })).data
    await admin.call(members.modify, { ...form, userId, belongOrganIds: [school, other], roleIds: [] })
    await admin.call(members.modify, {
      ...form,
      userId,
      userName: '赵敏敏',
      belongOrganIds: [school, other],
      roleIds: [],
    })
    await admin.call(members.disable, { userId })
    await admin.call(members.enable, { userId })
    const { firstPassword } = (await admin.call(members.resetPassword, { userId })).data
    await admin.call(members.signOutEverywhere, { userId })
    const own = await app.signIn('zhaomin', firstPassword ?? '')
    const next = 'Kaiche7Manxing'
    await app.call(
      account.changePassword,
      { oPwd: firstPassword ?? '', nPwd: next, cPwd: next },
      { authorization: `Bearer ${own.data.token}` },
    )
    const found = await events({ kind: 'rights' })
    expect(found.map(({ label, target, detail }) => [label, target, detail])).toEqual([
      ['修改密码', null, null],
      ['下线全部登录设备', '成员 赵敏敏（zhaomin）', null],
      ['重置密码', '成员 赵敏敏（zhaomin）', null],
      ['启用成员', '成员 赵敏敏（zhaomin）', null],
      ['停用成员', '成员 赵敏敏（zhaomin）', null],
      ['修改成员', '成员 赵敏（zhaomin）', '角色去掉 设备员；管理机构增加 乙驾校'],
      ['新增成员', '成员 赵敏（zhaomin）', '角色增加 设备员；管理机构增加 甲驾校'],
    ])
    const kept = JSON.stringify(await rows('select to_jsonb(e) from security_event e'))
    expect(kept).not.toContain(firstPassword)
    expect(kept).not.toContain(next)
  })

  test('a refused change leaves no trace of a change', async () => {
    const { userId } = { userId: admin.memberId }
    expect(await admin.call(members.disable, { userId })).toMatchObject({
      code: errors.notDisableOneself.code,
    })
    expect(await events({ kind: 'rights' })).toEqual([])
  })
})

test('the application adds and counts on; it changes nothing and deletes only what is a year old', async () => {
  const { pool } = app.services
  for (const act of [
    `update security_event set detail = 'x'`,
    'delete from security_event',
    'truncate security_event',
  ]) {
    await expect(pool.query(act)).rejects.toThrow('permission denied')
  }
  await rows(
    `insert into security_event (at, last_at, kind, label)
     select now() - d, now() - d, 'signOut', d::text from unnest('{364 days, 366 days}'::interval[]) d`,
  )
  await pool.query('select purge_security_events()')
  expect(await rows(`select label from security_event where kind = 'signOut'`)).toEqual([
    { label: '364 days' },
  ])
})
