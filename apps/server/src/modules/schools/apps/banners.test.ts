import { contract, errors, type InputOf } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

// Banners with pictures, period and schools.

const { apps } = contract
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

const rows = (sql: string) => query(app.database.ownerUrl, sql)
type Form = InputOf<typeof apps.saveBanner>
const form = (changes: Partial<Form> = {}): Form => ({
  title: '秋季训练营',
  imageUrl: '/banners/autumn.svg',
  link: 'https://example.com/autumn',
  schoolIds: [school],
  begin: '2026-10-01',
  end: '2026-10-07',
  sort: 5,
  ...changes,
})
async function add(changes: Partial<Form> = {}): Promise<number> {
  const { code, data } = await admin.call(apps.saveBanner, form(changes))
  expect(code).toBe(0)
  return data.swiperId
}
const titles = async (who: Client, input: InputOf<typeof apps.banners> = {}) =>
  (await who.call(apps.banners, input)).data.dataList.map(({ title }) => title)

describe('saving', () => {
  test('keeps what the form says', async () => {
    const { data } = await manager.call(apps.saveBanner, form())
    expect((await manager.call(apps.banner, data)).data).toEqual({
      ...form(),
      swiperId: data.swiperId,
      showing: false,
      version: 1,
    })
  })

  test('an edit replaces the schools and counts the version', async () => {
    const swiperId = await add({ schoolIds: [school, other, school] })
    const edit = (version: number) =>
      admin.call(apps.saveBanner, form({ swiperId, version, title: '冬季', link: '', schoolIds: [other] }))
    expect(await edit(1)).toMatchObject({ code: 0, data: { swiperId } })
    expect((await admin.call(apps.banner, { swiperId })).data).toMatchObject({
      title: '冬季',
      link: null,
      schoolIds: [other],
      version: 2,
    })
    expect(await edit(1)).toMatchObject({
      code: errors.staleVersion.code,
      data: { title: '冬季', version: 2 },
    })
  })

  test.each([
    [{ title: '' }, '标题不能为空'],
    [{ begin: '2026-10-08' }, '展示结束日期不能早于开始日期'],
    [{ begin: '2026-02-30' }, '展示开始日期格式不正确，请检查后重试'],
    [{ imageUrl: '' }, '请上传轮播图图片'],
    [{ imageUrl: 'javascript:alert(1)' }, '请上传轮播图图片'],
    [{ imageUrl: '//evil.example/x.png' }, '请上传轮播图图片'],
    [{ imageUrl: '/files/../secret' }, '请上传轮播图图片'],
    [{ imageUrl: '/files/q8Yd0m3kTz.webp' }, '请上传轮播图图片'],
    [{ imageUrl: `/files/${'a'.repeat(32)}.webp` }, '图片已失效，请重新上传'],
    [{ link: 'javascript:alert(1)' }, '链接须以 http:// 或 https:// 开头'],
    [{ schoolIds: [999_999] }, errors.notFound.sentence('驾校')],
    [{ swiperId: 999 }, errors.notFound.sentence('轮播图')],
  ])('refuses %j and writes nothing', async (changes, sentence) => {
    const answer = await admin.send(apps.saveBanner, { ...form(), ...changes })
    expect(answer.code).toBeLessThan(0)
    expect(answer.msg).toBe(sentence)
    expect(await rows('select from app_banner')).toHaveLength(0)
  })

  test('twenty at once under one idempotency key add one', async () => {
    const headers = { 'idempotency-key': 'one-form-opened-once' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => manager.call(apps.saveBanner, form(), headers)),
    )
    expect(new Set(answers.map(({ data }) => data.swiperId)).size).toBe(1)
    expect(await rows('select from app_banner')).toHaveLength(1)
  })
})

