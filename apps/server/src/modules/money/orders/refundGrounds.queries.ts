import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { RefundGrounds } from './refundGrounds.rules.ts'

/** By the ids of refunds. What is counted is what `exceedsLimit` counted when each was asked for. */
export async function groundsOf(db: Db, ids: readonly number[]): Promise<RefundGrounds[]> {
  const { rows } = await sql<RefundGrounds>`
    select f.id as "refundId", c.cash_paid as "cashPaid", c.minutes as "boughtMinutes",
      coalesce(c.expires_on < business_day(f.created_at), false) as expired,
      (f.amount + others.sum)::bigint as sum, (1 + others.count)::integer as count, approval_limit_now() as "limit"
    from refund f left join course_order c on c.id = f.course_order_id
    cross join lateral (
      select coalesce(sum(g.amount), 0) as sum, count(*) as count from refund g
      where g.student_id = f.student_id and g.kind = f.kind and g.state <> 'rejected' and g.method <> 'reversal'
        and g.created_at > f.created_at - interval '30 days' and g.created_at <= f.created_at and g.id <> f.id) others
    where f.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}
