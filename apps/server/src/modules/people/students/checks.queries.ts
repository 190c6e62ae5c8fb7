import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

export const studentMinutes: Check = {
  title: '学员的剩余时长与其学籍一致',
  since: 'student_minutes',
  wrong: differences(
    sql`select student_id, school_id, sum(remaining_minutes)::bigint as minutes from enrolment
      group by 1, 2 having sum(remaining_minutes) <> 0`,
    sql`select student_id, school_id, minutes::bigint as minutes from student_minutes where minutes <> 0`,
  ),
}

/** Of those with sessions that are not archived: of others nothing tells when they trained. */
export const studentTrained: Check = {
  title: '学员的最近训练与训练记录一致',
  since: 'student_trained',
  wrong: sql`select t.student_id, t.last_at as "实为", k.at as "应为"
    from student_trained t
    cross join lateral (
      select record_time(max(k.record_id)) as at from training_session_key k where k.student_id = t.student_id
    ) k
    where k.at is not null and t.last_at is distinct from k.at`,
}

export const studentCounts: Check = {
  title: '各驾校各状态的学员数与学员一致',
  wrong: differences(
    sql`select school_id, gear_type, state, block_of(id) as block, count(*) as students
      from student group by 1, 2, 3, 4`,
    sql`select school_id, gear_type, state, block, students from student_count where students <> 0`,
  ),
}
