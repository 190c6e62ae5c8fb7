import { type EnrolmentState, idNumberCheck } from '@drivesim/contract'
import { dayMilliseconds, dayStart } from '@drivesim/contract/businessDay'
import type { Business } from '@drivesim/fleet/business'
import { type Random, randomOf } from '@drivesim/fleet/random'
import { dataKeyOf } from '../../../platform/keys/dataKeys.ts'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, instants, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { idNumberSealer, initialsOf } from './identity.rules.ts'

/** The students with their ID numbers and enrolments; some have finished or left in the last days. */
export const studentsSeed: SeedPart = { fill }

async function fill(db: Db, { organisations, students, seed, until, dataKey }: Business): Promise<void> {
  const random = randomOf(seed, 'papers')
  const seal = idNumberSealer(dataKeyOf(dataKey))
  const cityOf = new Map(organisations.map(({ id, cityCode }) => [id, cityCode ?? '440100']))
  const rows = students.map((student, index) => {
    const registered = dayStart(student.registeredDay) + 10 * 3_600_000
    const state = stateSince((until - registered) / dayMilliseconds, random)
    return {
      ...student,
      state,
      registered: Math.min(registered, until),
      ended: state === 'studying' ? null : Math.max(registered, until - random.int(1, 72) * 3_600_000),
      paper: random.chance(0.04)
        ? null
        : seal(student.id, idNumber(cityOf.get(student.schoolId) ?? '440100', index, random)),
    }
  })
  const bytes = (values: readonly (Buffer | null)[]) => ({ type: 'bytea', values }) as const
  const shared = {
    school_id: ids(rows.map(row => row.schoolId)),
    gear_type: text(rows.map(row => row.gearType)),
    state: text(rows.map(row => row.state)),
    registered_at: instants(rows.map(row => row.registered)),
  }
  await insertColumns(db, 'student', {
    id: ids(rows.map(row => row.id)),
    name: text(rows.map(row => row.name)),
    name_initials: text(rows.map(row => initialsOf(row.name))),
    phone: text(rows.map(row => row.phone)),
    created_at: instants(rows.map(row => row.registered)),
    id_number: bytes(rows.map(row => row.paper?.sealed ?? null)),
    id_number_hash: bytes(rows.map(row => row.paper?.hash ?? null)),
    id_number_tail: text(rows.map(row => row.paper?.tail ?? null)),
    ...shared,
  })
  await insertColumns(db, 'enrolment', {
    student_id: ids(rows.map(row => row.id)),
    ended_at: instants(rows.map(row => row.ended)),
    ...shared,
  })
}

function stateSince(days: number, random: Random): EnrolmentState {
  if (days < 60) return 'studying'
  if (random.chance(0.02)) return 'left'
  return days > 180 && random.chance(0.5) ? 'finished' : 'studying'
}

/** A valid number of the city, given once: district and last digits count with the student. */
function idNumber(cityCode: string, index: number, random: Random): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const district = cityCode.slice(0, 4) + two(2 + Math.floor(index / 1000))
  const birthday = `${random.int(1968, 2006)}${two(random.int(1, 12))}${two(random.int(1, 28))}`
  const digits = district + birthday + String(index % 1000).padStart(3, '0')
  return digits + idNumberCheck(digits)
}
