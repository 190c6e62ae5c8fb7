import { sql } from 'kysely'
import type { Check } from '../../platform/parts.ts'
import { different } from '../../platform/postgres/different.ts'

/** What orders submitted count as, by day. */
export const orderDays: Check = {
  title: '每日工单汇总等于工单',
  wrong: different(
    sql`select organ_id, business_day(submitted_at) as day, component_kind_id, fault_type_id, count(*)::integer as orders,
        (count(*) filter (where failure))::integer as failures,
        coalesce(sum(repair_seconds) filter (where failure), 0)::bigint as repair_seconds, sum(cost)::bigint as cost
      from work_order where submitted_at is not null group by 1, 2, 3, 4`,
    sql`select organ_id, day, component_kind_id, fault_type_id, orders, failures, repair_seconds, cost from work_order_day
      where (orders, failures, repair_seconds, cost) <> (0, 0, 0, 0)`,
  ),
}

/** What an order costs, as it was submitted. */
export const orderCosts: Check = {
  title: '工单费用等于服务费与配件之和',
  wrong: sql`
    select w.id, w.cost, w.service_fee + coalesce(p.parts, 0) as parts_and_fee from work_order w
    left join (
      select order_id, sum(quantity * price) as parts from work_order_part where not voided group by 1
    ) p on p.order_id = w.id
    where w.state in ('review', 'done') and w.cost <> w.service_fee + coalesce(p.parts, 0)`,
}
