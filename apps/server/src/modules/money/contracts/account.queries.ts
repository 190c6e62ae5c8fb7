import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** The account that a contract has last, in force or from tomorrow on; undefined: it never had one. */
export const lastAccount = (db: Db, contractId: number) =>
  db
    .selectFrom('contract_account')
    .select(['bank', 'from_day as from'])
    .where('contract_id', '=', contractId)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The accounts of a contract in the scope in full: the one that it names, and the one that is paid to now. */
export const accountsOf = (db: Db, scope: Scope, contractId: number) =>
  db
    .selectFrom('contract as c')
    .select(['c.no', 'c.bank', sql<string | null>`account_of_contract(c.id)`.as('account')])
    .where('c.id', '=', contractId)
    .where(scoped(scope, sql.ref('c.school_id')))
    .executeTakeFirst()

/** The accounts of all contracts of a school, named or paid to. */
export const accountsOfSchool = (db: Db, schoolId: number) =>
  db
    .selectFrom('contract as c')
    .select(['c.id', 'c.bank', sql<string | null>`account_of_contract(c.id)`.as('account')])
    .where('c.school_id', '=', schoolId)
    .execute()

/** Whether another contract of the school is paid to this account now. */
export async function isAccountOf(db: Db, schoolId: number, bank: string): Promise<boolean> {
  const row = await db
    .selectFrom('contract as c')
    .select('c.id')
    .where('c.school_id', '=', schoolId)
    .where(sql<boolean>`account_of_contract(c.id) = ${bank}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @param from today, or tomorrow, as the account counts; what is there of that day is replaced */
export async function insertAccount(
  db: Db,
  account: { contractId: number; bank: string | null; from: 'today' | 'tomorrow'; approvalId: number | null },
): Promise<void> {
  const day = sql`business_day(now()) + ${sql.lit(account.from === 'today' ? 0 : 1)}::integer`
  await sql`delete from contract_account where contract_id = ${account.contractId} and from_day > ${day}`.execute(
    db,
  )
  await sql`
    insert into contract_account (contract_id, from_day, bank, approval_id)
    values (${account.contractId}, ${day}, ${account.bank}, ${account.approvalId})
    on conflict (contract_id, from_day) do update set bank = excluded.bank, approval_id = excluded.approval_id`.execute(
    db,
  )
}

/** For the demo: every contract is paid to the account that it names. */
export async function insertAccounts(db: Db): Promise<void> {
  await sql`
    insert into contract_account (contract_id, from_day, bank)
    select id, business_day(created_at), bank from contract where bank is not null`.execute(db)
}
