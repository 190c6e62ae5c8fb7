import type { Menu } from '@drivesim/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { AppMenu } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Entries for all schools, and those of the schools in the scope. */
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('app_menu as m')
    .select([
      'm.id as menuId',
      'm.name as menuName',
      'm.parent_id as fartherMenuId',
      'm.school_id as menuBelongSchool',
      sql<boolean>`m.school_id is null`.as('allSchoolFlag'),
      'm.small as ifSmall',
      'm.icon',
      'm.sort',
      'm.version',
    ])
    .where(({ eb, or }) => or([eb('m.school_id', 'is', null), scoped(scope, sql.ref('m.school_id'))]))
}

/** The entries of one school's app, or of all in the scope, siblings in their order. */
export function listMenus(db: Db, scope: Scope, school: number | undefined): Promise<Menu[]> {
  return visible(db, scope)
    .$if(school !== undefined, query =>
      query.where(({ eb, or }) => or([eb('m.school_id', 'is', null), eb('m.school_id', '=', school ?? 0)])),
    )
    .orderBy('m.sort')
    .orderBy('m.id')
    .execute()
}

export function findMenu(db: Db, scope: Scope, id: number): Promise<Menu | undefined> {
  return visible(db, scope).where('m.id', '=', id).executeTakeFirst()
}

export function findMenus(db: Db, scope: Scope, ids: readonly number[]): Promise<Menu[]> {
  return visible(db, scope).where(sql<boolean>`m.id = any(${ids}::bigint[])`).execute()
}

/** Changes of menus follow one another: two moves at once could make a circle that neither of them sees. */
export async function lockMenus(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('app menus'))`.execute(db)
}

/** Whether `below` is the entry itself or hangs below it. */
export async function isBelow(db: Db, id: number, below: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive up as (
      select id, parent_id from app_menu where id = ${below}
      union
      select m.id, m.parent_id from app_menu m join up on m.id = up.parent_id
    )
    select exists (select from up where id = ${id}) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Whether anything hangs below, in whosever app. */
export async function hasChildren(db: Db, id: number): Promise<boolean> {
  const child = await db
    .selectFrom('app_menu')
    .select('id')
    .where('parent_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return child !== undefined
}

/** Whether a sibling in the same app has the name. */
export async function hasSibling(
  db: Db,
  {
    id,
    name,
    parent,
    school,
  }: { id: number | undefined; name: string; parent: number | null; school: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from app_menu
      where name = ${name} and parent_id is not distinct from ${parent}::bigint and id is distinct from ${id ?? null}::bigint
        and (school_id is null or ${school}::bigint is null or school_id = ${school}::bigint)
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Where a new entry comes: after the last of its siblings. */
export async function nextSort(db: Db, parent: number | null): Promise<number> {
  const { rows } = await sql<{ sort: number }>`
    select coalesce(max(sort), 0) + 10 as sort from app_menu
    where parent_id is not distinct from ${parent}::bigint`.execute(db)
  return rows[0]?.sort ?? 10
}

export async function insertMenu(db: Db, row: Insertable<AppMenu>): Promise<number> {
  const { id } = await db.insertInto('app_menu').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateMenu(db: Db, id: number, row: Updateable<AppMenu>): Promise<void> {
  await db.updateTable('app_menu').set(row).where('id', '=', id).execute()
}

export async function deleteMenu(db: Db, id: number): Promise<void> {
  await db.deleteFrom('app_menu').where('id', '=', id).execute()
}

/** Puts entries in this order; those that stay where they were keep their version. */
export async function orderMenus(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update app_menu m set sort = o.place * 10
    from unnest(${ids}::bigint[]) with ordinality o (id, place)
    where m.id = o.id and m.sort <> o.place * 10`.execute(db)
}
