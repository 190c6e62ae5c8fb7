import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { differences } from '../../../platform/postgres/differences.ts'

const countedCheck: Check = {
  title: '工单数等于按机构、状态计数之和',
  wrong: differences(
    sql`select organ_id, state, block_of(id) as block, count(*)::integer as orders from work_order group by 1, 2, 3`,
    sql`select organ_id, state, block, orders from work_order_count where orders <> 0`,
  ),
}

const countedTogether: Check = {
  title: '全平台工单数等于各机构之和',
  wrong: differences(
    sql`select state, block, sum(orders)::integer as orders from work_order_count group by 1, 2 having sum(orders) <> 0`,
    sql`select state, block, sum(orders)::integer as orders from work_order_total group by 1, 2 having sum(orders) <> 0`,
  ),
}

const loadCheck: Check = {
  title: '每人未完结工单数等于其工单',
  wrong: differences(
    sql`select assignee_id as member_id, count(*)::integer as orders from work_order
      where assignee_id is not null and state not in ('done', 'closed') group by 1`,
    sql`select member_id, orders from staff_load where orders <> 0`,
  ),
}

/** How far the running clocks of an order are: {@link stepOf} of clock.rules.ts. */
const reachedStep = sql`(
  select coalesce(max(case when c.next_at is null then 150 when c.next_at = c.warn_at then 0
    when c.next_at = c.due_at then 80 else 100 end), 0)
  from work_order_clock c where c.order_id = w.id and c.due_at is not null)`

const reminders: Check = {
  title: '工单的关注事项与状态一致',
  wrong: differences(
    sql`select 'workOrder:' || w.id as subject, k.key, k.organ_id, k.member_id
      from (select w.*, ${reachedStep} as reached from work_order w) w
      join organisation o on o.id = w.organ_id
      cross join lateral (
        select 'toDispatch' as key, w.organ_id, null::bigint as member_id where w.state = 'pending'
        union all select 'toAccept', w.organ_id, w.assignee_id where w.state = 'assigned'
        union all select 'unavailable', w.organ_id, null where w.unavailable
        union all select 'toApprove', w.organ_id, null where w.state = 'review'
        union all select 'reraised', w.organ_id, null where w.state = 'review' and w.reraised_at is not null
        union all select 'dueSoon', w.organ_id, w.assignee_id where w.reached = 80
        union all select 'overdue', w.organ_id, null where w.reached >= 100
        union all select 'overdue', w.organ_id, null where w.source = 'plan' and w.due_at is not null
        union all select 'overdueLong', o.parent_id, null where w.reached = 150 and o.parent_id is not null
      ) k`,
    sql`select subject, key, organ_id, member_id from attention where subject like 'workOrder:%' and ends_at is null`,
  ),
}

export const countChecks: readonly Check[] = [countedCheck, countedTogether, loadCheck, reminders]

/** Orders by id after another, that have clocks. */
export async function ordersWithClocks(
  db: Db,
  after: number,
  most: number,
): Promise<{ id: number; room_id: number }[]> {
  return db
    .selectFrom('work_order')
    .select(['id', 'room_id'])
    .where('id', '>', after)
    .where('source', '<>', 'plan')
    .orderBy('id')
    .limit(most)
    .execute()
}
