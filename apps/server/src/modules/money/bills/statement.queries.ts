import {
  type BillEvent,
  type BillInfoLine,
  type BillItem,
  type BillLineKind,
  type Custody,
  maskAccountsIn,
  type Paging,
} from '@drivesim/contract'
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BillEvent as EventTable } from '../../../generated/schema.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { matchesSearch } from '../../../platform/postgres/search.ts'
import { remarkEvents } from './thread.queries.ts'

export async function insertEvent(db: Db, row: Insertable<EventTable>): Promise<void> {
  await db.insertInto('bill_event').values(row).execute()
}

/** What a statement says beside the row of its bill; accounts masked. */
export async function statementOf(db: Db, id: number) {
  const { bank, account, ...row } = await db
    .selectFrom('bill as b')
    .leftJoin('contract as c', 'c.id', 'b.contract_id')
    .select([
      sql<string>`b.digest`.as('digest'),
      'b.invoice_no as invoiceNo',
      'b.invoice_on as invoiceOn',
      'b.contract_id as contractId',
      'c.bank',
      sql<string | null>`account_of_contract(b.contract_id)`.as('account'),
      sql<Custody>`json_build_object('open', custody_open, 'taken', custody_in, 'used', custody_used,
        'refunded', custody_refunded, 'reversed', custody_reversed, 'close', custody_close)`.as('custody'),
    ])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, bank: bank && maskAccountsIn(bank), account: account && maskAccountsIn(account) }
}

export function linesOf(db: Db, id: number): Promise<BillInfoLine[]> {
  return db
    .selectFrom('bill_line')
    .select([
      'id as lineId',
      sql<BillLineKind>`kind`.as('kind'),
      'late',
      'base',
      'amount',
      'items',
      'contract_id as contractId',
      'contract_no as contractNo',
      sql<'share' | 'rent' | null>`mode`.as('mode'),
      'bp',
      'rent',
      'days',
    ])
    .where('bill_id', '=', id)
    .orderBy('id')
    .execute()
}

