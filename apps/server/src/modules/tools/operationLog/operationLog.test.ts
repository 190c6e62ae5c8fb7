import { accessCodes, contract, errors, type InputOf } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import {
  makeClassroom,
  makeMember,
  makeOrganisation,
  makeRole,
  makeSimulator,
} from '../../../../test/factories.ts'

const { operationLog, members, roles, devices, courses, bills } = contract
let app: TestApp
let school: number
let other: number
let admin: Client & { memberId: number }
let operator: Client & { memberId: number; account: string }
let foreigner: Client & { memberId: number; account: string }

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  admin = await app.signedIn({ codes: accessCodes, name: '管理员' })
  operator = await app.signedIn({ codes: accessCodes, organs: [school], name: '甲校长' })
  foreigner = await app.signedIn({ codes: accessCodes, organs: [other], name: '乙校长' })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const list = async (as: Client, input: InputOf<typeof operationLog.list> = {}) =>
  (await as.call(operationLog.list, input)).data
const latest = async (as: Client) => {
  const [entry] = (await list(as)).dataList
  return (await as.call(operationLog.info, { operationId: entry?.operationId ?? 0 })).data
}
const addRole = (as: Client, roleName: string, organId: number) =>
  as.call(roles.add, { roleName, note: null, organId, codes: ['device'] })
/** Differences as lines: "机构 名称: 甲 → 乙". */
const lines = ({ rows }: Awaited<ReturnType<typeof latest>>) =>
  rows.flatMap(row =>
    row.fields.map(({ name, before, after }) => `${row.table} ${name}: ${before ?? ''} → ${after ?? ''}`),
  )

