import { type BillDue, endOfMonth, type FinanceOverview, type RechargeChannel } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Whose money is looked at: what of the scope lies below an organisation, itself included; all of it without one. */
export interface Selection {
  readonly scope: Scope
  readonly organId: number | undefined
}

/** Days, both of it. */
interface Days {
  readonly first: string
  readonly last: string
}

const chosen = ({ scope, organId }: Selection, organ: RawBuilder<number>) =>
  sql<SqlBool>`(${scoped(scope, organ)} and ${organId === undefined ? sql`true` : isBelow(organ, organId)})`

/** What a statement of one row says. */
async function only<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate gave no row')
  return row
}

/** Worked out once a statement, and not for each row. */
const today = sql`(select business_day(now()))`

/** Whether it is everything, of which totals are kept. */
const isAll = ({ scope, organId }: Selection) => scope.organisations === null && organId === undefined

/** Bills as they are added up by month. */
const billsOf = (selection: Selection) =>
  isAll(selection)
    ? sql`bill_total b`
    : sql`(
        select month, 1 as bills, platform_share, school_share, greatest(-net, 0) as receivable,
          greatest(-paid, 0) as received, greatest(net, 0) as payable, greatest(paid, 0) as paid_out
        from bill where ${chosen(selection, sql.ref('bill.school_id'))}
      ) b`

/** The bills of a month, given by its first day. */
export const billsOfMonth = (
  db: Db,
  selection: Selection,
  month: string,
): Promise<FinanceOverview['bills']> =>
  only(
    db,
    sql<FinanceOverview['bills']>`
      select coalesce(sum(bills), 0)::bigint as closed, coalesce(sum(platform_share), 0)::bigint as "platformShare",
        coalesce(sum(school_share), 0)::bigint as "schoolShare", coalesce(sum(receivable), 0)::bigint as receivable,
        coalesce(sum(received), 0)::bigint as received, coalesce(sum(payable), 0)::bigint as payable,
        coalesce(sum(paid_out), 0)::bigint as "paidOut"
      from ${billsOf(selection)} where b.month = ${month}::date`,
  )

/** 平台分成 of the months that have bills, by their first days. Each is added up by itself: of thousands of bills that takes half of grouping them. */
export async function sharesByMonth(
  db: Db,
  selection: Selection,
  { first, last }: Days,
): Promise<Map<string, number>> {
  const bills = isAll(selection)
    ? sql`bill_total b where true`
    : sql`bill b where ${chosen(selection, sql.ref('b.school_id'))}`
  const { rows } = await sql<{ month: string; share: number | null }>`
    select m::date as month, (
      select sum(b.platform_share) from ${bills} and b.month = m::date
    )::bigint as share
    from generate_series(${first}::date, ${last}::date, '1 month') m`.execute(db)
  return new Map(rows.flatMap(({ month, share }) => (share === null ? [] : [[month, share]])))
}

/** What schools owe of bills, or the platform owes them, by how long it is past its day. */
export async function ageingOf(
  db: Db,
  selection: Selection,
  owedBy: 'school' | 'platform',
): Promise<FinanceOverview['ageing']> {
  const side = owedBy === 'school' ? sql`b.net < 0` : sql`b.net > 0`
  const { rows } = await sql<{ due: BillDue; bills: number; amount: number }>`
    select case when late <= 0 then 'notDue' when late <= 30 then 'late30' when late <= 60 then 'late60'
        when late <= 90 then 'late90' else 'later' end as due,
      count(*)::bigint as bills, sum(owed)::bigint as amount
    from (
      select ${today} - b.due_on as late, abs(b.paid - b.net) as owed from bill b
      where b.state <> 'settled' and ${side} and b.paid <> b.net and ${chosen(selection, sql.ref('b.school_id'))}
    ) open group by 1`.execute(db)
  return rows
}

/** What accounts and contracts say now; fen. */
export function currentAmounts(
  db: Db,
  selection: Selection,
): Promise<Omit<FinanceOverview['now'], 'overdue'> & { schools: number }> {
  const counted = sql.table(isAll(selection) ? 'order_total' : 'order_month')
  const organ = isAll(selection) ? sql`true` : chosen(selection, sql.ref('n.organ_id'))
  return only(
    db,
    sql<Omit<FinanceOverview['now'], 'overdue'> & { schools: number }>`
      select (select count(*) from organisation o
          where o.type = 'school' and ${chosen(selection, sql.ref('o.id'))})::bigint as schools,
        (select coalesce(-sum(a.amount), 0) from account_sum a
          where a.account = 'student_cash' and ${chosen(selection, sql.ref('a.school_id'))})::bigint as balance,
        (select coalesce(sum(a.amount), 0) from account_sum a
          where a.account = 'custody' and ${chosen(selection, sql.ref('a.school_id'))})::bigint as custody,
        (select coalesce(sum(c.offline_cap), 0) from contract c
          where ${chosen(selection, sql.ref('c.school_id'))} and c.voided_at is null
            and ${today} between c.starts_on and c.ends_on)::bigint as "offlineCap",
        (select coalesce(sum(n.untrained), 0) from ${counted} n
          where n.kind = 'course' and n.untrained <> 0 and ${organ})::bigint as untrained`,
  )
}

/** Of a whole month: sales below the list price, and minutes that no order covers. */
export const salesOf = (
  db: Db,
  selection: Selection,
  { first, last }: Days,
): Promise<{ orders: number; amount: number; minutes: number }> =>
  only(
    db,
    sql<{ orders: number; amount: number; minutes: number }>`
      select (
          select coalesce(sum(m.minutes), 0) from minute_entry m
          where m.course_order_id is null and m.day between ${first}::date and ${last}::date
            and ${chosen(selection, sql.ref('m.school_id'))}
        )::bigint as minutes, coalesce(sum(b.orders), 0)::bigint as orders, coalesce(sum(b.amount), 0)::bigint as amount
      from below_list_month b where b.month = ${first}::date and ${chosen(selection, sql.ref('b.organ_id'))}`,
  )

/** Recharges that were paid in a month (given by its first day) and not taken back, by channel. */
export async function channelsOf(
  db: Db,
  selection: Selection,
  month: string,
): Promise<FinanceOverview['channels']> {
  const kept = isAll(selection)
    ? sql`order_total n where n.day between ${month}::date and ${endOfMonth(month)}::date`
    : sql`order_month n where n.month = ${month}::date and ${chosen(selection, sql.ref('n.organ_id'))}`
  const { rows } = await sql<{ channel: RechargeChannel; orders: number; amount: number }>`
    select n.channel, sum(n.orders)::bigint as orders, sum(n.amount)::bigint as amount
    from ${kept} and n.kind = 'recharge' and n.state in ('paid', 'partlyRefunded', 'refunded')
    group by 1 having sum(n.orders) > 0 order by 3 desc, 1`.execute(db)
  return rows
}

/** 手续费 that the channels charged for the days and that was posted: a day's file is only settled after it. Null: there is no file. */
export const feeOf = async (db: Db, { first, last }: Days): Promise<number | null> => {
  const { fee } = await only(
    db,
    sql<{ fee: number | null }>`
      select sum(fee_posted)::bigint as fee from channel_statement
      where bill_date between ${first}::date and ${last}::date`,
  )
  return fee
}
