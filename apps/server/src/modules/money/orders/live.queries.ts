import type { LiveEvents } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Where orders and refunds are, by their keys such as `course:12`. */
export async function liveRows(
  db: Db,
  keys: readonly string[],
): Promise<(LiveEvents['order'] & { organId: number })[]> {
  const { rows } = await sql<LiveEvents['order'] & { organId: number }>`
    with named as (select split_part(key, ':', 1) as kind, split_part(key, ':', 2)::bigint as id from unnest(${[...keys]}::text[]) key)
    select n.kind, n.id, o.student_id as "studentId", o.organ_id as "organId"
    from named n join recharge_order o on o.id = n.id where n.kind = 'recharge'
    union all
    select n.kind, n.id, o.student_id, o.organ_id from named n join course_order o on o.id = n.id where n.kind = 'course'
    union all
    select n.kind, n.id, o.student_id, o.organ_id from named n join refund o on o.id = n.id where n.kind = 'refund'`.execute(
    db,
  )
  return rows
}