describe('an entry', () => {
  test('says which record it is about, in the file too', async () => {
    await addRole(operator, '前台接待', school)
    const [entry] = (await list(admin)).dataList
    expect(entry?.object).toEqual({
      table: 'role',
      what: '角色',
      rowId: expect.stringMatching(/^\d+$/),
      name: '前台接待',
      removed: false,
    })
    const file = await admin.call(operationLog.export, {})
    expect(file.body).toContain('角色 前台接待')
  })

  test('who, when, from where, what; before and after in words', async () => {
    const { pool } = app.services
    const second = await makeOrganisation(pool, { type: 'servicePoint', parent: school, name: '甲服务点' })
    const role = await makeRole(pool, { name: '前台', codes: ['device'] })
    const person = await makeMember(pool, { organs: [school], name: '李雷', codes: [] })
    await operator.call(members.modify, {
      userId: person.id,
      userName: '李磊',
      userPhone: '13800002222',
      userMail: null,
      organId: second,
      belongOrganIds: [second],
      roleIds: [role],
    })
    const entry = await latest(operator)
    expect(entry).toMatchObject({
      userId: operator.memberId,
      userAccount: operator.account,
      userName: '甲校长',
      label: '修改成员',
      address: '127.0.0.1',
    })
    expect(entry.requestId).not.toBe('')
    expect(Date.parse(entry.at)).toBeGreaterThan(Date.now() - 60_000)
    expect(new Set(entry.rows.map(row => row.rowName))).toEqual(new Set(['李磊']))
    expect(lines(entry).toSorted()).toEqual(
      [
        '成员 名称: 李雷 → 李磊',
        '成员 手机号:  → 138****2222',
        '成员 所属机构: 甲驾校 → 甲服务点',
        '成员的管理机构 成员: 李磊 → ',
        '成员的管理机构 管理机构: 甲驾校 → ',
        '成员的管理机构 成员:  → 李磊',
        '成员的管理机构 管理机构:  → 甲服务点',
        '成员的角色 成员: 李磊 → ',
        `成员的角色 角色: ${person.account} → `,
        '成员的角色 成员:  → 李磊',
        '成员的角色 角色:  → 前台',
      ].toSorted(),
    )
  })

  test('states, codes and switches are words', async () => {
    const { pool } = app.services
    const room = await makeClassroom(pool, school)
    const { id } = await makeSimulator(pool, { organ: school, room, name: '一号机' })
    await operator.call(devices.setEnabled, { simulatorId: id, enabled: false })
    expect(lines(await latest(operator))).toEqual([
      '设备状态 启用: 启用 → 停用',
      '设备状态 状态: 离线 → 停用',
    ])
    await addRole(operator, '教务', school)
    expect(lines(await latest(operator))).toContain('角色的权限 权限:  → 设备管理')
  })

  test('money is yuan', async () => {
    const course: InputOf<typeof courses.add> = {
      courseName: '科目二强化',
      gearType: 'C1',
      moduleIds: [1],
      minutes: 600,
      price: 89_900,
      validDays: 180,
      note: null,
    }
    const { data } = await admin.call(courses.add, course)
    expect(lines(await latest(admin))).toContain('课程 价格:  → ¥899.00')
    await admin.call(courses.modify, { ...course, courseId: data.courseId, price: 123_405, version: 1 })
    expect(lines(await latest(admin))).toEqual(['课程 价格: ¥899.00 → ¥1,234.05'])
    await admin.call(bills.adjust, { schoolId: school, amount: -123_405, reason: '多结了一单' })
    // As every screen writes it, with a true minus.
    expect(lines(await latest(admin))).toContain('调整单 金额:  → −¥1,234.05')
  })

  test('a bill is called by its number, and so it is where another row points to it', async () => {
    await rows(
      `insert into bill (no, school_id, month, state, issued_on, due_on, deemed_on)
       values ('ZD202609-000007', $1, '2026-09-01', 'toCheck', '2026-10-01', '2026-10-16', '2026-10-11')`,
      [school],
    )
    const { dataList } = (await admin.call(bills.list, {})).data
    const billId = dataList[0]?.billId ?? 0
    await admin.call(bills.object, { billId, reason: '少了一单' })
    expect((await latest(admin)).rows).toMatchObject([{ table: '账单', rowName: 'ZD202609-000007' }])
    await admin.call(bills.answer, { billId, text: '已补' })
    await admin.call(bills.adjust, { schoolId: school, amount: 100, reason: '少了一单', billId })
    expect(lines(await latest(admin))).toContain('调整单 所答复的账单:  → ZD202609-000007')
  })

  test('what is not changed is not logged: a refused call leaves nothing', async () => {
    await addRole(operator, '', school)
    await addRole(operator, '越权', other)
    expect((await list(operator)).totalDataNum).toBe(0)
  })

  test('no secret: neither hashes nor first passwords', async () => {
    const { data } = await admin.call(members.add, {
      userAccount: 'newcomer',
      userName: '新人',
      organId: school,
      belongOrganIds: [school],
      roleIds: [],
    })
    await admin.call(members.resetPassword, { userId: data.userId })
    const kept = JSON.stringify([await rows('select * from operation_log_change'), await latest(admin)])
    expect(kept).toContain('newcomer')
    expect(kept).not.toContain(data.firstPassword)
    expect(kept).not.toMatch(/argon2|password_hash/)
  })
})

test('who is taken off their devices is named', async () => {
  await admin.call(members.signOutEverywhere, { userId: operator.memberId })
  expect((await latest(admin)).rows).toEqual([
    {
      // Both of its fields were empty, which makes no new row of it.
      kind: 'changed',
      table: '登录设备',
      rowId: expect.any(String),
      rowName: '甲校长',
      fields: [
        { name: '下线时间', before: null, after: expect.stringMatching(/^\d{4}-\d\d-\d\d /) },
        { name: '下线原因', before: null, after: '被下线' },
      ],
    },
  ])
})

describe('who reads what', () => {
  test('people of one’s organisations, and oneself; the platform reads all', async () => {
    await addRole(admin, '平台做的', school)
    await addRole(operator, '甲做的', school)
    await addRole(foreigner, '乙做的', other)
    const accounts = async (as: Client) => (await list(as)).dataList.map(entry => entry.userId)
    expect(await accounts(operator)).toEqual([operator.memberId])
    expect(await accounts(admin)).toEqual([foreigner.memberId, operator.memberId, admin.memberId])
    const [theirs] = (await list(foreigner)).dataList
    const operationId = theirs?.operationId ?? 0
    expect((await operator.call(operationLog.info, { operationId })).code).toBe(errors.notFound.code)
    const { body } = await operator.call(operationLog.export, {})
    expect(body).not.toContain(foreigner.account)
  })

  test('rows of other organisations in an entry of one’s own people are left out', async () => {
    const person = await app.signedIn({ codes: accessCodes, organs: [school, other] })
    await addRole(person, '别处的角色', other)
    const entry = await latest(operator)
    expect(entry.userId).toBe(person.memberId)
    expect(JSON.stringify(entry.rows)).not.toContain('别处的角色')
    expect(JSON.stringify(await latest(admin))).toContain('别处的角色')
  })
})

