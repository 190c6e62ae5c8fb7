import { sql } from 'kysely'
import type { PayChannel, StatementRow } from '../../../platform/payments/gateway.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'

/** What went through a simulated channel on a day, as it would know it. */
export async function movedOn(db: Db, channel: PayChannel, day: string): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select 'payment' as kind, coalesce(o.channel_order_no, o.no) as "orderNo", null as "refundNo", coalesce(o.channel_no, o.no) as "channelNo",
      o.paid_at as at, o.amount
    from recharge_order o
    where o.channel = ${channel} and o.simulated and o.day = ${day}::date and o.paid_at is not null and o.reversed_at is null
    union all
    select 'refund', coalesce(o.channel_order_no, o.no), f.no, coalesce(o.channel_no, o.no), coalesce(f.accepted_at, f.done_at), f.amount
    from refund f join recharge_order o on o.id = f.recharge_order_id
    where f.method = 'original' and f.state in ('refunding', 'refunded') and o.channel = ${channel} and o.simulated
      and coalesce(f.accepted_at, f.done_at) >= ${beginningOf(day)}
      and coalesce(f.accepted_at, f.done_at) < ${beginningOf(day, 1)}
    order by at, "orderNo"`.execute(db)
  return rows
}
