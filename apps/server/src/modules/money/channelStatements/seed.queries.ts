import { sql } from 'kysely'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** A statement whose fee is to be posted, when it was read. */
interface ReconciledDay {
  readonly id: number
  readonly channel: PayChannel
  readonly day: string
  readonly fee: number
  readonly at: Date
}

/** A statement for each channel and day before this one on which money moved; they agree. @returns those with a fee */
export async function insertReconciled(
  db: Db,
  before: string,
  { wechat, alipay }: { wechat: string; alipay: string },
): Promise<ReconciledDay[]> {
  await sql`
    create temporary table moved on commit drop as
    select m.*, business_day(at) as day, round(amount * 0.006)::bigint * 1000 * sign as fee from (
      select o.channel, 'payment' as kind, o.no, o.no as order_no, coalesce(o.channel_no, o.no) as channel_no, o.paid_at as at,
        o.amount, o.id as order_id, null::bigint as refund_id, 1 as sign
      from recharge_order o where o.simulated and o.paid_at is not null and o.reversed_at is null
      union all
      select o.channel, 'refund', f.no, o.no, coalesce(o.channel_no, o.no), coalesce(f.accepted_at, f.done_at), f.amount, o.id, f.id, -1
      from refund f join recharge_order o on o.id = f.recharge_order_id
      where o.simulated and f.method = 'original' and f.state = 'refunded'
    ) m where business_day(at) < ${before}::date`.execute(db)
  await sql`
    insert into channel_statement (channel, merchant, bill_date, version, sha256, simulated, paid, refunded, fee, matched,
      amount_differs, local_only, channel_only, state, fee_posted, balanced_at, created_at)
    select channel, case channel when 'wechat' then ${wechat}::text else ${alipay} end, day, 1,
      sha256(convert_to(channel || day, 'UTF8')), true,
      coalesce(sum(amount) filter (where kind = 'payment'), 0), coalesce(sum(amount) filter (where kind = 'refund'), 0),
      sum(fee) / 1000, count(*), 0, 0, 0, 'balanced', sum(fee) / 1000,
      (day + 1 + time '10:20') at time zone 'Asia/Shanghai', (day + 1 + time '10:20') at time zone 'Asia/Shanghai'
    from moved group by channel, day order by day, channel`.execute(db)
  await sql`
    insert into channel_line (statement_id, kind, no, order_no, channel_no, at, amount, local_amount, fee, outcome,
      recharge_order_id, refund_id)
    select s.id, m.kind, m.no, m.order_no, m.channel_no, m.at, m.amount, m.amount, m.fee, 'matched', m.order_id, m.refund_id
    from moved m join channel_statement s on s.channel = m.channel and s.bill_date = m.day order by m.at`.execute(
    db,
  )
  const { rows } = await sql<ReconciledDay>`
    select id, channel, bill_date as day, fee_posted as fee, created_at as at
    from channel_statement where fee_posted <> 0 order by id`.execute(db)
  return rows
}
