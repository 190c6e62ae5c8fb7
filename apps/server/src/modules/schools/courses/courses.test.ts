import { contract, errors, type InputOf } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

// The catalogue of courses is the platform's; what a school's app offers of it is the school's.

const { courses } = contract
let app: TestApp
let admin: Client
let manager: Client
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  admin = await app.signedIn({ codes: ['app:edit'] })
  manager = await app.signedIn({ codes: ['app:edit'], organs: [school] })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
type Form = InputOf<typeof courses.add>
const form = (changes: Partial<Form> = {}): Form => ({
  courseName: '科目二强化',
  gearType: 'C1',
  moduleIds: [1, 2, 3],
  minutes: 600,
  price: 89900,
  validDays: 180,
  note: '含坡道',
  ...changes,
})
async function add(courseName: string, changes: Partial<Form> = {}): Promise<number> {
  return (await admin.call(courses.add, form({ courseName, ...changes }))).data.courseId
}
const list = async (who: Client, filter: InputOf<typeof courses.list> = {}) =>
  (await who.call(courses.list, filter)).data

describe('the catalogue', () => {
  test('has its file, filtered as the list', async () => {
    await add('科目二强化')
    await add('科目三', { gearType: 'C2', moduleIds: [1], price: 1999, note: '' })
    expect(await csvOf(manager, courses.export)).toEqual([
      '课程名称,状态,驾照类型,价格（元）,平台底价（元）,训练时长（分钟）,有效天数,在售驾校,训练模块,备注',
      '科目二强化,启用,C1,899.00,0.00,600,180,0,倒车入库、侧方停车、坡道定点停车和起步,含坡道',
      '科目三,启用,C2,19.99,0.00,600,180,0,倒车入库,',
    ])
    expect(await csvOf(manager, courses.export, { gearType: 'C2' })).toHaveLength(2)
  })

  test('keeps what the form says, modules by name too', async () => {
    const courseId = await add('科目二强化')
    expect((await list(manager)).dataList).toEqual([
      {
        ...form(),
        courseId,
        floorPrice: 0,
        modules: ['倒车入库', '侧方停车', '坡道定点停车和起步'],
        state: 'enabled',
        schools: 0,
        version: 1,
      },
    ])
  })

  test('is filtered by name, licence type and state, and paged', async () => {
    await add('科目二强化')
    const automatic = await add('科目二自动挡', { gearType: 'C2', moduleIds: [1, 2] })
    await admin.call(courses.setEnabled, { courseId: automatic, enabled: false })
    const names = async (filter: InputOf<typeof courses.list>) =>
      (await list(manager, filter)).dataList.map(({ courseName }) => courseName)
    expect(await names({ paramValue: '强化' })).toEqual(['科目二强化'])
    expect(await names({ gearType: 'C2' })).toEqual(['科目二自动挡'])
    expect(await names({ state: 'disabled' })).toEqual(['科目二自动挡'])
    expect(await list(manager, { pageNum: 1, pageSize: 1 })).toMatchObject({
      totalDataNum: 2,
      hasNext: false,
    })
  })

  test.each([
    [{ courseName: '' }, '课程名称不能为空'],
    [{ moduleIds: [] }, '请至少选择一个训练模块'],
    [{ moduleIds: [1, 999] }, errors.notFound.sentence('训练模块')],
    [{ gearType: 'C2' as const }, errors.moduleNotForGear.sentence('坡道定点停车和起步', 'C2 自动挡')],
    [{ minutes: 0 }, '训练分钟数不能小于 1'],
    [{ price: -1 }, '价格不能小于 0'],
    [{ price: 9.9 }, '价格格式不正确，请检查后重试'],
    [{ validDays: 3651 }, '有效天数不能大于 3650'],
  ])('refuses %j and writes nothing', async (changes, sentence) => {
    const answer = await admin.send(courses.add, { ...form(), ...changes })
    expect(answer.code).toBeLessThan(0)
    expect(answer.msg).toBe(sentence)
    expect(await rows('select from course')).toHaveLength(0)
    expect(await rows('select from operation_log')).toHaveLength(0)
  })

  test('twenty at once of one name add one and refuse nineteen', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.call(courses.add, form())))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.nameTaken.code)).toHaveLength(19)
    expect(await rows('select from course_module')).toHaveLength(3)
  })

  test('editing replaces the modules, counts the version and is logged', async () => {
    const courseId = await add('科目二强化')
    const changes = form({ moduleIds: [2, 4], price: 79900, note: null })
    expect(await admin.call(courses.modify, { ...changes, courseId, version: 1 })).toMatchObject({ code: 0 })
    expect((await list(admin)).dataList[0]).toMatchObject({ ...changes, version: 2 })
    const late = await admin.call(courses.modify, { ...form(), courseId, version: 1 })
    expect(late).toMatchObject({ code: errors.staleVersion.code, data: { courseId, version: 2 } })
    expect(
      await rows(`select table_name, count(*)::int as rows from operation_log_change
        where operation_id = (select id from operation_log where label = '修改课程') group by 1 order by 1`),
    ).toEqual([
      { table_name: 'course', rows: 1 },
      { table_name: 'course_module', rows: 3 },
    ])
  })

  test('twenty at once disable once', async () => {
    const courseId = await add('科目二强化')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call(courses.setEnabled, { courseId, enabled: false })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.alreadySo.code)).toHaveLength(19)
  })

  test('is changed by those who manage the platform alone', async () => {
    const courseId = await add('科目二强化')
    const answers = await Promise.all([
      manager.call(courses.add, form({ courseName: '另一门' })),
      manager.call(courses.modify, { ...form(), courseId }),
      manager.call(courses.setEnabled, { courseId, enabled: false }),
    ])
    for (const { msg } of answers) expect(msg).toBe(errors.platformOnly.sentence('课程目录'))
    expect(await rows('select version from course')).toEqual([{ version: 1 }])
    expect((await admin.call(courses.modify, { ...form(), courseId: 999 })).msg).toBe(
      errors.notFound.sentence('课程'),
    )
  })
})

