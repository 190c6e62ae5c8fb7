import type { Paging, UsageRow } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type PartAfter, pageOf } from '../../platform/postgres/paging.ts'
import { type Days, ofSchool, usageOfDay } from './use.queries.ts'

/** Simulators that were used at the school on these days, and those that stand there unused, with the seconds of each. */
function found(scope: Scope, school: number, { first, last }: Days): RawBuilder<{ id: number }> {
  const whose = ofSchool(school)
  return sql`
    select coalesce(used.id, s.id) as id, coalesce(used.seconds, 0) as seconds
    from (
      select u.simulator_id as id, sum(u.seconds) as seconds
      from generate_series(${first}::date, ${last}::date, interval '1 day') d (day)
      join ${usageOfDay(sql`d.day::date`, scope, whose)} u on true
      group by u.simulator_id
    ) used
    full join (
      select s.id from simulator s where ${whose('s')} and ${scoped(scope, sql.ref('s.organ_id'))}
    ) s on s.id = used.id`
}

/** One page of a school's simulators by their use on these days, the most used first, and how many there are. */
export async function schoolUsePage(
  db: Db,
  scope: Scope,
  school: number,
  { first, last, ...paging }: Days & Paging,
): Promise<{ rows: UsageRow[]; total: number }> {
  const days = { first, last }
  const { ids, total } = await pageOf(db, found(scope, school, days), paging, sql`seconds desc, id`)
  const rows = await rowsOf(db, scope, school, { ...days, ids })
  const place = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ simulatorId }: UsageRow) => place.get(simulatorId) ?? 0
  return { rows: rows.toSorted((a, b) => placeOf(a) - placeOf(b)), total }
}

/** The next simulators after an id, for a file of any length. */
export async function schoolUseAfter(
  db: Db,
  scope: Scope,
  school: number,
  { first, last, after, most }: Days & PartAfter,
): Promise<UsageRow[]> {
  const days = { first, last }
  const { rows } = await sql<{ id: number }>`
    select id from (${found(scope, school, days)}) found where id > ${after} order by id limit ${most}`.execute(
    db,
  )
  return rowsOf(db, scope, school, { ...days, ids: rows.map(({ id }) => id) })
}

/** The ids as rows, by id. */
async function rowsOf(
  db: Db,
  scope: Scope,
  school: number,
  { first, last, ids }: Days & { ids: readonly number[] },
): Promise<UsageRow[]> {
  const whose = ofSchool(school)
  const { rows } = await sql<UsageRow>`
    select s.id as "simulatorId", s.name as "simulatorName", s.sn as "simulatorNum", s.car_num as "carNum",
      c.name as "classroomName",
      coalesce(sum(u.times), 0)::int as times,
      coalesce(sum(u.seconds), 0)::bigint as seconds,
      coalesce(sum(u.effective_seconds), 0)::bigint as "effectiveSeconds",
      (count(distinct u.student_id) filter (where u.student_id <> 0))::int as people
    from simulator s
    left join classroom c on c.id = s.room_id and ${whose('s')} and ${scoped(scope, sql.ref('s.organ_id'))}
    left join usage_day u on u.simulator_id = s.id and u.day between ${first}::date and ${last}::date
      and ${whose('u')} and ${scoped(scope, sql.ref('u.organ_id'))}
    where s.id = any(${ids}::bigint[])
    group by s.id, c.name
    order by s.id`.execute(db)
  return rows
}
