import { maskAccountsIn, type PaymentRow, type PaymentState, type payoutWords } from '@drivesim/contract'
import { type Insertable, type SqlBool, sql } from 'kysely'
import type { BillPayment } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { type List, listByIds, type Reader } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface ReceiptFilter {
  paramValue?: string | undefined
  schoolId?: number | undefined
  method?: PaymentRow['method'] | undefined
  state?: PaymentState | undefined
  beginDate?: string | undefined
  endDate?: string | undefined
}

/** Of the payment `p`. */
const stateNow = sql<PaymentState>`case when p.voided_at is null then 'valid' else 'void' end`

/** Of the payment `p`: how it came to be allowed. */
const permission = sql<
  keyof typeof payoutWords | null
>`case when p.request_id is not null then 'approved' else (
  select case a.outcome when 'approved' then 'ratified' when 'rejected' then 'refused' else 'unasked' end
  from approval a where a.kind = 'unasked' and a.subject_id = p.id) end`

/** Of the payment `p`: it was made on one of these days. */
const paidWithin = ({ beginDate, endDate }: ReceiptFilter) => sql<SqlBool>`(
  ${beginDate === undefined ? sql`true` : sql`p.paid_on >= ${beginDate}::date`}
  and ${endDate === undefined ? sql`true` : sql`p.paid_on <= ${endDate}::date`})`

function filteredReceipts({ db, scope }: Reader, filter: ReceiptFilter) {
  const { paramValue, schoolId, method, state } = filter
  return db
    .selectFrom('bill_payment as p')
    .innerJoin('bill as b', 'b.id', 'p.bill_id')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .where('p.direction', '=', 'in')
    .where(scoped(scope, sql.ref('b.school_id')))
    .where(matchesSearch(paramValue, ['p.no', 'b.no', 'o.name']))
    .where(equals('b.school_id', schoolId))
    .where(equals('p.method', method))
    .where(paidWithin(filter))
    .$if(state !== undefined, query => query.where(sql<SqlBool>`${stateNow} = ${state}`))
}

const receiptsByIds = listByIds<ReceiptFilter, PaymentRow>({
  found: (reader, filter) => filteredReceipts(reader, filter).select(['p.id', 'p.paid_on']),
  rows: async ({ db }, ids) => (await paymentRows(db).where(isOneOf('p.id', ids)).execute()).map(written),
  idOf: row => row.paymentId,
  order: () => sql`paid_on desc, id desc`,
})

/** What schools paid, with the sum of what is valid. On a page the latest first, in the file the newest. */
export const receipts: List<ReceiptFilter, PaymentRow, { amount: number }> = {
  async page(reader, filter, paging) {
    const page = await receiptsByIds.page(reader, filter, paging)
    const sum = await filteredReceipts(reader, filter)
      .select(sql<number>`coalesce(sum(p.amount) filter (where p.voided_at is null), 0)::bigint`.as('amount'))
      .executeTakeFirstOrThrow()
    return { ...page, sum }
  },
  part: receiptsByIds.part,
}

/** All payments of a bill, the oldest first. */
export async function paymentsOf(db: Db, bill: number): Promise<PaymentRow[]> {
  const rows = await paymentRows(db).where('p.bill_id', '=', bill).orderBy('p.id').execute()
  return rows.map(written)
}

