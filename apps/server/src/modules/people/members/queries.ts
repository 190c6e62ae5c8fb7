import { type Insertable, sql, type Updateable } from 'kysely'
import type { Member } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a change must know of the member that it changes: their rights too, whoever may see them. */
export interface LockedMember {
  id: number
  organId: number
  name: string
  account: string
  phone: string | null
  mail: string | null
  enabled: boolean
  version: number
  codes: string[]
  managed: number[]
  roles: number[]
}

/** A member of an organisation in the scope, locked until the change is committed. */
export async function lockMember(db: Db, scope: Scope, id: number): Promise<LockedMember | undefined> {
  const member = await db
    .selectFrom('member as m')
    .select([
      'm.id',
      'm.organ_id as organId',
      'm.name',
      'm.account',
      'm.phone',
      'm.mail',
      'm.enabled',
      'm.version',
    ])
    .where('m.id', '=', id)
    .where(scoped(scope, sql.ref('m.organ_id')))
    .forUpdate()
    .executeTakeFirst()
  if (member === undefined) return undefined
  const { rows } = await sql<{ codes: string[]; managed: number[]; roles: number[] }>`
    select
      array(select distinct a.code from member_role r join role_access a using (role_id) where r.member_id = ${id}) as codes,
      array(select organ_id from member_organisation where member_id = ${id} order by 1) as managed,
      array(select role_id from member_role where member_id = ${id} order by 1) as roles`.execute(db)
  const [rights] = rows
  if (rights === undefined) throw new Error('a select without a table gave no row')
  return { ...member, ...rights }
}

/** Adds a member; undefined when the account is taken, in whatever case. */
export async function insertMember(db: Db, row: Insertable<Member>): Promise<number | undefined> {
  const added = await db
    .insertInto('member')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

export async function updateMember(db: Db, id: number, row: Updateable<Member>): Promise<void> {
  await db.updateTable('member').set(row).where('id', '=', id).execute()
}

/** Makes these the organisations that a member manages. */
export async function setManaged(db: Db, id: number, organs: readonly number[]): Promise<void> {
  await sql`delete from member_organisation where member_id = ${id} and organ_id <> all(${[...organs]}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into member_organisation (member_id, organ_id) select ${id}, unnest(${[...organs]}::bigint[])
    on conflict do nothing`.execute(db)
}

/** Makes these the roles of a member. */
export async function setRoles(db: Db, id: number, roles: readonly number[]): Promise<void> {
  await sql`delete from member_role where member_id = ${id} and role_id <> all(${[...roles]}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into member_role (member_id, role_id) select ${id}, unnest(${[...roles]}::bigint[])
    on conflict do nothing`.execute(db)
}

/** What rows of these tables are called, in the order of their ids. */
export async function namesOf(db: Db, table: 'role' | 'organisation', ids: readonly number[]) {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where id = any(${[...ids]}::bigint[]) order by id`.execute(db)
  return rows.map(({ name }) => name)
}

/** Those of the organisations that are in the scope. */
export function organisationsInScope(db: Db, scope: Scope, ids: readonly number[]) {
  return db
    .selectFrom('organisation as o')
    .select(['o.id', 'o.name', 'o.enabled'])
    .where(sql<boolean>`o.id = any(${[...ids]}::bigint[])`)
    .where(scoped(scope, sql.ref('o.id')))
    .execute()
}
