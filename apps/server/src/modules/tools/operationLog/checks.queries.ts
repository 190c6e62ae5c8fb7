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
