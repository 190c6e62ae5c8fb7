import { addMonths, monthOf } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'

/** Today, in China. */
export let today: string
export let yesterday: string
/** First days of this month, the last one and the one before. */
export let now: string
export let last: string
export let before: string

/** Days end while tests run: a worker keeps what it has loaded, and each file begins with the day that it runs on. */
export function readCalendar(): void {
  today = businessDayOf(Date.now())
  yesterday = addDays(today, -1)
  now = monthOf(today)
  last = addMonths(now, -1)
  before = addMonths(now, -2)
}

readCalendar()