/** The time line, the oldest first, with what was said about the bill. */
export async function eventsOf(db: Db, id: number): Promise<BillEvent[]> {
  const words = Object.entries(remarkEvents).map(([kind, event]) => sql`when ${kind} then ${event}`)
  const { rows } = await sql<Omit<BillEvent, 'at'> & { at: Date }>`
    select e.id as "eventId", e.at, e.kind, m.name as "memberName", e.text, e.voucher_id as "voucherId"
    from (
      select id, at, kind, member_id, text, voucher_id from bill_event where bill_id = ${id}
      union all
      select id, at, case kind ${sql.join(words, sql` `)} end, member_id, text, null from bill_remark where bill_id = ${id}
    ) e left join member m on m.id = e.member_id
    order by e.at, e.id`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Which kind of line takes which funding `f` of its bill; the others have no orders, or refunds. */
const fundingOf: Partial<Record<BillLineKind, RawBuilder<SqlBool>>> = {
  onlineSale: sql`f.holder_school_id is null and f.amount > 0`,
  onlineRefund: sql`f.holder_school_id is null and f.amount < 0`,
  ownSale: sql`f.holder_school_id = f.school_id and f.amount > 0`,
  ownRefund: sql`f.holder_school_id = f.school_id and f.amount < 0`,
  otherSale: sql`f.holder_school_id <> f.school_id and f.amount > 0`,
  otherRefund: sql`f.holder_school_id <> f.school_id and f.amount < 0`,
  platformShare: sql`true`,
  schoolShare: sql`true`,
}

/** What stands in a line: course orders; recharges where cash is told of; refunds that the platform paid for the school. */
export interface LineItems {
  readonly of: 'course' | 'recharge' | 'refund'
  /** Ids and days of `order_funding`, or of refunds. */
  readonly found: RawBuilder<{ id: number; day: string }>
  /** How many, and what they come to in fen; of all of them as it was frozen with the bill. */
  readonly total: number
  readonly amount: number
}

/** Undefined: no line of the bill. */
export async function itemsOfLine(db: Db, bill: number, lineId: number): Promise<LineItems | undefined> {
  const line = await db
    .selectFrom('bill_line as l')
    .innerJoin('bill as b', 'b.id', 'l.bill_id')
    .select([
      sql<BillLineKind>`l.kind`.as('kind'),
      'l.late',
      'l.contract_id as contract',
      'l.items',
      'l.base',
      'l.amount as comesTo',
      'b.month',
    ])
    .where('l.id', '=', lineId)
    .where('l.bill_id', '=', bill)
    .executeTakeFirst()
  if (line === undefined) return undefined
  const { kind, late, contract, items: total, base, comesTo, month } = line
  const isShare = kind === 'platformShare' || kind === 'schoolShare'
  const amount = isShare ? base : comesTo
  if (kind === 'onBehalf') {
    const found = sql<{ id: number; day: string }>`select b.id, b.day from refund b
      where b.holder_bill_id = ${bill} and b.method = 'bankTransfer' and (b.day < ${month}::date) = ${late}`
    return { of: 'refund', found, total, amount }
  }
  if (kind === 'held') {
    const found = sql<{ id: number; day: string }>`select f.id, f.day from order_funding f
      where f.holder_bill_id = ${bill} and (f.day < ${month}::date) = ${late}`
    return { of: 'recharge', found, total, amount }
  }
  const found = sql<{ id: number; day: string }>`
    select f.id, f.day from order_funding f
    join contract c on c.id = ${contract} and f.contract_day between c.starts_on and c.ends_on
    where f.bill_id = ${bill} and ${fundingOf[kind] ?? sql`false`} and (${isShare} or (f.day < ${month}::date) = ${late})`
  return { of: 'course', found, total, amount }
}

/** Those among the items of a line that have this in their order's number or their student's name. */
export async function itemsLike(db: Db, { of, found }: LineItems, typed: string): Promise<LineItems> {
  const like = sql`(${found}) f join ${itemTable(of)} i on i.id = f.id ${ordersOfItems(of)}
    where ${matchesSearch(typed, ['d.no', 's.name'])}`
  const { rows } = await sql<{ total: number; amount: number }>`
    select count(*)::integer as total, coalesce(sum(i.amount), 0)::bigint as amount from ${like}`.execute(db)
  const { total, amount } = rows[0] ?? { total: 0, amount: 0 }
  return { of, found: sql`select f.id, f.day from ${like}`, total, amount }
}

const itemTable = (of: LineItems['of']) => sql.table(of === 'refund' ? 'refund' : 'order_funding')

/** Joins to items `i` their orders `d` and students `s`. */
const ordersOfItems = (of: LineItems['of']) => sql`
  join ${sql.table(of === 'course' ? 'course_order' : 'recharge_order')} d
    on d.id = ${sql.ref(of === 'course' ? 'i.course_order_id' : 'i.recharge_order_id')}
  join student s on s.id = d.student_id`

/** One page of a line, the newest first. */
export function pageOfLine(
  db: Db,
  items: LineItems,
  { pageNum, pageSize }: Pick<Paging, 'pageNum' | 'pageSize'>,
): Promise<BillItem[]> {
  return itemRows(db, items, sql`limit ${pageSize} offset ${pageNum * pageSize}`)
}

/** What comes after an item of a line in the same order, which its bill has fixed; from the first one where there is none. */
export function restOfLine(
  db: Db,
  items: LineItems,
  { last, most }: { last: BillItem | undefined; most: number },
): Promise<BillItem[]> {
  return itemRows(
    db,
    items,
    sql`limit ${most}`,
    last === undefined ? sql`true` : sql`(day, id) < (${last.day}::date, ${last.itemId})`,
  )
}

async function itemRows(
  db: Db,
  { of, found }: LineItems,
  limit: RawBuilder<unknown>,
  after: RawBuilder<unknown> = sql`true`,
): Promise<BillItem[]> {
  const orderKind = of === 'course' ? 'course' : 'recharge'
  const { rows } = await sql<BillItem>`
    select i.id as "itemId", ${orderKind}::text as "orderKind", d.id as "orderId", d.no as "orderNo", b.no as "refundNo",
      s.name as "studentName", o.name as "organName", i.day, i.amount
    from (
      select id, row_number() over (order by day desc, id desc) as place
      from (select * from (${found}) f where ${after} order by day desc, id desc ${limit}) page
    ) page
    join ${itemTable(of)} i on i.id = page.id
    ${ordersOfItems(of)}
    join organisation o on o.id = d.organ_id
    left join refund b on b.id = ${sql.ref(of === 'refund' ? 'i.id' : 'i.refund_id')}
    order by page.place`.execute(db)
  return rows
}
