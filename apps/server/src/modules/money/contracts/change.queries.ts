import type { ContractState } from '@drivesim/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Contract, DepositEntry } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { stateNow } from './contract.queries.ts'

/** What a change must know of the contract that it changes. */
interface ContractChange {
  id: number
  no: string
  schoolId: number
  startsOn: string
  endsOn: string
  state: ContractState
  version: number
}

/**
 * A contract in the scope, locked with its school until the change is committed: the school's contracts are changed one
 * after the other, since none may overlap another.
 */
export async function lockContract(db: Db, scope: Scope, id: number): Promise<ContractChange | undefined> {
  const school = await db
    .selectFrom('contract as c')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .select('o.id')
    .where('c.id', '=', id)
    .where(scoped(scope, sql.ref('c.school_id')))
    .forNoKeyUpdate('o')
    .executeTakeFirst()
  if (school === undefined) return undefined
  return db
    .selectFrom('contract as c')
    .select([
      'c.id',
      'c.no',
      'c.school_id as schoolId',
      'c.starts_on as startsOn',
      'c.ends_on as endsOn',
      stateNow.as('state'),
      'c.version',
    ])
    .where('c.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Another contract of the school on some of these days, of those that were not voided. */
export function findOverlapping(
  db: Db,
  schoolId: number,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  except: number | null,
) {
  return db
    .selectFrom('contract')
    .select(['no', 'starts_on as startsOn', 'ends_on as endsOn'])
    .where('school_id', '=', schoolId)
    .where('voided_at', 'is', null)
    .where('starts_on', '<=', endsOn)
    .where('ends_on', '>=', startsOn)
    .$if(except !== null, query => query.where('id', '<>', except ?? 0))
    .orderBy('starts_on')
    .limit(1)
    .executeTakeFirst()
}

export async function insertContract(db: Db, row: Insertable<Contract>): Promise<number> {
  const { id } = await db.insertInto('contract').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateContract(db: Db, id: number, row: Updateable<Contract>): Promise<void> {
  await db.updateTable('contract').set(row).where('id', '=', id).execute()
}

/** Notes when a contract was ended, on which day it ends now, or that it was voided and why. */
export async function endContract(
  db: Db,
  id: number,
  end: { ends_on: string } | { void_reason: string },
): Promise<void> {
  const when = 'ends_on' in end ? { terminated_at: sql<Date>`now()` } : { voided_at: sql<Date>`now()` }
  await db
    .updateTable('contract')
    .set({ ...end, ...when })
    .where('id', '=', id)
    .execute()
}

/** The school's contracts that were not voided, the last one first: when it ends, the school has none. */
export function schoolContracts(db: Db, schoolId: number) {
  return db
    .selectFrom('contract')
    .select(['id', 'ends_on as endsOn', sql<boolean>`terminated_at is not null`.as('terminated')])
    .where('school_id', '=', schoolId)
    .where('voided_at', 'is', null)
    .orderBy('starts_on', 'desc')
    .execute()
}

/** What was paid of a contract's deposit and given back, the newest first. */
export function depositEntries(db: Db, contractId: number) {
  return db
    .selectFrom('deposit_entry as d')
    .innerJoin('member as m', 'm.id', 'd.created_by')
    .select([
      'd.id as entryId',
      'd.amount',
      'd.paid_on as paidOn',
      'd.voucher_id as voucherId',
      'm.name as createdBy',
      'd.created_at as createdAt',
    ])
    .where('d.contract_id', '=', contractId)
    .orderBy('d.id', 'desc')
    .execute()
}

/** What is there of a contract's deposit, in fen. */
export async function depositBalance(db: Db, contractId: number): Promise<number> {
  const { balance } = await db
    .selectFrom('deposit_entry')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('balance'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return balance
}

export async function insertDeposit(db: Db, row: Insertable<DepositEntry>): Promise<number> {
  const { id } = await db.insertInto('deposit_entry').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The names of the schools in the scope, to choose from. */
export function schoolOptions(db: Db, scope: Scope): Promise<{ value: number; label: string }[]> {
  return db
    .selectFrom('organisation as o')
    .select(['o.id as value', 'o.name as label'])
    .where('o.type', '=', 'school')
    .where(scoped(scope, sql.ref('o.id')))
    .orderBy('o.id')
    .execute()
}

/** Entries of deposits, as requests show them. */
export const depositsWith = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('deposit_entry as d')
    .innerJoin('contract as c', 'c.id', 'd.contract_id')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .select(['d.id', 'd.amount', 'd.paid_on as paidOn', 'c.no', 'c.id as contractId', 'o.name as school'])
    .where(sql<boolean>`d.id = any(${[...ids]}::bigint[])`)
    .execute()
