import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

export const studentCounts: Check = {
  title: '各驾校各状态的学员数与学员一致',
  wrong: differences(
    sql`select school_id, gear_type, state, block_of(id) as block, count(*) as students
      from student group by 1, 2, 3, 4`,
    sql`select school_id, gear_type, state, block, students from student_count where students <> 0`,
  ),
}
