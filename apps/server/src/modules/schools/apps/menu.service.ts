import { type apps, errors, type Menu, type MenuNode, type ParsedOf, refuse } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { requirePlatform, requireSchool } from '../organisations/service.ts'
import * as queries from './menu.queries.ts'

const platformMenus = '全部驾校的菜单'

const menuRecord = record({
  what: '菜单',
  // All menus are locked together.
  lock: queries.findMenu,
  latest: queries.findMenu,
})

/** The menu of one school's app, or of all in the scope. @throws Refusal notFound where the school is not in the scope */
export async function menuTree(db: Db, scope: Scope, school: number | undefined): Promise<MenuNode[]> {
  if (school !== undefined) await requireSchool(db, scope, school)
  const nodes = (await queries.listMenus(db, scope, school)).map(
    (menu): MenuNode => ({ ...menu, children: [] }),
  )
  const byId = new Map(nodes.map(node => [node.menuId, node]))
  return nodes.filter(node => {
    const parent = node.fartherMenuId === null ? undefined : byId.get(node.fartherMenuId)
    parent?.children.push(node)
    return parent === undefined
  })
}

/** An entry in the scope, or one for all schools. @throws Refusal notFound */
export async function requireMenu(db: Db, scope: Scope, id: number, what = '菜单'): Promise<Menu> {
  const menu = await queries.findMenu(db, scope, id)
  if (menu === undefined) throw refuse(errors.notFound, what)
  return menu
}

/** Adds an entry, or edits the one that is named; another parent in the form moves it with all below it. */
export async function saveMenu(call: SignedInCall, form: ParsedOf<typeof apps.saveMenu>) {
  const { db, scope } = call
  await queries.lockMenus(db)
  const { menuId, menuName } = form
  const school = form.allSchoolFlag ? null : (form.menuBelongSchool ?? null)
  const parent = form.fartherMenuId ?? null
  const menu = menuId === undefined ? undefined : await takeEditable(call, menuId, form.version)
  if (school === null) requirePlatform(scope, platformMenus)
  else await requireSchool(db, scope, school)
  if (
    menu !== undefined &&
    school !== menu.menuBelongSchool &&
    (await queries.hasChildren(db, menu.menuId))
  ) {
    throw refuse(errors.menuHasChildren, '更换所属驾校')
  }
  if (parent !== null) await requireParent(db, scope, { parent, school, menuId })
  if (await queries.hasSibling(db, { id: menuId, name: menuName, parent, school })) {
    throw refuse(errors.nameTaken, menuName)
  }
  const place = menu?.fartherMenuId === parent ? menu.sort : await queries.nextSort(db, parent)
  const row = {
    name: menuName,
    parent_id: parent,
    school_id: school,
    small: form.ifSmall,
    icon: form.icon,
    sort: form.sort ?? place,
  }
  if (menu === undefined) return { menuId: await queries.insertMenu(db, row) }
  await queries.updateMenu(db, menu.menuId, row)
  return { menuId: menu.menuId }
}

/** Removes an entry that nothing hangs below. */
export async function removeMenu(call: SignedInCall, { menuId }: { menuId: number }): Promise<true> {
  const { db } = call
  await queries.lockMenus(db)
  await takeEditable(call, menuId)
  if (await queries.hasChildren(db, menuId)) throw refuse(errors.menuHasChildren, '删除')
  await queries.deleteMenu(db, menuId)
  return true
}

/** Puts siblings in the order given. */
export async function sortMenus(
  { db, scope }: SignedInCall,
  { menuIds }: { menuIds: readonly number[] },
): Promise<true> {
  await queries.lockMenus(db)
  const menus = await queries.findMenus(db, scope, menuIds)
  const [first] = menus
  if (first === undefined || menus.length !== menuIds.length) throw refuse(errors.notFound, '菜单')
  if (menus.some(({ allSchoolFlag }) => allSchoolFlag)) requirePlatform(scope, platformMenus)
  if (menus.some(({ fartherMenuId }) => fartherMenuId !== first.fartherMenuId)) {
    throw refuse(errors.menusNotSiblings)
  }
  await queries.orderMenus(db, menuIds)
  return true
}

async function takeEditable(call: SignedInCall, id: number, version?: number): Promise<Menu> {
  const menu = await menuRecord.take(call, id, { version })
  if (menu.allSchoolFlag) requirePlatform(call.scope, platformMenus)
  return menu
}

/** @throws Refusal unless the parent is in every app that the entry is in, and not the entry itself or below it */
async function requireParent(
  db: Db,
  scope: Scope,
  { parent, school, menuId }: { parent: number; school: number | null; menuId: number | undefined },
): Promise<void> {
  const above = await requireMenu(db, scope, parent, '上级菜单')
  if (above.menuBelongSchool !== null && above.menuBelongSchool !== school) {
    throw refuse(errors.menuOfAnotherSchool)
  }
  if (menuId !== undefined && (await queries.isBelow(db, menuId, parent)))
    throw refuse(errors.menuUnderItself)
}
