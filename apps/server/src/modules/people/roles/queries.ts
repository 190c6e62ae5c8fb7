import type { RoleRow } from '@drivesim/contract'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Role } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Filter {
  paramValue?: string | undefined
  organId?: number | undefined
}

/** Roles that a reader may see: the platform's, and those of organisations in the scope. */
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('role')
    .where(({ eb, or }) => or([eb('role.organ_id', 'is', null), scoped(scope, sql.ref('role.organ_id'))]))
}

/** The roles that one may see, the built-in ones first; `organId` of the platform asks for the platform's own. */
export const roles = listByIds<Filter, RoleRow>({
  found: ({ db, scope }, { paramValue, organId }) =>
    visible(db, scope)
      .select(['role.id', 'role.built_in'])
      .where(matchesSearch(paramValue, ['role.name']))
      .where(organId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${owner} = ${organId}`),
  rows: async ({ db, scope }, ids) =>
    (await rows(db, scope).where(isOneOf('role.id', ids)).execute()).map(toRow),
  idOf: row => row.roleId,
  first: 'oldest',
  order: () => sql`built_in desc, id`,
})

const owner = sql`coalesce(role.organ_id, (select id from organisation where type = 'platform' order by id limit 1))`

/** The columns of a row; members outside the reader's scope are not counted. */
function rows(db: Db, scope: Scope) {
  return visible(db, scope)
    .leftJoin('organisation as o', 'o.id', 'role.organ_id')
    .select([
      'role.id as roleId',
      'role.name as roleName',
      'role.note',
      'role.organ_id as organId',
      'o.name as organName',
      'role.built_in as builtIn',
      'role.created_at as createdAt',
      'role.version',
      sql<string[]>`array(select code from role_access where role_id = role.id order by code)`.as('codes'),
      sql<number>`(
      select count(*) from member_role mr join member m on m.id = mr.member_id
      where mr.role_id = role.id and ${scoped(scope, sql.ref('m.organ_id'))}
    )`.as('members'),
    ])
}

const toRow = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

export async function findRole(db: Db, scope: Scope, id: number): Promise<RoleRow | undefined> {
  const row = await rows(db, scope).where('role.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

/** What granting a role must know of it. */
export interface Grantable {
  id: number
  name: string
  organId: number | null
  organName: string | null
  codes: string[]
}

/** The visible roles, or those of them with these ids. */
export function grantableRoles(db: Db, scope: Scope, ids?: readonly number[]): Promise<Grantable[]> {
  return visible(db, scope)
    .select([
      'role.id',
      'role.name',
      'role.organ_id as organId',
      sql<string | null>`(select name from organisation where id = role.organ_id)`.as('organName'),
      sql<string[]>`array(select code from role_access where role_id = role.id)`.as('codes'),
    ])
    .$if(ids !== undefined, query => query.where(sql<boolean>`role.id = any(${[...(ids ?? [])]}::bigint[])`))
    .orderBy('role.built_in', 'desc')
    .orderBy('role.id')
    .execute()
}

/** What an organisation is, if it is in the scope. */
export async function organisationType(db: Db, scope: Scope, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('organisation as o')
    .select('o.type')
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.id')))
    .executeTakeFirst()
  return row?.type
}

/** Adds a role; undefined when its owner has one of that name. */
export async function insertRole(db: Db, row: Insertable<Role>): Promise<number | undefined> {
  const added = await db
    .insertInto('role')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Whether its owner has another role of that name. */
export async function isNameTaken(
  db: Db,
  organId: number | null,
  name: string,
  but: number,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from role where coalesce(organ_id, 0) = ${organId ?? 0} and lower(name) = lower(${name}) and id <> ${but}
    ) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

export async function updateRole(db: Db, id: number, row: Updateable<Role>): Promise<void> {
  await db.updateTable('role').set(row).where('id', '=', id).execute()
}

/** Makes these the codes of a role. */
export async function setCodes(db: Db, id: number, codes: readonly string[]): Promise<void> {
  await sql`delete from role_access where role_id = ${id} and code <> all(${[...codes]}::text[])`.execute(db)
  await sql`
    insert into role_access (role_id, code) select ${id}, unnest(${[...codes]}::text[])
    on conflict do nothing`.execute(db)
}

export async function deleteRole(db: Db, id: number): Promise<void> {
  await db.deleteFrom('role').where('id', '=', id).execute()
}

/** Who holds a role, whoever asks. */
export function holdersOf(db: Db, roleId: number): Promise<{ id: number; organId: number }[]> {
  return db
    .selectFrom('member_role as mr')
    .innerJoin('member as m', 'm.id', 'mr.member_id')
    .select(['m.id', 'm.organ_id as organId'])
    .where('mr.role_id', '=', roleId)
    .orderBy('m.id')
    .execute()
}
