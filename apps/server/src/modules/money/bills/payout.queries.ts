import { maskAccountsIn, type PaymentRequest } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOpenRequest } from './request.queries.ts'

const requests = (db: Db) =>
  db
    .selectFrom('payment_request as r')
    .innerJoin('approval as a', 'a.id', 'r.approval_id')
    .select([
      'r.id as requestId',
      'r.approval_id as approvalId',
      'r.bill_id as billId',
      'r.amount',
      'r.account',
      sql<PaymentRequest['state']>`state_of_approval(a.outcome, a.ends_at)`.as('state'),
    ])

/** What was asked for to be paid of a bill and is not, the oldest first; accounts masked. */
export async function openRequests(db: Db, billId: number): Promise<PaymentRequest[]> {
  const rows = await requests(db)
    .innerJoin('member as m', 'm.id', 'a.asked_by')
    .select(['m.name as askedBy', 'a.asked_at as askedAt'])
    .where('r.bill_id', '=', billId)
    .where(isOpenRequest)
    .orderBy('r.id')
    .execute()
  return rows.map(({ askedAt, account, billId: _, ...row }) => ({
    ...row,
    account: account && maskAccountsIn(account),
    askedAt: askedAt.toISOString(),
  }))
}

/** Fen of a bill that requests speak for; but for one of them. */
export async function requestedOf(db: Db, billId: number, except: number | null = null): Promise<number> {
  const { sum } = await db
    .selectFrom('payment_request as r')
    .innerJoin('approval as a', 'a.id', 'r.approval_id')
    .select(sql<number>`coalesce(sum(r.amount), 0)::bigint`.as('sum'))
    .where('r.bill_id', '=', billId)
    .where(isOpenRequest)
    .$if(except !== null, query => query.where('r.approval_id', '<>', except ?? 0))
    .executeTakeFirstOrThrow()
  return sum
}

/** What a request asks for, bill by bill, by the bills' ids: the order in which they are locked. */
export const itemsOf = (db: Db, approvalId: number) =>
  requests(db).where('r.approval_id', '=', approvalId).orderBy('r.bill_id').execute()

/** The items of many requests, with what their bills are called. */
export const describedItems = (db: Db, approvals: readonly number[]) =>
  db
    .selectFrom('payment_request as r')
    .innerJoin('bill as b', 'b.id', 'r.bill_id')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .select([
      'r.approval_id as approvalId',
      'r.bill_id as billId',
      'r.amount',
      'r.account',
      sql<string>`b.no`.as('no'),
      'o.name as school',
    ])
    .where(sql<boolean>`r.approval_id = any(${[...approvals]}::bigint[])`)
    .orderBy('r.id')
    .execute()

export async function insertRequests(
  db: Db,
  approvalId: number,
  items: readonly { billId: number; amount: number; account: string | null }[],
): Promise<void> {
  await db
    .insertInto('payment_request')
    .values(
      items.map(({ billId, amount, account }) => ({
        approval_id: approvalId,
        bill_id: billId,
        amount,
        account,
      })),
    )
    .execute()
}

/**
 * The approved request by which a payment is made: the one that is named, or that of this bill and amount. Its bill is locked, so
 * that nobody else pays it.
 */
export const approvedRequest = (
  db: Db,
  { billId, amount, requestId }: { billId: number; amount: number; requestId: number | undefined },
) =>
  requests(db)
    .where(isOpenRequest)
    .where('a.outcome', '=', 'approved')
    .where('r.bill_id', '=', billId)
    .where('r.amount', '=', amount)
    .$if(requestId !== undefined, query => query.where('r.id', '=', requestId ?? 0))
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst()

/** The payments that were made unasked, as requests show them. */
export const unaskedPayments = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('bill_payment as p')
    .innerJoin('bill as b', 'b.id', 'p.bill_id')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .select([
      'p.id',
      sql<string>`p.no`.as('no'),
      'p.amount',
      'p.paid_on as paidOn',
      'p.account',
      'b.id as billId',
      sql<string>`b.no`.as('billNo'),
      'o.name as school',
    ])
    .where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
    .execute()

/** Whether a payment in the scope stands; for who would say that it was right. */
export const findValid = (db: Db, scope: Scope, id: number) =>
  db
    .selectFrom('bill_payment as p')
    .innerJoin('bill as b', 'b.id', 'p.bill_id')
    .select('p.id')
    .where('p.id', '=', id)
    .where('p.voided_at', 'is', null)
    .where(scoped(scope, sql.ref('b.school_id')))
    .executeTakeFirst()

/** The bank's file that a request waits in. Its bill is locked. */
export const openFileOf = (db: Db, requestId: number) =>
  db
    .selectFrom('payment_batch_item as i')
    .innerJoin('payment_batch as f', 'f.id', 'i.batch_id')
    .select(sql<string>`f.no`.as('no'))
    .where('i.request_id', '=', requestId)
    .where('i.outcome', '=', 'waiting')
    .executeTakeFirst()
