import {
  actsOf,
  type ChannelLine,
  type channelStatements,
  type LineAct,
  type LineKind,
  type LineOutcome,
  type LineResolution,
  type Paging,
  type ParsedOf,
} from '@drivesim/contract'
import { sql } from 'kysely'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export type LineFilter = Omit<ParsedOf<typeof channelStatements.lines>, keyof Paging>

/** What can be done about a line follows from what its order is now. */
const about = sql`
  channel_line l
  join channel_statement s on s.id = l.statement_id
  left join recharge_order o on o.id = coalesce(l.made_order_id, l.recharge_order_id,
    (select id from recharge_order where no = l.order_no and channel = s.channel and simulated = s.simulated))
  left join student t on t.id = o.student_id
  left join member m on m.id = l.resolved_by`

const payable = sql<boolean>`coalesce(o.paid_at is null and o.amount = l.amount and o.no = l.no, false)`
const reversible = sql<boolean>`coalesce(o.state = 'paid' and o.cash_left = o.amount, false)`

const columns = sql`
  l.id as "lineId", l.kind, l.no, l.channel_no as "channelNo", l.at, l.amount, l.local_amount as "localAmount", l.fee, l.raw,
  l.outcome, l.resolution, l.reason, m.name as "resolvedBy", l.resolved_at as "resolvedAt", o.id as "orderId",
  t.name as "studentName", ${payable} as payable, ${reversible} as reversible`

interface Row extends Omit<ChannelLine, 'at' | 'resolvedAt' | 'acts' | 'askable'> {
  readonly at: Date | null
  readonly resolvedAt: Date | null
  readonly payable: boolean
  readonly reversible: boolean
}

const toLine = ({ payable, reversible, at, resolvedAt, ...row }: Row): ChannelLine => ({
  ...row,
  at: at?.toISOString() ?? null,
  resolvedAt: resolvedAt?.toISOString() ?? null,
  acts: actsOf({ ...row, payable, reversible }),
  askable: row.outcome === 'localOnly' && row.resolution === null,
})

const stages = {
  open: sql`l.outcome <> 'matched' and l.resolution is null`,
  suspended: sql`l.resolution = 'suspended'`,
  done: sql`l.resolution <> 'suspended'`,
} as const

function filteredLines({ statementId, outcome, stage, paramValue }: LineFilter) {
  const wanted = [
    sql`l.statement_id = ${statementId}`,
    ...(outcome === undefined ? [] : [sql`l.outcome = ${outcome}`]),
    ...(stage === undefined ? [] : [stages[stage]]),
    // Whole numbers: a part of one would have to be sought in a million.
    ...(paramValue === undefined
      ? []
      : [sql`(l.no = ${paramValue} or l.channel_no = ${paramValue} or l.order_no = ${paramValue})`]),
  ]
  return sql`channel_line l where ${sql.join(wanted, sql` and `)}`
}

/** A page of a statement's lines: differences first, then in the order of the file. */
export async function linePage(
  db: Db,
  filter: LineFilter,
  { pageNum, pageSize }: Paging,
): Promise<ListPage<ChannelLine>> {
  const found = filteredLines(filter)
  const { rows } = await sql<Row>`
    select ${columns} from ${about}
    where l.id in (select l.id from ${found} order by l.outcome = 'matched', l.id limit ${pageSize} offset ${pageNum * pageSize})
    order by l.outcome = 'matched', l.id`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from ${found}`.execute(db)
  return { rows: rows.map(toLine), total: counted.rows[0]?.total ?? 0, sum: undefined }
}

/** The next lines of a file. */
export async function linesAfter(
  db: Db,
  filter: LineFilter,
  { last, most }: { last: ChannelLine | undefined; most: number },
): Promise<ChannelLine[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${about}
    where l.id in (select l.id from ${filteredLines(filter)} and l.id > ${last?.lineId ?? 0} order by l.id limit ${most})
    order by l.id`.execute(db)
  return rows.map(toLine)
}

/** Where a line stands. */
export async function statementOfLine(db: Db, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('channel_line')
    .select('statement_id as statementId')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.statementId
}

export interface LockedLine {
  readonly id: number
  readonly kind: LineKind
  readonly no: string
  readonly orderNo: string
  readonly channelNo: string
  readonly at: Date | null
  readonly amount: number | null
  readonly localAmount: number | null
  readonly outcome: LineOutcome
  readonly resolution: LineResolution | null
  readonly orderId: number | null
  readonly payable: boolean
  readonly reversible: boolean
}

/** A line for a change; its statement is locked. */
export async function lockLine(db: Db, id: number): Promise<LockedLine | undefined> {
  await sql`select from channel_line where id = ${id} for no key update`.execute(db)
  const { rows } = await sql<LockedLine>`
    select l.id, l.kind, l.no, l.order_no as "orderNo", l.channel_no as "channelNo", l.at, l.amount,
      l.local_amount as "localAmount", l.outcome, l.resolution, o.id as "orderId",
      ${payable} as payable, ${reversible} as reversible
    from ${about} where l.id = ${id}`.execute(db)
  return rows[0]
}

const becomes: Readonly<Record<LineAct, LineResolution>> = {
  difference: 'difference',
  reverse: 'reversed',
  supplement: 'supplemented',
  suspend: 'suspended',
  claim: 'claimed',
  giveBack: 'givenBack',
  book: 'booked',
  note: 'noted',
}

/** Notes what was done about a line. */
export async function settleLine(
  db: Db,
  id: number,
  given: { act: LineAct | 'confirmed'; reason: string | null; memberId: number; madeOrderId: number | null },
): Promise<void> {
  await db
    .updateTable('channel_line')
    .set({
      resolution: given.act === 'confirmed' ? 'confirmed' : becomes[given.act],
      reason: given.reason,
      resolved_by: given.memberId,
      resolved_at: sql<Date>`now()`,
      made_order_id: given.madeOrderId,
    })
    .where('id', '=', id)
    .execute()
}

/** What to ask a channel about a line that only we have. */
export async function questionOf(db: Db, id: number) {
  const { rows } = await sql<{
    statementId: number
    channel: PayChannel
    simulated: boolean
    kind: LineKind
    no: string
    orderNo: string
    localAmount: number | null
    open: boolean
  }>`
    select l.statement_id as "statementId", s.channel, s.simulated, l.kind, l.no, l.order_no as "orderNo",
      l.local_amount as "localAmount",
      l.outcome = 'localOnly' and l.resolution is null and s.replaced_at is null as open
    from channel_line l join channel_statement s on s.id = l.statement_id where l.id = ${id}`.execute(db)
  return rows[0]
}
