import {
  type BankFileItem,
  type BankFileRow,
  maskAccountsIn,
  mostInBankFile,
  type PayableRow,
  requestNoOf,
  shownBankFiles,
} from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOpenRequest } from '../bills/service.ts'

/** Requests with their bills, schools and the parts of their accounts. For the platform: there is no scope. */
const requests = (db: Db) =>
  db
    .selectFrom('payment_request as r')
    .innerJoin('approval as a', 'a.id', 'r.approval_id')
    .innerJoin('bill as b', 'b.id', 'r.bill_id')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .leftJoin('bank_account as k', 'k.account', 'r.account')

/** Of the request `r`: another person agreed, and it is not paid. */
const isPayable = sql<boolean>`(a.outcome = 'approved' and ${isOpenRequest})`
const isWaiting = sql<boolean>`exists (
  select from payment_batch_item i where i.request_id = r.id and i.outcome = 'waiting')`

export async function payable(db: Db): Promise<PayableRow[]> {
  const rows = await requests(db)
    .select([
      'r.id as requestId',
      'b.id as billId',
      sql<string>`b.no`.as('billNo'),
      'o.name as schoolName',
      'r.amount',
      'r.account',
      sql<boolean>`k.account is not null`.as('complete'),
    ])
    .innerJoin('member as m', 'm.id', 'a.decided_by')
    .select(['m.name as approvedBy', 'a.decided_at as approvedAt'])
    .where(isPayable)
    .where(({ not }) => not(isWaiting))
    .orderBy('r.id')
    .limit(mostInBankFile)
    .execute()
  return rows.map(({ account, approvedAt, ...row }) => ({
    ...row,
    requestNo: requestNoOf(row.requestId),
    account: account && maskAccountsIn(account),
    approvedAt: (approvedAt ?? new Date(0)).toISOString(),
  }))
}

/** What is asked for of these, by bill and request: the order in which bills are locked. */
export const chosen = (db: Db, ids: readonly number[]) =>
  requests(db)
    .select([
      'r.id as requestId',
      'r.bill_id as billId',
      'r.amount',
      'o.name as schoolName',
      isPayable.as('payable'),
      sql<boolean>`k.account is not null`.as('complete'),
      sql<number>`abs(b.net - b.paid)`.as('left'),
      'b.issued_on as issuedOn',
    ])
    .where(sql<boolean>`r.id = any(${[...ids]}::bigint[])`)
    .orderBy('r.bill_id')
    .orderBy('r.id')
    .execute()

export async function insertBatch(db: Db, by: number): Promise<{ id: number; no: string }> {
  return db
    .insertInto('payment_batch')
    .values({ created_by: by })
    .returning(['id', sql<string>`no`.as('no')])
    .executeTakeFirstOrThrow()
}

/** @returns those that are in no other file; the index says so to two at once as well */
export async function insertItems(db: Db, batchId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    insert into payment_batch_item (batch_id, request_id) select ${batchId}, id from unnest(${[...ids]}::bigint[]) id
    order by id on conflict (request_id) where outcome = 'waiting' do nothing returning 1`.execute(db)
  return rows.length
}

/** The file that one of these waits in. */
export const fileOfAny = (db: Db, ids: readonly number[], except: number) =>
  db
    .selectFrom('payment_batch_item as i')
    .innerJoin('payment_batch as f', 'f.id', 'i.batch_id')
    .select(sql<string>`f.no`.as('no'))
    .where(sql<boolean>`i.request_id = any(${[...ids]}::bigint[])`)
    .where('i.outcome', '=', 'waiting')
    .where('i.batch_id', '<>', except)
    .limit(1)
    .executeTakeFirst()

export const lockBatch = (db: Db, id: number) =>
  db
    .selectFrom('payment_batch')
    .select(['id', sql<string>`no`.as('no'), sql<BankFileRow['state']>`state`.as('state')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findBatch = (db: Db, id: number) =>
  db
    .selectFrom('payment_batch')
    .select(['id', sql<string>`no`.as('no'), sql<BankFileRow['state']>`state`.as('state')])
    .where('id', '=', id)
    .executeTakeFirst()

export async function batches(db: Db): Promise<BankFileRow[]> {
  const rows = await db
    .selectFrom('payment_batch as f')
    .innerJoin('member as m', 'm.id', 'f.created_by')
    .innerJoin('payment_batch_item as i', 'i.batch_id', 'f.id')
    .innerJoin('payment_request as r', 'r.id', 'i.request_id')
    .select([
      'f.id as batchId',
      sql<string>`f.no`.as('no'),
      sql<BankFileRow['state']>`f.state`.as('state'),
      sql<number>`count(*)`.as('payments'),
      sql<number>`sum(r.amount)::bigint`.as('amount'),
      sql<number>`count(*) filter (where i.outcome = 'paid')`.as('paid'),
      sql<number>`count(*) filter (where i.outcome = 'failed')`.as('failed'),
      'm.name as createdBy',
      'f.created_at as createdAt',
    ])
    .groupBy(['f.id', 'm.name'])
    .orderBy('f.id', 'desc')
    .limit(shownBankFiles)
    .execute()
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** All of a file's payments with whole accounts, in the file's order. */
export const itemsOf = (db: Db, batchId: number) =>
  requests(db)
    .innerJoin('payment_batch_item as i', 'i.request_id', 'r.id')
    .select([
      'r.id as requestId',
      'b.id as billId',
      sql<string>`b.no`.as('billNo'),
      'o.name as schoolName',
      'r.amount',
      sql<BankFileItem['outcome']>`i.outcome`.as('outcome'),
      'i.reason',
      'k.holder',
      'k.number',
      'k.bank',
      'k.code',
    ])
    .where('i.batch_id', '=', batchId)
    .orderBy('r.id')
    .execute()

export async function items(db: Db, batchId: number): Promise<BankFileItem[]> {
  const rows = await itemsOf(db, batchId)
  return rows.map(({ requestId, holder: _, number: __, bank: ___, code: ____, ...row }) => ({
    ...row,
    requestNo: requestNoOf(requestId),
  }))
}

export async function noteOutcome(
  db: Db,
  item: { batchId: number; requestId: number },
  outcome: { outcome: 'paid'; payment_id: number } | { outcome: 'failed'; reason: string | null },
): Promise<void> {
  await db
    .updateTable('payment_batch_item')
    .set(outcome)
    .where('batch_id', '=', item.batchId)
    .where('request_id', '=', item.requestId)
    .where('outcome', '=', 'waiting')
    .execute()
}

/** What nothing was said of goes back, and the file ends. */
export async function endBatch(db: Db, batchId: number, state: 'done' | 'cancelled'): Promise<void> {
  await db
    .updateTable('payment_batch_item')
    .set({ outcome: 'cancelled' })
    .where('batch_id', '=', batchId)
    .where('outcome', '=', 'waiting')
    .execute()
  await db.updateTable('payment_batch').set({ state }).where('id', '=', batchId).execute()
}
