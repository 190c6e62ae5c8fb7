import { type RangePreset, rangePresets } from '../../board/dashboard/boardDates.ts'
import { addDays, businessDayOf, dayStart, weekday } from '../../businessDay.ts'
import type { Endpoint } from '../../endpoint.ts'
import { endOfMonth, monthOf } from '../../money/bills/billing.ts'

/** How often a report is sent. */
export const rhythms = { daily: '每天', weekly: '每周', monthly: '每月' } as const
export type RhythmName = keyof typeof rhythms

/** When a report is sent, by China's clock. */
interface Rhythm {
  readonly every: RhythmName
  /** Of a week 1 (Monday) to 7, of a month 1 to 31 (its last day where it is shorter); null: every day. */
  readonly day: number | null
  /** The full hour, 0 to 23. */
  readonly hour: number
}

export const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** `每周一 08:00`. */
export function rhythmWords({ every, day, hour }: Rhythm): string {
  const time = `${String(hour).padStart(2, '0')}:00`
  if (every === 'weekly') return `每${weekdays[(day ?? 1) - 1]} ${time}`
  return every === 'monthly' ? `每月 ${day} 日 ${time}` : `每天 ${time}`
}

const hourMilliseconds = 3_600_000

function isDay({ every, day }: Rhythm, date: string): boolean {
  if (every === 'daily' || day === null) return true
  if (every === 'weekly') return weekday(date) === day % 7
  const last = Number(endOfMonth(monthOf(date)).slice(8))
  return Number(date.slice(8)) === Math.min(day, last)
}

/** The first moment after another at which a report is sent. Epoch milliseconds. */
export function nextTime(rhythm: Rhythm, after: number): number {
  for (let date = businessDayOf(after); ; date = addDays(date, 1)) {
    const at = dayStart(date) + rhythm.hour * hourMilliseconds
    if (at > after && isDay(rhythm, date)) return at
  }
}

/** The moments from one that is due up to now, the latest last; of very many the last ones. Epoch milliseconds. */
export function timesDue(rhythm: Rhythm, { first, now }: { first: number; now: number }): number[] {
  const times: number[] = []
  for (let at = first; at <= now; at = nextTime(rhythm, at)) times.push(at)
  return times.slice(-mostMissed)
}

/** More missed ones than these are not written down one by one. */
const mostMissed = 31

/** The fields of a file's input that say from when to when: business days, or months. */
const rangeFields = [
  { from: 'beginDate', to: 'endDate', length: 10 },
  { from: 'beginMonth', to: 'endMonth', length: 7 },
] as const

const fieldsOf = ({ input }: Pick<Endpoint, 'input'>): readonly string[] =>
  input !== undefined && 'shape' in input ? Object.keys(Object(input.shape)) : []

const rangeOf = (endpoint: Pick<Endpoint, 'input'>) => {
  const fields = fieldsOf(endpoint)
  return rangeFields.find(({ from, to }) => fields.includes(from) && fields.includes(to))
}

/** Whether a file is asked for a range of days or months, so that one can be told by the day. */
export const takesRange = (endpoint: Pick<Endpoint, 'input'>): boolean => rangeOf(endpoint) !== undefined

/** What a file is asked on a day, without what its call does not know. @param range missing: the input as it stands */
export function inputOn(
  endpoint: Pick<Endpoint, 'input'>,
  input: Readonly<Record<string, unknown>>,
  { range, at }: { range: RangePreset | null; at: number },
): Record<string, unknown> {
  const fields = fieldsOf(endpoint)
  const known = Object.fromEntries(Object.entries(input).filter(([field]) => fields.includes(field)))
  const dated = rangeOf(endpoint)
  if (range === null || dated === undefined) return known
  const { beginDate, endDate } = rangePresets[range].range(businessDayOf(at))
  const { from, to, length } = dated
  return { ...known, [from]: beginDate.slice(0, length), [to]: endDate.slice(0, length) }
}