describe("a school's offers", () => {
  const offersOf = async (schoolId: number) =>
    (await admin.call(courses.ofSchool, { schoolId })).data.map(({ courseName, price, offered }) => [
      courseName,
      price,
      offered,
    ])
  let first: number
  let second: number
  beforeEach(async () => {
    first = await add('一')
    second = await add('二')
    await add('三')
  })

  test('come first, in their order, with their price', async () => {
    const save = await manager.call(courses.saveOfSchool, {
      schoolId: school,
      offers: [
        { courseId: second, price: 50000 },
        { courseId: first, price: null },
      ],
    })
    expect(save).toMatchObject({ code: 0, data: true })
    expect(await offersOf(school)).toEqual([
      ['二', 50000, true],
      ['一', null, true],
      ['三', null, false],
    ])
    expect((await list(admin)).dataList.map(({ schools }) => schools)).toEqual([1, 1, 0])
  })

  test('count in the catalogue within the scope alone', async () => {
    await admin.call(courses.saveOfSchool, { schoolId: other, offers: [{ courseId: first, price: null }] })
    expect((await list(manager)).dataList[0]?.schools).toBe(0)
    expect((await list(admin)).dataList[0]?.schools).toBe(1)
  })

  test('saved again are what was saved last; a disabled course waits', async () => {
    const save = (ids: number[]) =>
      manager.call(courses.saveOfSchool, {
        schoolId: school,
        offers: ids.map(courseId => ({ courseId, price: null })),
      })
    await save([first, second])
    await admin.call(courses.setEnabled, { courseId: first, enabled: false })
    expect((await save([first])).msg).toBe(errors.courseDisabled.sentence('一'))
    expect(await save([])).toMatchObject({ code: 0 })
    expect(await offersOf(school)).toEqual([
      ['二', null, false],
      ['三', null, false],
    ])
    await admin.call(courses.setEnabled, { courseId: first, enabled: true })
    expect((await offersOf(school))[0]).toEqual(['一', null, true])
  })

  test('twenty saves at once leave one of them whole', async () => {
    // What one save takes away another adds: unless they follow one another, both stay.
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        manager.call(courses.saveOfSchool, {
          schoolId: school,
          offers: [{ courseId: i % 2 === 0 ? first : second, price: i }],
        }),
      ),
    )
    expect((await offersOf(school)).filter(([, , offered]) => offered)).toHaveLength(1)
  })

  test('are of known, different courses, and of schools in the scope', async () => {
    const offer = { courseId: first, price: null }
    expect(
      await manager.call(courses.saveOfSchool, { schoolId: school, offers: [offer, offer] }),
    ).toMatchObject({
      code: errors.invalid.code,
      msg: '课程不能重复',
    })
    const unknown = { schoolId: school, offers: [{ courseId: 999, price: null }] }
    expect((await manager.call(courses.saveOfSchool, unknown)).msg).toBe(errors.notFound.sentence('课程'))
    const foreign = await Promise.all([
      manager.call(courses.saveOfSchool, { schoolId: other, offers: [offer] }),
      manager.call(courses.ofSchool, { schoolId: other }),
    ])
    for (const { msg } of foreign) expect(msg).toBe(errors.notFound.sentence('驾校'))
    expect(await rows('select from school_course')).toHaveLength(0)
  })
})
