import type { SchoolInfo, SetupStep, SimulatorState } from '@drivesim/contract'
import { sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

type Counts = Record<SimulatorState | Exclude<SetupStep, 'devices'> | 'students' | 'waiting', number>

/** What hangs on a school and its service points, counted. Simulators come from the kept counts. */
export async function readSchoolInfo(db: Db, scope: Scope, school: number): Promise<SchoolInfo> {
  const of = (organ: string) => sql`${isBelow(sql.ref(organ), school)} and ${scoped(scope, sql.ref(organ))}`
  const inState = (state: SimulatorState) =>
    sql`coalesce(sum(n.simulators) filter (where n.state_id = ${state}), 0)::bigint`
  const { rows } = await sql<Counts>`
    select
      ${inState('idle')} as idle, ${inState('training')} as training, ${inState('fault')} as fault,
      ${inState('offline')} as offline, ${inState('disabled')} as disabled,
      (select count(*) from student t where ${of('t.school_id')}) as students,
      (select count(*) from applicant a join enrolment_config e on e.id = a.config_id
        where a.state = 'waiting' and ${of('e.school_id')}) as waiting,
      (select count(*) from classroom c where c.enabled and ${of('c.organ_id')}) as classrooms,
      (select count(*) from member m where m.enabled and ${of('m.organ_id')}) as members,
      (select count(*) from school_course sc join course c on c.id = sc.course_id
        where c.enabled and ${of('sc.school_id')}) as courses,
      (select count(*) from contract k
        where k.voided_at is null and k.ends_on >= business_day(now()) and ${of('k.school_id')}) as contracts
    from simulator_count n where ${of('n.organ_id')}`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('an aggregate gave no row')
  const { students, waiting, classrooms, members, courses, contracts, ...simulators } = counts
  const { idle, training, fault, offline } = simulators
  return {
    students,
    simulators,
    waitingApplicants: waiting,
    setup: { classrooms, devices: idle + training + fault + offline, members, courses, contracts },
  }
}
