import { addDays, daysBetween } from '@drivesim/contract/businessDay'

interface Period {
  readonly startsOn: string
  readonly endsOn: string
}

/** The period after this one, as long: whole months stay whole months, other periods keep their number of days. */
export function nextPeriod({ startsOn, endsOn }: Period): Period {
  const next = addDays(endsOn, 1)
  const months = monthOf(next) - monthOf(startsOn)
  const isWhole = months > 0 && next.slice(8) === startsOn.slice(8)
  return {
    startsOn: next,
    endsOn: isWhole ? addDays(addMonths(next, months), -1) : addDays(next, daysBetween(startsOn, endsOn)),
  }
}

/** Months since the beginning of our era. */
function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

/** The same day so many months later; the month's last where it has no such day. */
export function addMonths(day: string, months: number): string {
  const month = monthOf(day) + months
  const last = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  const date = Math.min(Number(day.slice(8)), last)
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, date)).toISOString().slice(0, 10)
}
