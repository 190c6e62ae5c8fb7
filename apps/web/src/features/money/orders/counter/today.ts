import { businessDayOf } from '@drivesim/contract/businessDay'
import type { DataOf } from '@drivesim/contract/endpoint'
import type { students } from '@drivesim/contract/people/students/students'
import { serverNow } from '../../../../api/serverClock.ts'

/** A student with base, balance and orders. */
export type Served = DataOf<typeof students.info>

/** The parts of 办理, in their order. */
export type PartName = 'enrol' | 'pay' | 'course' | 'receipt'

/** What was done for the student today, wherever: 办理 goes on from there. */
export function doneToday({ orders }: Served) {
  const today = businessDayOf(serverNow())
  const recharges = (orders?.recharges ?? []).filter(({ day }) => day === today)
  return {
    paid: recharges.filter(({ state }) => state === 'paid' || state === 'partlyRefunded'),
    /** By code, and not paid yet; the newest. */
    byCode: recharges.find(({ state, toAccept }) => state === 'waiting' && !toAccept),
    toAccept: recharges.filter(({ toAccept }) => toAccept),
    courses: (orders?.courses ?? []).filter(
      ({ kind, day, state }) => kind === 'sale' && day === today && state !== 'closed' && state !== 'waiting',
    ),
    /** Of any day. */
    waiting: (orders?.courses ?? []).filter(({ state }) => state === 'waiting'),
  }
}

/** The part that comes next for a student who was served in part. */
export function nextPart(served: Served): PartName {
  const { paid, toAccept, courses, waiting } = doneToday(served)
  if (waiting.length > 0 || paid.length + toAccept.length === 0) return 'pay'
  return courses.length > 0 ? 'receipt' : 'course'
}
