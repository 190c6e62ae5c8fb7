import { contract, errors, type InputOf, type MenuNode } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

// The menu of the app: the platform's entries in every school's, a school's own beside and below them.

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
type Form = InputOf<typeof apps.saveMenu>
const own = (menuName: string, changes: Partial<Form> = {}): Form => ({
  menuName,
  menuBelongSchool: school,
  ...changes,
})
const forAll = (menuName: string, changes: Partial<Form> = {}): Form => ({
  menuName,
  allSchoolFlag: true,
  ...changes,
})
async function add(form: Form): Promise<number> {
  const { code, msg, data } = await admin.call(apps.saveMenu, form)
  expect([code, msg]).toEqual([0, expect.any(String)])
  return data.menuId
}
type Names = (string | [string, Names])[]
const names = (nodes: MenuNode[]): Names =>
  nodes.map(({ menuName, children }) => (children.length === 0 ? menuName : [menuName, names(children)]))
const tree = async (who: Client, schoolId?: number) =>
  names((await who.call(apps.menus, schoolId === undefined ? {} : { schoolId })).data)

describe('the tree', () => {
  beforeEach(async () => {
    const training = await add(forAll('训练'))
    await add(own('本校场地', { fartherMenuId: training }))
    await add({ menuName: '乙校场地', menuBelongSchool: other, fartherMenuId: training })
    await add(own('班车'))
    await add({ menuName: '乙校班车', menuBelongSchool: other })
  })

  test("of one school: the platform's entries and its own", async () => {
    const expected = [['训练', ['本校场地']], '班车']
    expect(await tree(admin, school)).toEqual(expected)
    expect(await tree(manager, school)).toEqual(expected)
  })

  test('of all in the scope', async () => {
    expect(await tree(manager)).toEqual([['训练', ['本校场地']], '班车'])
    expect(await tree(admin)).toEqual([['训练', ['本校场地', '乙校场地']], '班车', '乙校班车'])
  })

  test('nothing of another school', async () => {
    expect(await manager.call(apps.menus, { schoolId: other })).toMatchObject({
      msg: errors.notFound.sentence('驾校'),
    })
    const [{ id }] = (await rows(`select id::int from app_menu where name = '乙校班车'`)) as [{ id: number }]
    expect(await manager.call(apps.menu, { menuId: id })).toMatchObject({
      msg: errors.notFound.sentence('菜单'),
    })
  })
})

