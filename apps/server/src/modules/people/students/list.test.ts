import { contract, errors } from '@drivesim/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { idNumberOf } from '../../../../test/idNumber.ts'
import { patience } from '../../../../test/pace.ts'
import { tableUse } from '../../../../test/tableUse.ts'

const { list, export: exportCall, import: importCall } = contract.students
let app: TestApp
let admin: Client
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  admin = await app.signedIn({ codes: ['student:edit'] })
})

const take = (students: unknown[], schoolId = school) =>
  admin.call(importCall, { schoolId, students, mode: 'all' })
const person = (userName: string, userPhone: string, gearType = 'C1') => ({ userName, userPhone, gearType })
const names = async (input: Parameters<typeof search>[0]) =>
  (await search(input)).dataList.map(({ userName }) => userName)
const search = async (input: { paramValue?: string; schoolId?: number; gearType?: 'C1' | 'C2' }) =>
  (await admin.call(list, input)).data

test('a student is found by part of the name, initials, the whole phone or its last four digits', async () => {
  await take([
    person('张三丰', '13800000001'),
    person('曾小贤', '13900000002'),
    person('Anna Zhang', '13700000003'),
  ])
  expect(await names({ paramValue: '三' })).toEqual(['张三丰'])
  expect(await names({ paramValue: '三丰' })).toEqual(['张三丰'])
  expect(await names({ paramValue: '张丰' })).toEqual([])
  expect(await names({ paramValue: 'zxx' })).toEqual(['曾小贤'])
  expect(await names({ paramValue: 'ZS' })).toEqual(['张三丰'])
  expect(await names({ paramValue: 'anna z' })).toEqual(['Anna Zhang'])
  expect(await names({ paramValue: '0002' })).toEqual(['曾小贤'])
  // Not by what the mask hides, or it could be read digit by digit.
  for (const part of ['139', '1390', '13900000', '0000', '00002']) {
    expect(await names({ paramValue: part })).toEqual([])
  }
  expect(await names({ paramValue: '138 0000-0001' })).toEqual(['张三丰'])
  expect(await names({ paramValue: '%' })).toEqual([])
  expect(await names({ paramValue: '  ' })).toHaveLength(3)
})

test('filters and exact totals, newest first, page by page, in the scope', async () => {
  await take(
    Array.from({ length: 12 }, (_, n) => person(`学员${n}`, `138000000${10 + n}`, n < 5 ? 'C1' : 'C2')),
  )
  await take([person('外校学员', '13811111111')], other)
  const { data } = await admin.call(list, { schoolId: school, page: 1 })
  expect(data).toMatchObject({ totalDataNum: 12, hasPrevious: true, hasNext: false, totalPages: 2 })
  expect(data.dataList.map(({ userName }) => userName)).toEqual(['学员1', '学员0'])
  expect((await search({ schoolId: school, gearType: 'C2' })).totalDataNum).toBe(7)
  expect((await search({})).totalDataNum).toBe(13)
  expect((await search({ paramValue: '学员' })).totalDataNum).toBe(13)
  const manager = await app.signedIn({ organs: [other] })
  expect((await manager.call(list, {})).data).toMatchObject({
    totalDataNum: 1,
    dataList: [{ userName: '外校学员' }],
  })
  expect((await manager.call(list, { paramValue: '学员' })).data.totalDataNum).toBe(1)
  expect((await manager.call(list, { schoolId: school })).data.totalDataNum).toBe(0)
})

test('the file has every student of the filter, masked, and no cell that runs', async () => {
  const idNumber = idNumberOf(7)
  await take([{ ...person('=1+1', '13800000001'), idNumber }, person('李四', '13900000002')])
  const { body, headers } = await admin.call(exportCall, { schoolId: school })
  expect(String(headers['content-type'])).toContain('text/csv')
  expect(body).toContain(`'=1+1,学习中,138****0001,C1,甲驾校,`)
  expect(body).toContain(`,**************${idNumber.slice(-4)}\r\n`)
  expect(body).not.toContain(idNumber)
  expect(body).not.toContain('13800000001')
  expect((await admin.call(exportCall, { paramValue: '李' })).body.trim().split('\r\n')).toHaveLength(2)
})

