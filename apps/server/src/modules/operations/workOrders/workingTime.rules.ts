import { addDays, businessDayOf, dayStart, weekday } from '@drivesim/contract/businessDay'
import type { DayKind, OpsCalendar } from '@drivesim/contract/operations/opsSettings/opsSettingShapes'

/** When a place is at work: its room's opening hours on the days of its organisation's calendar. */
export interface Hours {
  /** Milliseconds after midnight, Asia/Shanghai. */
  readonly opens: number
  readonly closes: number
  readonly calendar: OpsCalendar
  /** Days that are not as their weekday has it. */
  readonly days: ReadonlyMap<string, DayKind>
}

/** A stretch of time in epoch milliseconds; without an end it goes on. */
export interface Stretch {
  readonly from: number
  readonly to: number | null
}

/** What nobody waits for: no work within so many days. */
const longestDays = 400

function isWorkday({ calendar, days }: Pick<Hours, 'calendar' | 'days'>, day: string): boolean {
  const kind = days.get(day)
  if (kind !== undefined) return kind === 'work'
  return calendar === 'everyDay' || (weekday(day) >= 1 && weekday(day) <= 5)
}

/** Whether it is working time at that moment. */
export function isOpenAt(hours: Hours, at: number): boolean {
  const day = businessDayOf(at)
  const since = at - dayStart(day)
  return since >= hours.opens && since < hours.closes && isWorkday(hours, day)
}

/** Milliseconds of working time from one moment to another; 0 when backwards. */
export function workingBetween(hours: Hours, from: number, to: number): number {
  let sum = 0
  for (let day = businessDayOf(from); dayStart(day) < to; day = addDays(day, 1)) {
    if (!isWorkday(hours, day)) continue
    const start = dayStart(day)
    sum += Math.max(0, Math.min(to, start + hours.closes) - Math.max(from, start + hours.opens))
  }
  return sum
}

/**
 * The first moment until which so many milliseconds of working time went by since another: an evening's end, not the next
 * morning. @returns null where there are not as many within 400 days of work
 */
export function addWorking(hours: Hours, from: number, milliseconds: number): number | null {
  if (milliseconds <= 0) return from
  let left = milliseconds
  let day = businessDayOf(from)
  for (let passed = 0; passed <= longestDays; passed += 1, day = addDays(day, 1)) {
    if (!isWorkday(hours, day)) continue
    const start = dayStart(day)
    const begins = Math.max(from, start + hours.opens)
    const there = Math.max(0, start + hours.closes - begins)
    if (there >= left) return begins + left
    left -= there
  }
  return null
}

/** The working time of all stretches until a moment. */
export function workingIn(hours: Hours, stretches: readonly Stretch[], now: number): number {
  return stretches.reduce((sum, { from, to }) => sum + workingBetween(hours, from, to ?? now), 0)
}

/** The first moment at which all stretches together have so much working time; null where they never have. */
export function reachedAt(hours: Hours, stretches: readonly Stretch[], milliseconds: number): number | null {
  let left = milliseconds
  for (const { from, to } of stretches) {
    if (to === null) return addWorking(hours, from, left)
    const there = workingBetween(hours, from, to)
    if (there >= left) return addWorking(hours, from, left)
    left -= there
  }
  return null
}
