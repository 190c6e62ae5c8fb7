import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Business, DemoMember } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, integers, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { insertSkills } from './seed.queries.ts'

/** The demo's technicians: everybody with the role that repairs. */
function techniciansOf({ members, roles }: Business): DemoMember[] {
  const repairing = new Set(
    roles
      .filter(({ codes }) => codes.includes('ops:handle') && !codes.includes('system'))
      .map(({ id }) => id),
  )
  return members.filter(({ roleId }) => repairing.has(roleId))
}

/** What some of them cannot repair; the others repair everything. */
const skills: readonly (readonly string[])[] = [
  [],
  ['头显', '主机', '网络'],
  [],
  ['方向盘', '踏板', '换挡', '动感平台'],
  [],
]

/** The people who repair, with their regions. */
export const opsStaffSeed: SeedPart = { fill }

async function fill(db: Db, business: Business): Promise<void> {
  const technicians = techniciansOf(business)
  const organisations = new Map(business.organisations.map(organisation => [organisation.id, organisation]))
  const today = businessDayOf(business.until)
  await insertColumns(db, 'ops_staff', {
    member_id: ids(technicians.map(({ id }) => id)),
    capacity: integers(technicians.map((_, index) => [6, 8, 6, 5, 8, 6][index % 6])),
    home_city: text(technicians.map(({ organs }) => organisations.get(organs[0] ?? 0)?.cityCode)),
    away_until: {
      type: 'date',
      values: technicians.map((_, index) => (index === 4 ? addDays(today, 3) : null)),
    },
  })
  const coverage = technicians.flatMap(({ id, organs }) => organs.map(organ => ({ id, organ })))
  await insertColumns(db, 'staff_coverage', {
    member_id: ids(coverage.map(({ id }) => id)),
    organ_id: ids(coverage.map(({ organ }) => organ)),
  })
  await insertSkills(
    db,
    technicians.flatMap(({ id }, index) => (skills[index % skills.length] ?? []).map(kind => ({ id, kind }))),
  )
}
