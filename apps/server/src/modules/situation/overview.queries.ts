import type { BillDue, RechargeChannel, Situation } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'

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

/** Bills of the months, by their first days; months without a bill are left out. */
export async function billsByMonth(
  db: Db,
  selection: Selection,
  { first, last }: Days,
): Promise<Map<string, Situation['bills']>> {
  const { rows } = await sql<Situation['bills'] & { month: string }>`
    select b.month, count(*)::bigint as closed, sum(platform_share)::bigint as "platformShare",
      sum(school_share)::bigint as "schoolShare",
      coalesce(sum(-net) filter (where net < 0), 0)::bigint as receivable,
      coalesce(sum(-paid) filter (where net < 0), 0)::bigint as received,
      coalesce(sum(net) filter (where net > 0), 0)::bigint as payable,
      coalesce(sum(paid) filter (where net > 0), 0)::bigint as "paidOut"
    from bill b where b.month between ${first}::date and ${last}::date and ${chosen(selection, sql.ref('b.school_id'))}
    group by b.month`.execute(db)
  return new Map(rows.map(({ month, ...sums }) => [month, sums]))
}

/** What schools owe of bills, by how long it is past its day. */
export async function ageingOf(db: Db, selection: Selection): Promise<Situation['ageing']> {
  const { rows } = await sql<{ due: BillDue; bills: number; amount: number }>`
    select case when late <= 0 then 'notDue' when late <= 30 then 'late30' when late <= 60 then 'late60'
        when late <= 90 then 'late90' else 'later' end as due,
      count(*)::bigint as bills, sum(owed)::bigint as amount
    from (
      select business_day(now()) - b.due_on as late, b.paid - b.net as owed from bill b
      where b.state <> 'settled' and b.net < 0 and b.paid <> b.net and ${chosen(selection, sql.ref('b.school_id'))}
    ) open group by 1`.execute(db)
  return rows
}

/** What accounts and contracts say now; fen. */
export const standing = (
  db: Db,
  selection: Selection,
): Promise<Omit<Situation['now'], 'overdue'> & { schools: number }> =>
  only(
    db,
    sql<Omit<Situation['now'], 'overdue'> & { schools: number }>`
      with school as materialized (
        select o.id from organisation o where o.type = 'school' and ${chosen(selection, sql.ref('o.id'))}
      )
      select (select count(*) from school)::bigint as schools,
        (select coalesce(-sum(a.amount), 0) from account_sum a
          where a.account = 'student_cash' and a.school_id in (select id from school))::bigint as balance,
        (select coalesce(sum(a.amount), 0) from account_sum a
          where a.account = 'custody' and a.school_id in (select id from school))::bigint as custody,
        (select coalesce(sum(c.offline_cap), 0) from contract c
          where c.school_id in (select id from school) and c.voided_at is null
            and business_day(now()) between c.starts_on and c.ends_on)::bigint as "offlineCap",
        (select coalesce(sum(n.untrained), 0) from order_count n
          where n.kind = 'course' and n.untrained <> 0 and ${chosen(selection, sql.ref('n.organ_id'))})::bigint as untrained`,
  )

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
): Promise<Situation['channels']> {
  const { rows } = await sql<{ channel: RechargeChannel; orders: number; amount: number }>`
    select n.channel, sum(n.orders)::bigint as orders, sum(n.amount)::bigint as amount from order_month n
    where n.kind = 'recharge' and n.month = ${month}::date and n.state in ('paid', 'partlyRefunded', 'refunded')
      and ${chosen(selection, sql.ref('n.organ_id'))}
    group by 1 having sum(n.orders) > 0 order by 3 desc, 1`.execute(db)
  return rows
}

/** 手续费 that the channels charged for the days and that was posted: a day's file is only settled after it. */
export const feeOf = async (db: Db, { first, last }: Days): Promise<number> => {
  const { fee } = await only(
    db,
    sql<{ fee: number }>`
      select coalesce(sum(fee_posted), 0)::bigint as fee from channel_statement
      where bill_date between ${first}::date and ${last}::date`,
  )
  return fee
}
