import type { BoundSimulatorRow } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { matchesSearch } from '../../../platform/postgres/search.ts'
import type { Search } from './queries.ts'

type Filter = Search & { bound?: 'yes' | 'no' | undefined }

/** A simulator serves the configurations of the school where it stands; one that moved away serves none of the old one's. */
const serves = sql`
  from enrolment_config_simulator b join enrolment_config c on c.id = b.config_id
  where b.simulator_id = s.id and c.school_id = school_of(s.organ_id)`

/** Ids of the filtered simulators, without their order. */
function filteredBindings(db: Db, scope: Scope, { schoolId, paramValue, bound }: Filter) {
  return (
    db
      .selectFrom('simulator as s')
      .select('s.id')
      .where(scoped(scope, sql.ref('s.organ_id')))
      .$if(schoolId !== undefined, query => query.where(isBelow(sql.ref('s.organ_id'), schoolId ?? 0)))
      // Whether somebody else's school is served is not theirs to know.
      .$if(bound !== undefined, query =>
        query.where(
          sql<SqlBool>`exists (select ${serves} and ${scoped(scope, sql.ref('c.school_id'))}) = ${bound === 'yes'}`,
        ),
      )
      .where(matchesSearch(paramValue, ['s.name', 's.sn', 's.car_num']))
  )
}

/** The simulators with what they serve, the newest first. */
export const bindings = listByIds<Filter, BoundSimulatorRow>({
  found: ({ db, scope }, filter) => filteredBindings(db, scope, filter),
  rows: ({ db, scope }, ids) => rowsOf(db, scope, ids),
  idOf: row => row.simulatorId,
})

/** The simulators of the schools in the scope, to choose from. */
export async function simulatorsForAll(db: Db, scope: Scope, schoolId: number | undefined) {
  const found = await filteredBindings(db, scope, { schoolId }).execute()
  const rows = await rowsOf(
    db,
    scope,
    found.map(({ id }) => id),
  )
  return rows.reverse()
}

async function rowsOf(db: Db, scope: Scope, ids: readonly number[]): Promise<BoundSimulatorRow[]> {
  const { rows } = await sql<BoundSimulatorRow>`
    select s.id as "simulatorId", s.name as "simulatorName", s.sn as "simulatorNum", s.car_num as "carNum",
      school_of(s.organ_id) as "schoolId", o.name as "schoolName", r.name as "classroomName",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'coaches', array(
          select h.name from enrolment_config_coach bc join coach h on h.id = bc.coach_id
          where bc.config_id = c.id order by h.id
        )) order by c.id) ${serves} and ${scoped(scope, sql.ref('c.school_id'))}
      ), '[]') as configs
    from simulator s
    join organisation o on o.id = school_of(s.organ_id)
    left join classroom r on r.id = s.room_id
    where s.id = any(${ids}::bigint[])
    order by s.id desc`.execute(db)
  return rows
}
