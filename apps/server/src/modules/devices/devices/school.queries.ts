import type { UsageRow } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOneOf } from '../../../platform/postgres/search.ts'
import { type Days, ofSchool, usageOfDay } from './use.queries.ts'

/** Simulators that were used at the school on these days, and those that stand there unused, with the seconds of each. */
function found(scope: Scope, school: number, { first, last }: Days): RawBuilder<{ id: number }> {
  const isOfSchool = ofSchool(school)
  return sql`
    select coalesce(used.id, s.id) as id, coalesce(used.seconds, 0) as seconds
    from (
      select u.simulator_id as id, sum(u.seconds) as seconds
      from generate_series(${first}::date, ${last}::date, interval '1 day') d (day)
      join ${usageOfDay(sql`d.day::date`, scope, isOfSchool)} u on true
      group by u.simulator_id
    ) used
    full join (
      select s.id from simulator s where ${isOfSchool('s')} and ${scoped(scope, sql.ref('s.organ_id'))}
    ) s on s.id = used.id`
}

/** A school's simulators with their use on these days, the most used first, in a file by id. */
export const useBySimulator = (school: number, days: Days) =>
  listByIds<unknown, UsageRow>({
    found: ({ scope }) => found(scope, school, days),
    rows: ({ db, scope }, ids) => rowsOf(db, scope, school, { ...days, ids }),
    idOf: row => row.simulatorId,
    first: 'oldest',
    order: () => sql`seconds desc, id`,
  })

async function rowsOf(
  db: Db,
  scope: Scope,
  school: number,
  { first, last, ids }: Days & { ids: readonly number[] },
): Promise<UsageRow[]> {
  const isOfSchool = ofSchool(school)
  const { rows } = await sql<UsageRow>`
    select s.id as "simulatorId", s.name as "simulatorName", s.sn as "simulatorNum", s.car_num as "carNum",
      c.name as "classroomName",
      coalesce(sum(u.times), 0)::int as times,
      coalesce(sum(u.seconds), 0)::bigint as seconds,
      coalesce(sum(u.effective_seconds), 0)::bigint as "effectiveSeconds",
      (count(distinct u.student_id) filter (where u.student_id <> 0))::int as people
    from simulator s
    left join classroom c on c.id = s.room_id and ${isOfSchool('s')} and ${scoped(scope, sql.ref('s.organ_id'))}
    left join usage_day u on u.simulator_id = s.id and u.day between ${first}::date and ${last}::date
      and ${isOfSchool('u')} and ${scoped(scope, sql.ref('u.organ_id'))}
    where ${isOneOf('s.id', ids)}
    group by s.id, c.name`.execute(db)
  return rows
}
