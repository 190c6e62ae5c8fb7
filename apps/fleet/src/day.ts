import { dayStart, weekday } from '@drivesim/contract/businessDay'
import { cutsOf, faultsOf, popularityOf, powerOf } from './hardware.ts'
import { chooseModule, isLearning, lesson, skillOf, wishedTime } from './learner.ts'
import type { DayPlan, DayRequest, PlannedFault, PlannedSession, SeatRequest, Student } from './model.ts'
import { randomOf, uuidOf } from './random.ts'

const minute = 60_000

/** How busy a day of the week is, Sunday first; 1 on average. */
const weekdayDemand = [1.27, 0.82, 0.84, 0.86, 0.88, 0.98, 1.35] as const
/** Sessions wanted of a simulator on an average day; some find no free hour. */
const sessionsWanted = 4.75
/** People who come for a lesson while the school has lunch. */
const lunch = { from: 11 * 60 + 50, to: 13 * 60 + 20, stays: 0.3 } as const

/** A student who would like to begin at so many minutes after midnight. */
interface Wish {
  readonly student: Student
  readonly time: number
}

/**
 * A classroom's business day, by serial number: the same request always gives the same day, and no day
 * needs another's outcome. On one day a student is on one simulator of the classroom only.
 */
export function planDay(request: DayRequest): Map<string, DayPlan> {
  const { seed, day, room } = request
  const learners = room.students.filter(student => isLearning(seed, student, day))
  const dealt = randomOf(seed, 'seats', room.roomId, day).shuffle(learners)
  const seats = room.simulators.map(sn => ({ sn, visitors: [] as Student[] }))
  for (const [index, student] of dealt.entries()) seats[index % seats.length]?.visitors.push(student)
  return new Map(seats.map(({ sn, visitors }) => [sn, planSeat({ ...request, sn }, visitors)]))
}

function planSeat(request: SeatRequest, visitors: readonly Student[]): DayPlan {
  const { seed, day, sn, room } = request
  const random = randomOf(seed, 'hardware', sn, day)
  const power = powerOf(room, day, random)
  const faults = faultsOf(seed, sn, power, random)
  const sessions = planSessions(request, visitors, faults)
  return { power, sessions, faults, cuts: cutsOf(request, power) }
}

function planSessions(
  request: SeatRequest,
  students: readonly Student[],
  faults: readonly PlannedFault[],
): PlannedSession[] {
  const { seed, day, sn } = request
  const random = randomOf(seed, 'sessions', sn, day)
  const demand = sessionsWanted * (weekdayDemand[weekday(day)] ?? 1) * popularityOf(seed, sn)
  let wanted = random.poisson(demand)
  const planned: PlannedSession[] = []

  for (const student of students) {
    // one in four stays for a second lesson
    const lessons = random.chance(0.25) ? 2 : 1
    let time = wishedTime(seed, student, day, random)
    for (let left = Math.min(lessons, wanted); left > 0; left -= 1) {
      wanted -= 1
      const session = planSession(request, { student, time }, planned, faults)
      if (session === null) continue
      planned.push(session)
      time = (session.end - dayStart(day)) / minute + 4
    }
    if (wanted === 0) break
  }
  return planned.sort((one, other) => one.start - other.start)
}

/** The lesson at the wished time or, if the simulator is taken, soon before or after; null when nothing is free. */
function planSession(
  request: SeatRequest,
  { student, time }: Wish,
  planned: readonly PlannedSession[],
  faults: readonly PlannedFault[],
): PlannedSession | null {
  const { seed, day, sn, room } = request
  const random = randomOf(seed, 'session', sn, day, student.studentId, planned.length)
  const module = chooseModule(request, student, random)
  if (module === null) return null
  const seconds = Math.round(random.normal(26, 8, 12, 48) * 60)

  for (const shift of [0, 20, -25, 45, -60, 90]) {
    const begin = time + shift
    if (begin < room.opensAt + 1 || begin + seconds / 60 > room.closesAt - 1) continue
    if (begin > lunch.from && begin < lunch.to && !random.chance(lunch.stays)) continue
    const start = Math.floor((dayStart(day) + begin * minute) / 1000) * 1000
    const end = start + seconds * 1000
    const isTaken = planned.some(other => start < other.end + 2 * minute && end + 2 * minute > other.start)
    const isBroken = faults.some(fault => start < fault.cleared && end > fault.raised)
    if (isTaken || isBroken) continue
    return {
      sessionId: uuidOf(seed, 'session', sn, start),
      start,
      end,
      studentId: student.studentId,
      moduleId: module.moduleId,
      ...lesson(skillOf(seed, student, day), module, seconds, random),
    }
  }
  return null
}
