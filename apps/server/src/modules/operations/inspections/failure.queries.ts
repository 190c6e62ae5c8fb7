import type { WorkOrderPriority } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What planned orders are sorted under: nothing is broken, and what it comes to is fixed. */
export async function planTypes(
  db: Db,
): Promise<{ componentKindId: number; faultTypeId: number; dealResultId: number }> {
  return db
    .selectFrom('fault_type as t')
    .innerJoin('deal_result as r', join => join.on('r.mark', '=', 'maintained'))
    .select(['t.component_kind_id as componentKindId', 't.id as faultTypeId', 'r.id as dealResultId'])
    .where('t.mark', '=', 'unclassified')
    .executeTakeFirstOrThrow()
}

/** The points that failed of planned orders submitted within a month, which have no order yet. */
const newFailures = sql`
  select w.id as order_id, w.organ_id, s.id as simulator_id, s.room_id, item ->> 'key' as item_key, item ->> 'text' as text,
    t.id as fault_type_id, t.component_kind_id, t.severity, a.value ->> 'value' as found
  from work_order w
  join work_order_device d on d.order_id = w.id
  join simulator s on s.id = d.simulator_id
  cross join lateral jsonb_array_elements(w.checklist) item
  join fault_type t on t.id = (item ->> 'onFailTypeId')::bigint
  join lateral jsonb_array_elements(d.answers) a (value) on a.value ->> 'key' = item ->> 'key'
  where w.plan_id is not null and w.state in ('review', 'done') and w.submitted_at > now() - interval '31 days'
    and d.result <> 'skip'
    and case item ->> 'kind'
      when 'passFail' then a.value ->> 'value' = 'fail'
      when 'number' then jsonb_typeof(a.value -> 'value') = 'number'
        and ((a.value ->> 'value')::numeric < (item ->> 'min')::numeric or (a.value ->> 'value')::numeric > (item ->> 'max')::numeric)
      else false end
    and not exists (
      select from checklist_failure known
      where known.order_id = w.id and known.simulator_id = d.simulator_id and known.item_key = item ->> 'key')`

export async function hasNewFailures(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${newFailures}) as found`.execute(db)
  return rows[0]?.found ?? false
}

export interface Failure {
  readonly parentId: number
  readonly organId: number
  readonly roomId: number
  readonly simulatorId: number
  readonly componentKindId: number
  readonly faultTypeId: number
  readonly priority: WorkOrderPriority
  readonly description: string
}

/** Takes them: whoever notes one first has it. */
export async function takeFailures(db: Db): Promise<Failure[]> {
  const { rows } = await sql<Failure>`
    with found as materialized (${newFailures}),
    taken as (
      insert into checklist_failure (order_id, simulator_id, item_key)
      select order_id, simulator_id, item_key from found order by 1, 2, 3
      on conflict do nothing returning order_id, simulator_id, item_key
    )
    select f.order_id as "parentId", f.organ_id as "organId", f.room_id as "roomId", f.simulator_id as "simulatorId",
      f.component_kind_id as "componentKindId", f.fault_type_id as "faultTypeId",
      case f.severity when 'critical' then 'urgent' when 'major' then 'normal' else 'low' end as priority,
      f.text || case when f.found = 'fail' then '：不通过' else '：' || f.found end as description
    from found f join taken using (order_id, simulator_id, item_key) order by 1, 4, f.item_key`.execute(db)
  return rows
}
