import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

export const operationCounts: Check = {
  title: '每人的操作次数与操作日志一致',
  wrong: differences(
    sql`select member_id, block_of(id) as block, count(*) as entries from operation_log group by 1, 2`,
    sql`select member_id, block, entries from operation_log_count`,
  ),
}

export const eventCounts: Check = {
  title: '每天的安全事件数与安全日志一致',
  since: 'security_event_count',
  wrong: differences(
    sql`select business_day(at) as day, kind, succeeded, count(*) as events from security_event group by 1, 2, 3`,
    sql`select day, kind, succeeded, sum(events) as events from security_event_count group by 1, 2, 3 having sum(events) <> 0`,
  ),
}
