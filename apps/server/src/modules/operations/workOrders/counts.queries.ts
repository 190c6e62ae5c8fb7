import type { WorkOrderCount } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { beginningOf } from '../../../platform/postgres/db.ts'

const repairClock = (which: RawBuilder<SqlBool>) => sql<SqlBool>`exists (
  select from work_order_clock c where c.order_id = w.id and c.clock = 'repair' and ${which})`

/** Done at least seven whole days ago, so that it is known whether the device broke again. */
const isSettled = sql<SqlBool>`(w.state = 'done' and w.plan_id is null
  and w.submitted_at < ${beginningOf(sql`business_day(now())`, -7)})`
const sentBack = sql`exists (select from work_order_event e where e.order_id = w.id and e.kind = 'sentBack')`
const brokeAgain = sql`exists (
  select from work_order n where n.simulator_id = w.simulator_id and n.component_kind_id = w.component_kind_id
    and n.id <> w.id and n.failure and n.occurred_at > w.submitted_at and n.occurred_at <= w.submitted_at + interval '7 days')`

/** Whether the repair of the order `w` did not hold, or was not accepted. */
export const isReworked = sql<SqlBool>`(${sentBack} or ${brokeAgain})`

/** Of the submitted order `w`: how 运维分析 counts it. */
export const countConditions: Readonly<Record<WorkOrderCount, RawBuilder<SqlBool>>> = {
  failure: sql`w.failure`,
  timed: repairClock(sql`true`),
  onTime: repairClock(sql`c.breached_at is null`),
  late: repairClock(sql`c.breached_at is not null`),
  settled: isSettled,
  fixedFirst: sql`(${isSettled} and not ${isReworked})`,
  notFixedFirst: sql`(${isSettled} and ${isReworked})`,
}

/** Whether the order `w` was opened so many hours ago. */
export function openedAgo({
  from,
  before,
}: {
  readonly from: number
  readonly before: number | null
}): RawBuilder<SqlBool> {
  const atLeast = sql<SqlBool>`w.opened_at <= now() - make_interval(hours => ${from})`
  return before === null
    ? atLeast
    : sql`(${atLeast} and w.opened_at > now() - make_interval(hours => ${before}))`
}
