import { addDays } from '@drivesim/contract/businessDay'

/** A range as its two ends are written: days `2026-11-29`, months `2026-11`; both included. */
export interface UsualRange {
  readonly label: string
  readonly from: string
  readonly to: string
}

const monthOf = (day: string) => day.slice(0, 7)
/** The last day of the month before. */
const endBefore = (day: string) => addDays(`${monthOf(day)}-01`, -1)
const januaryOf = (day: string) => `${day.slice(0, 4)}-01`

/** The ranges of days that people ask for most, on a business day; what is under way ends with it. */
export function usualDays(today: string): readonly UsualRange[] {
  const last = (days: number) => ({ label: `近 ${days} 天`, from: addDays(today, 1 - days), to: today })
  const before = endBefore(today)
  return [
    { label: '今天', from: today, to: today },
    last(7),
    last(30),
    { label: '本月', from: `${monthOf(today)}-01`, to: today },
    { label: '上月', from: `${monthOf(before)}-01`, to: before },
    last(90),
    { label: '本年', from: `${januaryOf(today)}-01`, to: today },
  ]
}

/** The same of months. */
export function usualMonths(today: string): readonly UsualRange[] {
  const month = monthOf(today)
  const before = endBefore(today)
  const twoBefore = endBefore(before)
  return [
    { label: '本月', from: month, to: month },
    { label: '上月', from: monthOf(before), to: monthOf(before) },
    { label: '近 3 月', from: monthOf(twoBefore), to: month },
    { label: '本年', from: januaryOf(today), to: month },
  ]
}