describe('finding', () => {
  beforeEach(async () => {
    await addRole(operator, '甲做的', school)
    await addRole(foreigner, '乙做的', other)
    await admin.call(roles.remove, { roleId: 1 })
    await admin.call(members.signOutEverywhere, { userId: foreigner.memberId })
    await rows(`update operation_log set at = '2026-10-01T16:30:00Z' where member_id = $1`, [
      operator.memberId,
    ])
  })

  test('by account or name, by what was done, by business days', async () => {
    const ids = async (input: InputOf<typeof operationLog.list>) =>
      (await list(admin, input)).dataList.map(entry => entry.userId)
    expect(await ids({ paramValue: '乙校' })).toEqual([foreigner.memberId])
    expect(await ids({ paramValue: operator.account.toUpperCase() })).toEqual([operator.memberId])
    expect(await ids({ label: '下线' })).toEqual([admin.memberId])
    // 16:30 UTC is the next day's half past midnight in Shanghai.
    expect(await ids({ beginDate: '2026-10-02', endDate: '2026-10-02' })).toEqual([operator.memberId])
    expect(await ids({ beginDate: '2026-10-01', endDate: '2026-10-01' })).toEqual([])
  })

  test('a range that runs backwards', async () => {
    expect(
      await admin.call(operationLog.list, { beginDate: '2026-10-02', endDate: '2026-10-01' }),
    ).toMatchObject({
      code: errors.invalid.code,
      msg: '结束日期不能早于开始日期',
    })
  })

  test('the file has the filtered entries, the latest first', async () => {
    const { body } = await admin.call(operationLog.export, { endDate: '2026-10-02' })
    const [head, first, ...rest] = body.trimEnd().split('\r\n')
    expect(head).toBe('\ufeff时间,账号,名称,事项,对象,变更记录数,来源地址,浏览器')
    expect(first).toMatch(
      new RegExp(`^2026-10-02 00:30:00,${operator.account},甲校长,新增角色,角色 甲做的,2,127.0.0.1,`),
    )
    expect(rest).toEqual([])
  })

  test('a page far down a long log', async () => {
    // One by one, as changes are made, they would take a while to count.
    await rows(`
      alter table operation_log disable trigger operation_log_counted;
      insert into operation_log (member_id, account, call, label, request_id)
      select ${admin.memberId}, 'x', 'x', '批量', i::text from generate_series(1, 50000) i;
      insert into operation_log_count (member_id, block, entries)
      select member_id, block_of(id), count(*) from operation_log where label = '批量' group by 1, 2
      on conflict (member_id, block) do update set entries = operation_log_count.entries + excluded.entries;
      alter table operation_log enable trigger operation_log_counted`)
    const page = { pageNum: 400, pageSize: 100 }
    const found = await list(admin, { ...page, label: '批量' })
    expect(found).toMatchObject({ totalDataNum: 50_000, totalPages: 500, hasNext: true })
    const all = await list(admin, page)
    expect(all.totalDataNum).toBe(50_003)
    expect(all.dataList).toEqual(found.dataList)
    expect(new Set(all.dataList.map(entry => entry.operationId)).size).toBe(100)
    const last = await list(admin, { pageNum: 500, pageSize: 100 })
    expect(last.dataList.map(entry => entry.label)).toEqual(['下线全部登录设备', '新增角色', '新增角色'])
    expect((await list(admin, { pageNum: 501, pageSize: 100 })).dataList).toEqual([])
  })
})

describe('the log stays as it was written', () => {
  test.each([
    ['operation_log', 'label'],
    ['operation_log_change', 'row_id'],
  ])('the application may add to %s and read it, nothing else', async (table, column) => {
    await addRole(operator, '甲做的', school)
    for (const sql of [`update ${table} set ${column} = 'x'`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(app.database.asApp(sql)).rejects.toThrow(/permission denied/)
    }
    expect(await app.database.asApp(`select id from ${table}`)).not.toHaveLength(0)
  })
})
