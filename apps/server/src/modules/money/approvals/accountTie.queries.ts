import type { AccessCode, HoldKind } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Ties two accounts (`account_hold`): somebody may know how to sign in as a member, from now on again. */
export async function insertAccountTie(
  db: Db,
  { memberId, byId, how }: { memberId: number; byId: number; how: HoldKind },
): Promise<void> {
  await sql`
    insert into account_hold (member_id, by_id, how) values (${memberId}, ${byId}, ${how})
    on conflict (member_id, by_id, how) do update set at = now(), attested_by = null, attested_at = null`.execute(
    db,
  )
}

/** Whether an account may be the same person's as one of the others. */
export async function isSamePerson(db: Db, accountId: number, others: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select exists (
      select from accounts_of_person(${accountId}) mine (id) where id = any(${[...others]}::bigint[])
    ) as same`.execute(db)
  return rows[0]?.same ?? true
}

/** Since when one person decides alone; null: two do. */
export async function singleSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{
    since: Date | null
  }>`select single_since as since from finance_setting`.execute(db)
  return rows[0]?.since ?? null
}

/** Up to three people who hold a code with scope over the whole platform and are none of these, the latest seen first. */
export async function othersWith(db: Db, code: AccessCode, people: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name from member m
    where m.enabled
      and not exists (select from accounts_of_person(m.id) theirs (id) where theirs.id = any(${[...people]}::bigint[]))
      and exists (select from member_role r join role_access a using (role_id) where r.member_id = m.id and a.code = ${code})
      and exists (
        select from member_organisation mo join organisation o on o.id = mo.organ_id and o.type = 'platform'
        where mo.member_id = m.id)
    order by m.last_login_at desc nulls last, m.id limit 3`.execute(db)
  return rows.map(({ name }) => name)
}

/** Ends the ties of an account (`account_hold`). @param by null: on the server @returns how many there were */
export async function endAccountTies(db: Db, memberId: number, by: number | null): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update account_hold set attested_by = ${by}, attested_at = now()
    where member_id = ${memberId} and attested_at is null and at > now() - interval '30 days'`.execute(db)
  return Number(numAffectedRows)
}

export async function setSingle(db: Db, single: boolean): Promise<void> {
  await sql`update finance_setting set single_since = case when ${single} then now() end`.execute(db)
}

/** Who holds a code of finance. */
export async function financeMembers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m where m.enabled and exists (
      select from member_role r join role_access a using (role_id) where r.member_id = m.id and a.code like 'finance%'
    ) order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findAccount(db: Db, account: string) {
  return db
    .selectFrom('member')
    .select(['id', 'name', 'account'])
    .where(sql<boolean>`lower(account) = lower(${account})`)
    .executeTakeFirst()
}

/** All accounts that may be the same person's, their own among them. */
export async function accountsOf(db: Db, memberId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from accounts_of_person(${memberId}) mine (id)`.execute(db)
  return rows.map(({ id }) => id)
}