test('whatever stands in a name finds it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      async (raw, a, b) => {
        const characters = [...raw.replaceAll('\0', '')]
        if (characters.length === 0) return
        const from = a % characters.length
        const part = characters.slice(from, from + 1 + (b % (characters.length - from)))
        const [row] = await app.services.pool
          .query<{ found: boolean }>('select name_grams($1) @> search_grams($2) as found', [
            characters.join(''),
            part.join(''),
          ])
          .then(({ rows }) => rows)
        expect(row?.found).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

test('by the day of the enrolment, both days included, and never backwards', async () => {
  await take([person('早报名', '13800000001'), person('晚报名', '13900000002')])
  await query(
    app.database.ownerUrl,
    `update student set registered_at = '2026-03-01T23:59:59+08:00' where name = '早报名'`,
  )
  const found = async (input: { beginDate?: string; endDate?: string }) =>
    (await admin.call(list, input)).data.dataList.map(({ userName }) => userName)
  expect(await found({ beginDate: '2026-03-01', endDate: '2026-03-01' })).toEqual(['早报名'])
  expect(await found({ endDate: '2026-02-28' })).toEqual([])
  expect(await found({ beginDate: '2026-03-02' })).toEqual(['晚报名'])
  const file = await admin.call(exportCall, { endDate: '2026-03-01' })
  expect(file.body.trim().split('\r\n')).toHaveLength(2)
  expect(await admin.send(list, { beginDate: '2026-03-02', endDate: '2026-03-01' })).toMatchObject({
    code: errors.invalid.code,
    msg: '结束日期不能早于开始日期',
  })
})

test('ids far apart: page by page, each once, and past the end none', async () => {
  const ids = [1, 2, 9_000, 9_001, 9_002, 30_000, 500_000]
  await query(
    app.database.ownerUrl,
    `insert into student (id, name, phone, school_id, gear_type)
     select id, id::text, id::text, ${school}, case when id % 2 = 0 then 'C1' else 'C2' end from unnest($1::bigint[]) id`,
    [ids],
  )
  const pages = async (filter: { gearType?: 'C1' }) => {
    const found = await Promise.all(
      [0, 1, 2, 3, 4].map(page => admin.call(list, { ...filter, page, pageSize: 2 })),
    )
    return found.map(({ data }) => [data.totalDataNum, ...data.dataList.map(({ userId }) => userId)])
  }
  expect(await pages({})).toEqual([[7, 500_000, 30_000], [7, 9_002, 9_001], [7, 9_000, 2], [7, 1], [7]])
  expect(await pages({ gearType: 'C1' })).toEqual([[5, 500_000, 30_000], [5, 9_002, 9_000], [5, 2], [5], [5]])
})

// How long it takes among a million is measured by `npm run bench`, on a machine that nobody else uses.
test('a search reads the students it finds, not all there are', { timeout: patience(60_000) }, async () => {
  const many = 20_000
  await query(
    app.database.ownerUrl,
    `alter table student disable trigger user;
     insert into student (id, name, name_initials, phone, school_id)
     select i, substr('王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高', 1 + i % 20, 1) || chr((19968 + i::bigint * 7919 % 3000)::int) || chr((19968 + i::bigint * 104729 % 3000)::int),
       chr(97 + i * 31 % 26) || chr(97 + i * 57 / 26 % 26) || chr(97 + i * 131 / 676 % 26), (13000000000 + i::bigint * 7919)::text, ${school}
     from generate_series(1, ${many}) i;
     insert into student_count (school_id, gear_type, state, block, students)
     select school_id, gear_type, state, block_of(id), count(*) from student group by 1, 2, 3, 4;
     alter table student enable trigger user;
     analyze student`,
  )
  const { rows } = await app.services.pool.query<{ name: string; initials: string; phone: string }>(
    'select name, name_initials as initials, phone from student where id in (7, 5007, 10007, 15007)',
  )
  const asked = rows.flatMap(({ name, initials, phone }) => [
    name,
    name.slice(1),
    name.slice(0, 2),
    initials,
    phone.slice(-4),
    phone,
  ])
  const before = await tableUse(app, 'student')
  for (const paramValue of asked) {
    expect((await admin.call(list, { paramValue })).data.totalDataNum).toBeGreaterThan(0)
  }
  const after = await tableUse(app, 'student')
  expect(after.scans - before.scans).toBeGreaterThanOrEqual(asked.length)
  expect(after.oneByOne - before.oneByOne).toBeLessThan(many)
  expect((await admin.call(list, { page: 5 })).data.totalDataNum).toBe(many)
})
