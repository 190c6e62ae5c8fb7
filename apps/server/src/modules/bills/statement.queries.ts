import type { BillEvent, BillInfoLine, BillItem, BillLineKind, Custody, Paging } from '@drivesim/contract'
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BillEvent as EventTable } from '../../generated/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'

export async function insertEvent(db: Db, row: Insertable<EventTable>): Promise<void> {
  await db.insertInto('bill_event').values(row).execute()
}

/** What a statement says beside the row of its bill. */
export function statementOf(db: Db, id: number) {
  return db
    .selectFrom('bill as b')
    .leftJoin('contract as c', 'c.id', 'b.contract_id')
    .select([
      sql<string>`b.digest`.as('digest'),
      'b.invoice_no as invoiceNo',
      'b.invoice_on as invoiceOn',
      'c.bank',
      sql<Custody>`json_build_object('open', custody_open, 'taken', custody_in, 'used', custody_used,
        'refunded', custody_refunded, 'reversed', custody_reversed, 'close', custody_close)`.as('custody'),
    ])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow()
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

/** The time line, the oldest first. */
export async function eventsOf(db: Db, id: number): Promise<BillEvent[]> {
  const rows = await db
    .selectFrom('bill_event as e')
    .leftJoin('member as m', 'm.id', 'e.member_id')
    .select([
      'e.id as eventId',
      'e.at',
      sql<BillEvent['kind']>`e.kind`.as('kind'),
      'm.name as memberName',
      'e.text',
      'e.order_no as orderNo',
      'e.voucher_id as voucherId',
    ])
    .where('e.bill_id', '=', id)
    .orderBy('e.id')
    .execute()
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

/** What stands in a line, the newest first: course orders; recharges where cash is told of. Undefined: no line of the bill. */
export async function itemsOfLine(
  db: Db,
  bill: number,
  lineId: number,
  paging: Paging,
): Promise<{ rows: BillItem[]; total: number } | undefined> {
  const line = await db
    .selectFrom('bill_line as l')
    .innerJoin('bill as b', 'b.id', 'l.bill_id')
    .select([
      sql<BillLineKind>`l.kind`.as('kind'),
      'l.late',
      'l.contract_id as contract',
      'l.items',
      'b.month',
    ])
    .where('l.id', '=', lineId)
    .where('l.bill_id', '=', bill)
    .executeTakeFirst()
  if (line === undefined) return undefined
  const { kind, late, contract, items: total, month } = line
  if (kind === 'onBehalf') return { total, rows: await refundsOfLine(db, { bill, late, month }, paging) }
  if (kind === 'held') {
    const found = sql<{ id: number }>`select f.id, f.day from order_funding f
      where f.holder_bill_id = ${bill} and (f.day < ${month}::date) = ${late}`
    return { total, rows: await fundingRows(db, 'recharge', found, paging) }
  }
  const condition = fundingOf[kind]
  if (condition === undefined) return { rows: [], total: 0 }
  const isShare = kind === 'platformShare' || kind === 'schoolShare'
  const found = sql<{ id: number }>`
    select f.id, f.day from order_funding f
    join contract c on c.id = ${contract} and f.contract_day between c.starts_on and c.ends_on
    where f.bill_id = ${bill} and ${condition} and (${isShare} or (f.day < ${month}::date) = ${late})`
  return { total, rows: await fundingRows(db, 'course', found, paging) }
}

/** One page of `found`, the newest first; the bill's line says how many rows there are. */
const pageOfLine = (found: RawBuilder<{ id: number }>, { pageNum, pageSize }: Paging) => sql`
  select id, row_number() over (order by day desc, id desc) as place
  from (select * from (${found}) f order by day desc, id desc limit ${pageSize} offset ${pageNum * pageSize}) page`

async function fundingRows(
  db: Db,
  orderKind: BillItem['orderKind'],
  found: RawBuilder<{ id: number }>,
  paging: Paging,
): Promise<BillItem[]> {
  const { rows } = await sql<BillItem>`
    select f.id as "itemId", ${orderKind}::text as "orderKind", d.id as "orderId", d.no as "orderNo", b.no as "refundNo",
      s.name as "studentName", o.name as "organName", f.day, f.amount
    from (${pageOfLine(found, paging)}) page
    join order_funding f on f.id = page.id
    join ${sql.table(orderKind === 'course' ? 'course_order' : 'recharge_order')} d
      on d.id = ${sql.ref(orderKind === 'course' ? 'f.course_order_id' : 'f.recharge_order_id')}
    join student s on s.id = d.student_id
    join organisation o on o.id = d.organ_id
    left join refund b on b.id = f.refund_id
    order by page.place`.execute(db)
  return rows
}

async function refundsOfLine(
  db: Db,
  { bill, late, month }: { bill: number; late: boolean; month: string },
  paging: Paging,
): Promise<BillItem[]> {
  const found = sql<{ id: number }>`select b.id, b.day from refund b
    where b.holder_bill_id = ${bill} and b.method = 'bankTransfer' and (b.day < ${month}::date) = ${late}`
  const { rows } = await sql<BillItem>`
    select b.id as "itemId", 'recharge' as "orderKind", d.id as "orderId", d.no as "orderNo", b.no as "refundNo",
      s.name as "studentName", o.name as "organName", b.day, b.amount
    from (${pageOfLine(found, paging)}) page
    join refund b on b.id = page.id
    join recharge_order d on d.id = b.recharge_order_id
    join student s on s.id = d.student_id
    join organisation o on o.id = d.organ_id
    order by page.place`.execute(db)
  return rows
}
