import type { BillEvent, BillOrder, BillRemark, RemarkKind } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { matchesSearch } from '../../../platform/postgres/search.ts'

type Named = Pick<BillOrder, 'orderKind' | 'orderId'>

interface NewRemark {
  readonly billId: number
  readonly kind: RemarkKind
  readonly bySchool: boolean
  readonly memberId: number
  readonly text: string | null
  readonly orders: readonly Named[]
}

/** @returns its id */
export async function insertRemark(
  db: Db,
  { billId, kind, bySchool, memberId, text, orders }: NewRemark,
): Promise<number> {
  const row = { bill_id: billId, kind, by_school: bySchool, member_id: memberId, text }
  const { id } = await db.insertInto('bill_remark').values(row).returning('id').executeTakeFirstOrThrow()
  if (orders.length > 0) {
    const named = orders.map(({ orderKind, orderId }) => ({
      remark_id: id,
      course_order_id: orderKind === 'course' ? orderId : null,
      recharge_order_id: orderKind === 'recharge' ? orderId : null,
    }))
    await db.insertInto('bill_remark_order').values(named).execute()
  }
  return id
}

/** What a bill's thread has as entries of its time line, each under the word of its act. */
export const remarkEvents: Readonly<Record<RemarkKind, BillEvent['kind']>> = {
  objection: 'objected',
  message: 'remarked',
  answer: 'answered',
  withdrawal: 'withdrawn',
}

type Entry = Omit<BillRemark, 'organName' | 'orders'> & { readonly orders: readonly Named[] }

/** The thread of a bill, the oldest first; of its orders only which they are. */
export async function remarksOf(db: Db, billId: number): Promise<Entry[]> {
  const { rows } = await sql<Omit<Entry, 'at'> & { at: Date }>`
    select r.id as "remarkId", r.at, r.kind, r.by_school as "bySchool", m.name as "memberName", r.text,
      (select coalesce(json_agg(json_build_object(
          'orderKind', case when o.course_order_id is null then 'recharge' else 'course' end,
          'orderId', coalesce(o.course_order_id, o.recharge_order_id))), '[]')
        from bill_remark_order o where o.remark_id = r.id) as orders,
      (select coalesce(json_agg(json_build_object('attachmentId', a.id, 'name', a.name, 'bytes', a.bytes) order by a.id), '[]')
        from bill_attachment a where a.remark_id = r.id) as attachments
    from bill_remark r left join member m on m.id = r.member_id
    where r.bill_id = ${billId} order by r.id`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** What the platform is called. */
export async function platformName(db: Db): Promise<string> {
  const { name } = await db
    .selectFrom('organisation')
    .select('name')
    .where('type', '=', 'platform')
    .executeTakeFirstOrThrow()
  return name
}

interface Which {
  /** Of the course order `o`, and its student `s`. */
  readonly course: RawBuilder<SqlBool>
  /** Of the recharge `o`, and its student `s`. */
  readonly recharge: RawBuilder<SqlBool>
}

const joinRecharge = sql`join recharge_order o on o.id = i.recharge_order_id join student s on s.id = o.student_id`

/** What stands in the lines of a bill that have orders, without the shares, which have the same ones again. */
const itemsOf = (billId: number, { course, recharge }: Which) => sql`
  select 'course' as kind, o.id, o.no, s.name, case when i.holder_school_id is null then 'online'
      when i.holder_school_id = i.school_id then 'own' else 'other' end
      || case when i.amount < 0 then 'Refund' else 'Sale' end as line, i.contract_day, i.day, i.amount
    from order_funding i join course_order o on o.id = i.course_order_id join student s on s.id = o.student_id
    where i.bill_id = ${billId} and ${course}
  union all
  select 'recharge', o.id, o.no, s.name, 'held', null, i.day, i.amount
    from order_funding i ${joinRecharge} where i.holder_bill_id = ${billId} and ${recharge}
  union all
  select 'recharge', o.id, o.no, s.name, 'onBehalf', null, i.day, i.amount
    from refund i ${joinRecharge} where i.holder_bill_id = ${billId} and i.method = 'bankTransfer' and ${recharge}`

async function ordersOf(
  db: Db,
  billId: number,
  which: Which,
  most: RawBuilder<unknown> = sql``,
): Promise<BillOrder[]> {
  const { rows } = await sql<BillOrder>`
    select i.kind as "orderKind", i.id as "orderId", i.no as "orderNo", i.name as "studentName",
      max(i.day) as day, sum(i.amount)::bigint as amount,
      coalesce(-sum(i.amount) filter (where i.amount < 0), 0)::bigint as refunded, min(l.id) as "lineId"
    from (${itemsOf(billId, which)}) i
    join bill b on b.id = ${billId}
    join bill_line l on l.bill_id = b.id and l.kind = i.line and l.late = (i.day < b.month) and (l.contract_id is null
      or exists (select from contract t where t.id = l.contract_id and i.contract_day between t.starts_on and t.ends_on))
    group by 1, 2, 3, 4 order by 5 desc, 1, 2 desc ${most}`.execute(db)
  return rows
}

/** Of these the ones that stand in the bill. */
export function namedOrders(db: Db, billId: number, named: readonly Named[]): Promise<BillOrder[]> {
  const among = (kind: Named['orderKind']) => {
    const ids = named.flatMap(({ orderKind, orderId }) => (orderKind === kind ? [orderId] : []))
    return sql<SqlBool>`o.id = any(${ids}::bigint[])`
  }
  if (named.length === 0) return Promise.resolve([])
  return ordersOf(db, billId, { course: among('course'), recharge: among('recharge') })
}

/** The newest orders of a bill with this in their number or their student's name. */
export function findOrders(db: Db, billId: number, typed: string, most: number): Promise<BillOrder[]> {
  const which = matchesSearch(typed, ['o.no', 's.name'])
  return ordersOf(db, billId, { course: which, recharge: which }, sql`limit ${most}`)
}
