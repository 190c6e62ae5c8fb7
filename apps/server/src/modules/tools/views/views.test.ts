import {
  accessCodes,
  contract,
  errors,
  type InputOf,
  listNames,
  mostViews,
  mostViewsInAll,
} from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

// Who sees a view, who changes it, and what becomes of it for those who chose it.

const { views, operationLog } = contract
let app: TestApp
let school: number
let point: number
let platform: number
let owner: Client & { memberId: number }

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  point = await makeOrganisation(app.services.pool, { type: 'servicePoint', parent: school })
  const { rows } = await app.services.pool.query(`select id from organisation where type = 'platform'`)
  platform = Number(rows[0]?.id)
  owner = await app.signedIn({ organs: [school] })
})

const form = (more: Partial<InputOf<typeof views.save>> = {}) => ({
  list: 'devices' as const,
  name: '离线的',
  filters: { stateId: 'offline' },
  sort: { field: 'carNum', order: 'descend' as const },
  columns: [{ key: 'carNum', width: 120, pin: true, hidden: false }],
  dense: true,
  ...more,
})
const save = async (who: Client, more: Partial<InputOf<typeof views.save>> = {}) =>
  (await who.call(views.save, form(more))).data.viewId
const list = async (who: Client) => (await who.call(views.list, { list: 'devices' })).data
const names = async (who: Client) => (await list(who)).views.map(({ name }) => name)
const chosen = async (who: Client) => (await who.call(views.mine)).data.choices
const plain = { list: 'devices' as const, columns: null, dense: null }
const notFound = errors.notFound.sentence('视图')

test('a view comes back as it was saved, and is its owner’s alone until it is shared', async () => {
  const colleague = await app.signedIn({ organs: [school], codes: ['system:user'] })
  const viewId = await save(owner)
  expect(await list(owner)).toEqual({
    views: [
      {
        ...{ viewId, name: '离线的', organId: null, organName: null, mine: true, mayEdit: true, version: 1 },
        ownerName: expect.any(String),
        filters: { stateId: 'offline' },
        sort: { field: 'carNum', order: 'descend' },
        columns: [{ key: 'carNum', width: 120, pin: true, hidden: false }],
        dense: true,
      },
    ],
    organs: [{ organId: school, organName: '甲驾校' }],
  })
  expect(await names(colleague)).toEqual([])
  for (const refused of [
    await colleague.call(views.choose, { ...plain, viewId }),
    await colleague.call(views.save, form({ viewId, organId: school })),
    await colleague.call(views.remove, { viewId }),
  ])
    expect(refused.msg).toBe(notFound)
  expect((await owner.call(views.list, { list: 'students' })).data.views).toEqual([])
  // What it is of is no other list.
  expect((await owner.call(views.choose, { ...plain, list: 'students', viewId })).msg).toBe(notFound)
})

test('a shared view is seen in its organisation and below, and changed by who manages members there', async () => {
  const colleague = await app.signedIn({ organs: [school] })
  const below = await app.signedIn({ organs: [point] })
  const manager = await app.signedIn({ organs: [school], codes: ['system:user'] })
  const managerBelow = await app.signedIn({ organs: [point], codes: ['system:user'] })
  const head = await app.signedIn({ organs: [platform], codes: ['system:user'] })
  const headWithout = await app.signedIn({ organs: [platform] })
  const stranger = await app.signedIn({
    organs: [await makeOrganisation(app.services.pool)],
    codes: ['system:user'],
  })
  const viewId = await save(owner, { organId: school })

  const may = async (who: Client) => (await list(who)).views.map(({ mayEdit }) => mayEdit)
  expect(await Promise.all([owner, colleague, below, manager, managerBelow].map(may))).toEqual([
    [true],
    [false],
    [false],
    [true],
    [false],
  ])
  expect(await Promise.all([head, headWithout, stranger].map(may))).toEqual([[true], [], []])
  for (const who of [colleague, below, managerBelow, stranger]) {
    const changed = await who.call(views.save, form({ viewId, name: '改名' }))
    expect(changed.msg).toBe(notFound)
    expect((await who.call(views.remove, { viewId })).msg).toBe(notFound)
  }
  expect((await stranger.call(views.choose, { ...plain, viewId })).msg).toBe(notFound)
  expect((await below.call(views.choose, { ...plain, viewId })).code).toBe(0)

  expect((await manager.call(views.save, form({ viewId, name: '改名', organId: school }))).code).toBe(0)
  expect((await list(owner)).views).toMatchObject([{ name: '改名', mine: true, version: 2 }])
  expect((await head.call(views.remove, { viewId })).code).toBe(0)
  expect(await names(owner)).toEqual([])
})

test('is shared only with what lies in one’s scope; the platform’s with everybody', async () => {
  const stranger = await makeOrganisation(app.services.pool)
  for (const organId of [platform, stranger, 999_999]) {
    expect((await owner.call(views.save, form({ organId }))).msg).toBe(errors.notFound.sentence('机构'))
  }
  expect(await names(owner)).toEqual([])
  const head = await app.signedIn({ organs: [platform] })
  await save(head, { organId: platform, name: '全平台' })
  await save(head, { organId: stranger, name: '一个驾校' })
  expect(await names(owner)).toEqual(['全平台'])
})

