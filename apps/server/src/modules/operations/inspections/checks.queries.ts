import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'
import { hasSessions } from '../../tools/archive/service.ts'

/** What plans by hours count from. */
export const meters: Check = {
  title: '设备累计时长等于训练记录之和',
  wrong: differences(
    sql`select simulator_id, sum(seconds)::bigint as seconds from (
        select simulator_id, seconds from training_session where ended_at is not null
        union all
        select simulator_id, seconds from usage_day where not ${hasSessions(sql`day`)}
      ) trained
      group by 1 having sum(seconds) > 0`,
    sql`select simulator_id, seconds from simulator_meter where seconds <> 0`,
  ),
}

/** Nobody goes twice for the same. */
export const plannedOnce: Check = {
  title: '同一计划在同一教室至多一张未完结工单',
  wrong: sql`
    select plan_id, room_id, count(*) as orders from work_order
    where plan_id is not null and state not in ('done', 'closed') group by 1, 2 having count(*) > 1`,
}