describe('saving', () => {
  test('an entry keeps what the form says; flags may be 0 and 1', async () => {
    const form = { ...own('班车', { icon: 'bus' }), ifSmall: 1, allSchoolFlag: 0 }
    const { data } = await manager.send(apps.saveMenu, form)
    expect(data).toEqual({ menuId: expect.any(Number) })
    const { menuId } = data as { menuId: number }
    expect((await manager.call(apps.menu, { menuId })).data).toEqual({
      menuId,
      menuName: '班车',
      fartherMenuId: null,
      menuBelongSchool: school,
      allSchoolFlag: false,
      ifSmall: true,
      icon: 'bus',
      sort: 10,
      version: 1,
    })
  })

  test.each([
    [{ menuName: '' }, '菜单名称不能为空'],
    [{ menuName: '菜'.repeat(21) }, '菜单名称最多 20 个字'],
    [{ menuBelongSchool: undefined }, '请选择所属驾校，或设为全部驾校'],
    [{ sort: -1 }, '排序不能小于 0'],
    [{ fartherMenuId: 999 }, errors.notFound.sentence('上级菜单')],
    [{ menuId: 999 }, errors.notFound.sentence('菜单')],
  ])('refuses %j and writes nothing', async (changes, sentence) => {
    const answer = await manager.send(apps.saveMenu, { ...own('班车'), ...changes })
    expect(answer.code).toBeLessThan(0)
    expect(answer.msg).toBe(sentence)
    expect(await rows('select from app_menu')).toHaveLength(0)
  })

  test("never under itself, its child, or its child's child", async () => {
    const top = await add(own('一'))
    const middle = await add(own('二', { fartherMenuId: top }))
    const bottom = await add(own('三', { fartherMenuId: middle }))
    for (const fartherMenuId of [top, middle, bottom]) {
      const answer = await manager.call(apps.saveMenu, own('一', { menuId: top, fartherMenuId }))
      expect(answer).toMatchObject({
        code: errors.menuUnderItself.code,
        msg: errors.menuUnderItself.sentence(),
      })
    }
    expect(await tree(manager, school)).toEqual([['一', [['二', ['三']]]]])
  })

  test('two moves at once make no circle', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await add(own(`一${round}`))
      const two = await add(own(`二${round}`))
      const answers = await Promise.all([
        manager.call(apps.saveMenu, own(`一${round}`, { menuId: one, fartherMenuId: two })),
        manager.call(apps.saveMenu, own(`二${round}`, { menuId: two, fartherMenuId: one })),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([errors.menuUnderItself.code, 0].sort())
    }
  })

  test("a parent is in every app that its child is in: the platform's, or the same school's", async () => {
    const foreign = await add({ menuName: '乙校', menuBelongSchool: other })
    const mine = await add(own('甲校'))
    expect((await admin.call(apps.saveMenu, own('子', { fartherMenuId: foreign }))).msg).toBe(
      errors.menuOfAnotherSchool.sentence(),
    )
    expect((await admin.call(apps.saveMenu, forAll('子', { fartherMenuId: mine }))).msg).toBe(
      errors.menuOfAnotherSchool.sentence(),
    )
    expect((await manager.call(apps.saveMenu, own('子', { fartherMenuId: foreign }))).msg).toBe(
      errors.notFound.sentence('上级菜单'),
    )
  })

  test('an entry with children keeps its school', async () => {
    const top = await add(own('一'))
    await add(own('二', { fartherMenuId: top }))
    const move = () => admin.call(apps.saveMenu, { menuName: '一', menuId: top, menuBelongSchool: other })
    expect((await move()).msg).toBe(errors.menuHasChildren.sentence('更换所属驾校'))
  })

  test('a stale version is refused with the entry as it is', async () => {
    const menuId = await add(own('一'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        manager.call(apps.saveMenu, own(`名${i}`, { menuId, version: 1 })),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const late = answers.filter(({ code }) => code === errors.staleVersion.code)
    expect(late).toHaveLength(19)
    expect(late[0]?.data).toMatchObject({ menuId, version: 2 })
  })

  test('twenty at once of one name add one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => manager.call(apps.saveMenu, own('班车'))),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.nameTaken.code)).toHaveLength(19)
  })
})

describe('removing', () => {
  test('takes an entry without children, once', async () => {
    const menuId = await add(own('一'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => manager.call(apps.removeMenu, { menuId })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.notFound.code)).toHaveLength(19)
  })

  test('one with children stays', async () => {
    const menuId = await add(own('一'))
    await add(own('二', { fartherMenuId: menuId }))
    expect((await manager.call(apps.removeMenu, { menuId })).msg).toBe(
      errors.menuHasChildren.sentence('删除'),
    )
    expect(await tree(manager, school)).toEqual([['一', ['二']]])
  })
})

describe('sorting', () => {
  test('puts siblings in the order of the drag; new ones come last', async () => {
    const ids = [await add(own('一')), await add(own('二')), await add(own('三'))]
    expect(await manager.call(apps.sortMenus, { menuIds: ids.toReversed() })).toMatchObject({
      code: 0,
      data: true,
    })
    await add(own('四'))
    expect(await tree(manager, school)).toEqual(['三', '二', '一', '四'])
  })

  test('is of siblings, each once', async () => {
    const one = await add(own('一'))
    const child = await add(own('二', { fartherMenuId: one }))
    expect((await manager.call(apps.sortMenus, { menuIds: [one, child] })).msg).toBe(
      errors.menusNotSiblings.sentence(),
    )
    expect((await manager.call(apps.sortMenus, { menuIds: [one, one] })).msg).toBe('菜单不能重复')
    expect((await manager.call(apps.sortMenus, { menuIds: [one, 999] })).msg).toBe(
      errors.notFound.sentence('菜单'),
    )
  })
})

test("what is for all schools is changed by those who manage the platform alone, another school's by nobody else", async () => {
  const shared = await add(forAll('训练'))
  const foreign = await add({ menuName: '乙校', menuBelongSchool: other })
  const refused = await Promise.all([
    manager.call(apps.saveMenu, forAll('新')),
    manager.call(apps.saveMenu, forAll('训练二', { menuId: shared })),
    manager.call(apps.saveMenu, own('训练', { menuId: shared })),
    manager.call(apps.removeMenu, { menuId: shared }),
    manager.call(apps.sortMenus, { menuIds: [shared] }),
  ])
  for (const { msg } of refused) expect(msg).toBe(errors.platformOnly.sentence('全部驾校的菜单'))
  const absent = await Promise.all([
    manager.call(apps.saveMenu, own('乙校', { menuId: foreign })),
    manager.call(apps.saveMenu, { menuName: '新', menuBelongSchool: other }),
    manager.call(apps.removeMenu, { menuId: foreign }),
    manager.call(apps.sortMenus, { menuIds: [foreign] }),
  ])
  for (const { code } of absent) expect(code).toBe(errors.notFound.code)
  expect(await rows('select name, version from app_menu order by id')).toEqual([
    { name: '训练', version: 1 },
    { name: '乙校', version: 1 },
  ])
})