test('a view is an operation; how somebody sees a list for themselves is none', async () => {
  const viewId = await save(owner)
  expect((await owner.call(views.choose, { ...plain, viewId, dense: true })).code).toBe(0)
  expect(await chosen(owner)).toMatchObject([{ view: { viewId }, viewDense: true }])
  const reader = await app.signedIn({ organs: [platform], codes: accessCodes })
  const { dataList } = (await reader.call(operationLog.list, {})).data
  expect(dataList.map(({ label }) => label)).toEqual(['保存视图'])
})

test('who had chosen a removed view, or one that is not shared any more, has their own columns again', async () => {
  const colleague = await app.signedIn({ organs: [school] })
  const columns = [{ key: 'model', width: 200, pin: false, hidden: false }]
  await colleague.call(views.choose, { ...plain, columns })
  const viewId = await save(owner, { organId: school })
  const wider = [{ key: 'carNum', width: 300, pin: true, hidden: false }]
  await colleague.call(views.choose, { ...plain, viewId, columns: wider, dense: false })
  await owner.call(views.choose, { ...plain, viewId })
  expect(await chosen(colleague)).toMatchObject([
    { list: 'devices', columns, dense: null, view: { viewId }, viewColumns: wider, viewDense: false },
  ])
  const without = [{ list: 'devices', columns, dense: null, view: null, viewColumns: null, viewDense: null }]
  await owner.call(views.save, form({ viewId }))
  expect(await chosen(colleague)).toEqual(without)
  await owner.call(views.save, form({ viewId, organId: school }))
  expect(await chosen(colleague)).toMatchObject([{ view: { viewId } }])
  await owner.call(views.remove, { viewId })
  expect(await chosen(colleague)).toEqual(without)
  expect(await chosen(owner)).toMatchObject([{ view: null, columns: null }])
})

test('two who change a view at once: the later one is told, and gets it as it is now', async () => {
  const viewId = await save(owner)
  expect((await owner.call(views.save, form({ viewId, version: 1, dense: false }))).code).toBe(0)
  const late = await owner.call(views.save, form({ viewId, version: 1, name: '晚到' }))
  expect(late).toMatchObject({
    code: errors.staleVersion.code,
    data: { viewId, name: '离线的', dense: false, version: 2 },
  })
})

test('a name is there once in a person’s views of a list', async () => {
  await save(owner)
  const other = await save(owner, { name: '别的' })
  const taken = errors.nameTaken.sentence('离线的')
  expect((await owner.call(views.save, form())).msg).toBe(taken)
  expect((await owner.call(views.save, form({ viewId: other }))).msg).toBe(taken)
  expect((await owner.call(views.save, form({ list: 'students' }))).code).toBe(0)
  const colleague = await app.signedIn({ organs: [school] })
  expect((await colleague.call(views.save, form())).code).toBe(0)
})

test(`a person has no more than ${mostViews} views of a list, however many are saved at once`, async () => {
  for (let made = 0; made < mostViews - 2; made += 1) await save(owner, { name: `视图 ${made}` })
  const atOnce = await Promise.all([1, 2, 3, 4].map(n => owner.call(views.save, form({ name: `同时 ${n}` }))))
  const full = errors.viewsFull.sentence()
  expect(atOnce.map(({ msg }) => msg === full).toSorted()).toEqual([false, false, true, true])
  expect((await owner.call(views.save, form({ list: 'students' }))).code).toBe(0)
})

test(`a person has no more than ${mostViewsInAll} views of all lists together`, async () => {
  await app.services.pool.query(
    `insert into list_view (owner_id, list, name, filters)
     select $1, ($2::text[])[1 + n / 50], 'V' || n, '{}' from generate_series(0, $3::int) n`,
    [owner.memberId, listNames, mostViewsInAll - 2],
  )
  expect((await owner.call(views.save, form({ list: 'students' }))).code).toBe(0)
  expect((await owner.call(views.save, form({ list: 'workOrders' }))).msg).toBe(
    errors.viewsFullInAll.sentence(),
  )
})

test('nothing is kept of lists that there are not', async () => {
  for (const [call, input] of [
    [views.save, form()],
    [views.choose, plain],
    [views.list, {}],
  ] as const) {
    expect((await owner.send(call, { ...input, list: 'nothing' })).msg).toContain('没有这个列表')
  }
  expect(await chosen(owner)).toEqual([])
})

test('widths, numbers and sizes have limits', async () => {
  const column = { key: 'a', width: 100, pin: false, hidden: false }
  const wrong: object[] = [
    { columns: [{ ...column, width: 59 }] },
    { columns: [{ ...column, width: 801 }] },
    { columns: Array.from({ length: 61 }, () => column) },
    { filters: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`f${n}`, 'x'])) },
    { filters: { a: 'x'.repeat(501) } },
    { name: '' },
    { name: '字'.repeat(31) },
  ]
  for (const part of wrong) {
    const answer = await owner.send(views.save, { ...form(), ...part })
    expect([part, answer.code]).toEqual([part, errors.invalid.code])
  }
})