describe('the list', () => {
  test('in their order, paged, of one school or all in the scope', async () => {
    await add({ title: '二', sort: 2 })
    await add({ title: '一', sort: 1, schoolIds: [] })
    await add({ title: '乙校', sort: 0, schoolIds: [other] })
    expect(await titles(admin)).toEqual(['乙校', '一', '二'])
    expect(await titles(admin, { schoolId: other })).toEqual(['乙校', '一'])
    expect(await titles(manager)).toEqual(['一', '二'])
    expect(await titles(manager, { page: 1, pageSize: 1 })).toEqual(['二'])
    expect((await manager.call(apps.banners, {})).data.totalDataNum).toBe(2)
  })

  test('has its file, in the same order, of a school in the scope', async () => {
    await add({ title: '二', sort: 2 })
    await add({ title: '一', sort: 1, link: '', schoolIds: [] })
    await add({ title: '乙的', schoolIds: [other] })
    expect(await csvOf(manager, apps.bannerExport, { schoolId: school })).toEqual([
      '标题,展示中,展示开始日期,展示结束日期,驾校,排序,链接',
      '一,否,2026-10-01,2026-10-07,全部驾校,1,',
      '二,否,2026-10-01,2026-10-07,1 所驾校,2,https://example.com/autumn',
    ])
    expect(await manager.send(apps.bannerExport, { schoolId: other })).toMatchObject({
      msg: errors.notFound.sentence('驾校'),
    })
  })

  test('says what is shown today, first and last day included', async () => {
    const [{ today, tomorrow, yesterday }] = (await rows(
      `select business_day(now())::text as today, (business_day(now()) + 1)::text as tomorrow,
        (business_day(now()) - 1)::text as yesterday`,
    )) as [{ today: string; tomorrow: string; yesterday: string }]
    for (const day of [today, tomorrow, yesterday]) await add({ begin: day, end: day })
    const { data } = await manager.call(apps.banners, {})
    expect(data.dataList.map(({ showing }) => showing)).toEqual([true, false, false])
  })

  test('of a shared banner only the own school is named', async () => {
    const swiperId = await add({ schoolIds: [school, other] })
    expect((await manager.call(apps.banner, { swiperId })).data.schoolIds).toEqual([school])
  })
})

test('removing takes a banner once, and the log has it', async () => {
  const swiperId = await add()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => manager.call(apps.removeBanner, { swiperId })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === errors.notFound.code)).toHaveLength(19)
  expect(
    await rows(`select table_name from operation_log_change c join operation_log o on o.id = c.operation_id
      where o.label = '删除轮播图' order by 1`),
  ).toEqual([{ table_name: 'app_banner' }, { table_name: 'app_banner_school' }])
})

test('a school changes its own; what others share stays with the platform', async () => {
  const forAll = await add({ schoolIds: [] })
  const shared = await add({ schoolIds: [school, other] })
  const foreign = await add({ schoolIds: [other] })
  const edit = (swiperId: number | undefined, schoolIds = [school]) =>
    manager.call(apps.saveBanner, form({ swiperId, schoolIds }))
  const answers = await Promise.all([
    edit(undefined, []),
    edit(forAll),
    manager.call(apps.removeBanner, { swiperId: forAll }),
    edit(shared),
    manager.call(apps.removeBanner, { swiperId: shared }),
    edit(foreign),
    manager.call(apps.removeBanner, { swiperId: foreign }),
    manager.call(apps.banner, { swiperId: foreign }),
    edit(undefined, [school, other]),
    manager.call(apps.banners, { schoolId: other }),
  ])
  expect(answers.map(({ msg }) => msg)).toEqual([
    ...Array(3).fill(errors.platformOnly.sentence('全部驾校的轮播图')),
    ...Array(2).fill(errors.platformOnly.sentence('多所驾校共用的轮播图')),
    ...Array(3).fill(errors.notFound.sentence('轮播图')),
    ...Array(2).fill(errors.notFound.sentence('驾校')),
  ])
  expect(await rows('select version from app_banner')).toEqual(Array(3).fill({ version: 1 }))
})
