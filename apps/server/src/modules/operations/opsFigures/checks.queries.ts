import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'
import { countsAs } from '../workOrders/counts.service.ts'

/** What orders submitted count as, by day. */
export const orderDays: Check = {
  title: '每日工单汇总等于工单',
  wrong: differences(
    sql`select organ_id, business_day(submitted_at) as day, component_kind_id, fault_type_id, count(*)::integer as orders,
        (count(*) filter (where failure))::integer as failures,
        coalesce(sum(repair_seconds) filter (where failure), 0)::bigint as repair_seconds, sum(cost)::bigint as cost
      from work_order where submitted_at is not null group by 1, 2, 3, 4`,
    sql`select organ_id, day, component_kind_id, fault_type_id, orders, failures, repair_seconds, cost from work_order_day
      where (orders, failures, repair_seconds, cost) <> (0, 0, 0, 0)`,
  ),
}

/** What each order counts as, as the lists behind the figures have it, whatever is settled only later. */
export const orderOutcomes: Check = {
  title: '每张已提交工单的及时与返修结果等于其事实',
  wrong: differences(
    sql`select w.id, w.organ_id, business_day(w.submitted_at) as day, ${countsAs('timed')} as timed,
        ${countsAs('onTime')} as on_time, w.state = 'done' and w.plan_id is null as settled,
        (w.state = 'done' and w.plan_id is null and ${countsAs('reworked')}) as reworked
      from work_order w where w.submitted_at is not null`,
    sql`select order_id, organ_id, day, timed, on_time, settled, reworked from work_order_outcome`,
  ),
}

/** What orders come to by organisation and day. */
export const operationsDays: Check = {
  title: '各机构每日运维指标等于工单',
  wrong: differences(
    sql`select organ_id, day, sum(opened)::integer as opened, sum(submitted)::integer as submitted,
        sum(failures)::integer as failures, sum(seconds)::bigint as repair_seconds, sum(cost)::bigint as cost,
        sum(timed)::integer as timed, sum(on_time)::integer as on_time, sum(settled)::integer as settled,
        sum(reworked)::integer as reworked
      from (
        select organ_id, business_day(opened_at) as day, 1 as opened, 0 as submitted, 0 as failures, 0 as seconds, 0 as cost,
          0 as timed, 0 as on_time, 0 as settled, 0 as reworked
        from work_order
        union all
        select w.organ_id, business_day(w.submitted_at), 0, 1, w.failure::integer, w.failure::integer * w.repair_seconds, w.cost,
          o.timed::integer, o.on_time::integer, o.settled::integer, o.reworked::integer
        from work_order w join work_order_outcome o on o.order_id = w.id where w.submitted_at is not null
      ) facts group by 1, 2`,
    sql`select organ_id, day, opened, submitted, failures, repair_seconds, cost, timed, on_time, settled, reworked
      from operations_day
      where (opened, submitted, failures, repair_seconds, cost, timed, on_time, settled, reworked) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  ),
}

export const operationsMonths: Check = {
  title: '各机构每月运维指标等于每日之和',
  wrong: differences(
    sql`select organ_id, date_trunc('month', day::timestamp)::date as month, sum(opened)::integer as opened,
        sum(submitted)::integer as submitted, sum(failures)::integer as failures, sum(repair_seconds)::bigint as repair_seconds,
        sum(cost)::bigint as cost, sum(timed)::integer as timed, sum(on_time)::integer as on_time,
        sum(settled)::integer as settled, sum(reworked)::integer as reworked
      from operations_day group by 1, 2
      having (sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost), sum(timed), sum(on_time), sum(settled),
        sum(reworked)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    sql`select organ_id, month, opened, submitted, failures, repair_seconds, cost, timed, on_time, settled, reworked
      from operations_month
      where (opened, submitted, failures, repair_seconds, cost, timed, on_time, settled, reworked) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  ),
}

export const orderMonths: Check = {
  title: '每月工单汇总等于每日之和',
  wrong: differences(
    sql`select organ_id, date_trunc('month', day::timestamp)::date as month, component_kind_id, fault_type_id,
        sum(failures)::integer as failures, sum(cost)::bigint as cost
      from work_order_day group by 1, 2, 3, 4 having (sum(failures), sum(cost)) <> (0, 0)`,
    sql`select organ_id, month, component_kind_id, fault_type_id, failures, cost from work_order_month
      where (failures, cost) <> (0, 0)`,
  ),
}

const daysOf = (table: string) => sql`
  select day, sum(opened)::integer as opened, sum(submitted)::integer as submitted, sum(failures)::integer as failures,
    sum(repair_seconds)::bigint as repair_seconds, sum(cost)::bigint as cost, sum(timed)::integer as timed,
    sum(on_time)::integer as on_time, sum(settled)::integer as settled, sum(reworked)::integer as reworked
  from ${sql.table(table)} group by 1
  having (sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost), sum(timed), sum(on_time), sum(settled),
    sum(reworked)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)`

/** What all organisations come to together. */
export const operationsTotals: Check = {
  title: '全平台每日运维指标等于各机构之和',
  wrong: differences(daysOf('operations_day'), daysOf('operations_total')),
}

const failuresOf = (table: string) => sql`
  select day, component_kind_id, fault_type_id, sum(failures)::integer as failures, sum(cost)::bigint as cost
  from ${sql.table(table)} group by 1, 2, 3 having (sum(failures), sum(cost)) <> (0, 0)`

export const failureTotals: Check = {
  title: '全平台每日故障汇总等于各机构之和',
  wrong: differences(failuresOf('work_order_day'), failuresOf('failure_total')),
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