/** The number of what was registered for the bill within 10 minutes over the same amount, and is valid. */
export async function samePayment(db: Db, bill: number, amount: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('bill_payment')
    .select('no')
    .where('bill_id', '=', bill)
    .where('amount', '=', amount)
    .where('method', '<>', 'offset')
    .where('voided_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.no ?? undefined
}

/** A payment of the scope as lists show it. */
export async function findPayment(db: Db, scope: Scope, id: number): Promise<PaymentRow | undefined> {
  const row = await paymentRows(db)
    .where('p.id', '=', id)
    .where(scoped(scope, sql.ref('b.school_id')))
    .executeTakeFirst()
  return row && written(row)
}

type Row = Awaited<ReturnType<ReturnType<typeof paymentRows>['execute']>>[number]

const written = ({ createdAt, voidedAt, account, ...row }: Row): PaymentRow => ({
  ...row,
  account: account && maskAccountsIn(account),
  createdAt: createdAt.toISOString(),
  voidedAt: voidedAt?.toISOString() ?? null,
})

function paymentRows(db: Db) {
  return db
    .selectFrom('bill_payment as p')
    .innerJoin('bill as b', 'b.id', 'p.bill_id')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .innerJoin('member as m', 'm.id', 'p.created_by')
    .leftJoin('member as v', 'v.id', 'p.voided_by')
    .leftJoin('payment_batch_item as i', 'i.payment_id', 'p.id')
    .leftJoin('payment_batch as f', 'f.id', 'i.batch_id')
    .leftJoin('bill_payment as other', 'other.offset_id', 'p.id')
    .leftJoin('bill as ob', join =>
      join.on(
        sql<SqlBool>`ob.id = coalesce(other.bill_id, (select bill_id from bill_payment where id = p.offset_id))`,
      ),
    )
    .select([
      'p.id as paymentId',
      sql<string>`p.no`.as('no'),
      'p.bill_id as billId',
      sql<string>`b.no`.as('billNo'),
      sql<string>`to_char(b.month, 'YYYY-MM')`.as('month'),
      'b.school_id as schoolId',
      'o.name as schoolName',
      sql<PaymentRow['direction']>`p.direction`.as('direction'),
      'p.amount',
      sql<PaymentRow['method']>`p.method`.as('method'),
      'p.paid_on as paidOn',
      'p.account',
      'p.voucher_id as voucherId',
      'ob.no as offsetBillNo',
      'f.no as bankFileNo',
      stateNow.as('state'),
      permission.as('allowed'),
      'p.void_reason as voidReason',
      'v.name as voidedBy',
      'p.voided_at as voidedAt',
      'm.name as createdBy',
      'p.created_at as createdAt',
    ])
}

/** The payments that a void takes back: one, or both sides of an 抵扣. The bills are locked before them. */
export async function partsOf(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('bill_payment as p')
    .innerJoin('bill as b', 'b.id', 'p.bill_id')
    .select(['p.id', 'p.bill_id as billId'])
    .where(({ or, eb }) =>
      or([
        eb('p.id', '=', id),
        eb('p.offset_id', '=', id),
        sql<SqlBool>`p.id = (select offset_id from bill_payment where id = ${id})`,
      ]),
    )
    .where(scoped(scope, sql.ref('b.school_id')))
    .orderBy('p.bill_id')
    .execute()
}

/** A payment in the scope, locked until the change is committed. */
export function lockPayment(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('bill_payment as p')
    .innerJoin('bill as b', 'b.id', 'p.bill_id')
    .select([
      'p.id',
      sql<string>`p.no`.as('no'),
      'p.bill_id as billId',
      sql<string>`b.no`.as('billNo'),
      'b.school_id as schoolId',
      sql<'in' | 'out'>`p.direction`.as('direction'),
      'p.amount',
      'p.method',
      stateNow.as('state'),
    ])
    .where('p.id', '=', id)
    .where(scoped(scope, sql.ref('b.school_id')))
    .forNoKeyUpdate('p')
    .executeTakeFirst()
}

export async function insertPayment(db: Db, row: Insertable<BillPayment>): Promise<number> {
  const { id } = await db.insertInto('bill_payment').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The last step of a payment: its number. */
export async function numberPayment(db: Db, id: number, no: string): Promise<void> {
  await db.updateTable('bill_payment').set({ no }).where('id', '=', id).execute()
}

export async function voidPayments(
  db: Db,
  ids: readonly number[],
  { by, reason }: { by: number; reason: string },
): Promise<void> {
  await sql`update bill_payment set voided_at = now(), voided_by = ${by}, void_reason = ${reason}
    where id = any(${[...ids]}::bigint[])`.execute(db)
}
