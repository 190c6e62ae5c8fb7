import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Lets changes of rights take turns, to the end of the transaction. */
export async function queueRightsChange(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rights'))`.execute(db)
}

/** Whether anybody who is enabled can manage roles and members of the whole platform. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from member m
      where m.enabled
        and exists (
          select from member_organisation mo join organisation o on o.id = mo.organ_id
          where mo.member_id = m.id and o.type = 'platform')
        and (
          select count(distinct a.code) from member_role r join role_access a using (role_id)
          where r.member_id = m.id and a.code in ('system:role', 'system:user')) = 2
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Names of those roles that may not be held in an organisation: they belong neither to it nor to its school. */
export async function rolesOfOthers(db: Db, organ: number, roles: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from role
    where id = any(${[...roles]}::bigint[]) and organ_id is not null
      and organ_id <> ${organ} and organ_id is distinct from school_of(${organ})
    order by id`.execute(db)
  return rows.map(row => row.name)
}
