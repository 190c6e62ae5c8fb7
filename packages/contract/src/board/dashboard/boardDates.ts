import { addDays, businessDayOf, daysBetween, type Instant, localTime, weekday } from '../../businessDay.ts'
import { addMonths, endOfMonth, monthOf } from '../../money/bills/billing.ts'

/** Business days, both ends included. */
export interface DayRange {
  readonly beginDate: string
  readonly endDate: string
}

/** What a range is compared with. */
export const comparisons = {
  before: '环比',
  lastYear: '同比',
  /** A week with the mean of the four before it, as 值得注意 does; of people, who are not added up, nothing is said. */
  fourWeeks: '前四周平均',
  none: '不对比',
} as const
export type Comparison = keyof typeof comparisons

/** By what 环比 goes back; a preset brings its own. */
export const alignments = {
  days: '按天数',
  week: '按周',
  month: '按月',
  quarter: '按季',
  year: '按年',
} as const
export type Alignment = keyof typeof alignments

/** How a range is cut on the time axis. */
export const grains = { hour: '按小时', day: '按天', week: '按周', month: '按月' } as const
export type Grain = keyof typeof grains

interface Preset {
  readonly label: string
  readonly align: Alignment
  /** The range on a given day. */
  range(today: string): DayRange
}

/** Ranges to choose from. What is under way ends today; 近 28 天, four whole weeks, ended yesterday. */
export const rangePresets = {
  today: { label: '今日', align: 'days', range: today => ({ beginDate: today, endDate: today }) },
  yesterday: {
    label: '昨日',
    align: 'days',
    range: today => ({ beginDate: addDays(today, -1), endDate: addDays(today, -1) }),
  },
  thisWeek: {
    label: '本周',
    align: 'week',
    range: today => ({ beginDate: mondayOf(today), endDate: today }),
  },
  lastWeek: {
    label: '上周',
    align: 'week',
    range: today => ({ beginDate: addDays(mondayOf(today), -7), endDate: addDays(mondayOf(today), -1) }),
  },
  last28Days: {
    label: '近 28 天',
    align: 'days',
    range: today => ({ beginDate: addDays(today, -28), endDate: addDays(today, -1) }),
  },
  thisMonth: {
    label: '本月',
    align: 'month',
    range: today => ({ beginDate: monthOf(today), endDate: today }),
  },
  lastMonth: {
    label: '上月',
    align: 'month',
    range: today => ({ beginDate: addMonths(today, -1), endDate: addDays(monthOf(today), -1) }),
  },
  thisQuarter: {
    label: '本季',
    align: 'quarter',
    range: today => ({ beginDate: quarterOf(today), endDate: today }),
  },
  thisYear: {
    label: '本年',
    align: 'year',
    range: today => ({ beginDate: `${today.slice(0, 4)}-01-01`, endDate: today }),
  },
  last12Months: {
    label: '近 12 个月',
    align: 'year',
    range: today => ({ beginDate: addMonths(today, -11), endDate: today }),
  },
} as const satisfies Record<string, Preset>
export type RangePreset = keyof typeof rangePresets
export const rangePresetNames = Object.keys(rangePresets).filter(isRangePreset)
export function isRangePreset(name: string): name is RangePreset {
  return Object.hasOwn(rangePresets, name)
}

/** The Monday of a business day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((weekday(day) + 6) % 7))
}

function quarterOf(day: string): string {
  return addMonths(day, -((Number(day.slice(5, 7)) - 1) % 3))
}

/** The same day of a month so many months later; the month's last where it has no such day. */
function monthsLater(day: string, months: number): string {
  const month = addMonths(day, months)
  const last = endOfMonth(month)
  const same = month.slice(0, 8) + day.slice(8)
  return same < last ? same : last
}

const yearBack = (day: string) => monthsLater(day, -12)

/** Whole months go back to whole months, parts to the same dates, clamped: 03-31 to 02-28. */
function monthsBack({ beginDate, endDate }: DayRange, months: number): DayRange {
  const whole = beginDate === monthOf(beginDate) && endDate === endOfMonth(monthOf(endDate))
  const begin = monthsLater(beginDate, -months)
  return {
    beginDate: begin,
    endDate: whole ? endOfMonth(addMonths(endDate, -months)) : monthsLater(endDate, -months),
  }
}

const daysBack = (range: DayRange, days: number): DayRange => ({
  beginDate: addDays(range.beginDate, -days),
  endDate: addDays(range.endDate, -days),
})

function sameDatesAYearBack({ beginDate, endDate }: DayRange): DayRange {
  return { beginDate: yearBack(beginDate), endDate: yearBack(endDate) }
}

const aligned: Readonly<Record<Alignment, (range: DayRange) => DayRange>> = {
  days: range => daysBack(range, daysBetween(range.beginDate, range.endDate) + 1),
  week: range => daysBack(range, 7),
  month: range => monthsBack(range, 1),
  quarter: range => monthsBack(range, 3),
  year: sameDatesAYearBack,
}

/** The alignment by which a range goes back; by its length, where another would reach into the range itself. */
function fitting(range: DayRange, align: Alignment): Alignment {
  return aligned[align](range).endDate < range.beginDate ? align : 'days'
}

/** What of a range is compared with what. */
export interface Basis {
  readonly today: string
  /** The part that is compared: today is left out of more than itself. Null: nothing is. */
  readonly current: DayRange | null
  readonly previous: DayRange | null
  /** `previous` is so many times as long as `current`, and what it has is divided by it. */
  readonly mean: number
  /** Both sides are one day up to this full hour (0 to 23); null: whole days. */
  readonly hours: number | null
  /** Today is in the range, so that its last part is not over. */
  readonly unfinished: boolean
  /** Of the days before, in words: `上周同期`; empty where nothing is compared. */
  readonly words: string
}

export interface ComparedRange extends DayRange {
  readonly compare: Comparison
  readonly align: Alignment
}

/** Seven days, whichever day they begin with. */
const isWeek = ({ beginDate, endDate }: DayRange) => daysBetween(beginDate, endDate) === 6

const weeksBefore = ({ beginDate }: DayRange): DayRange => ({
  beginDate: addDays(beginDate, -28),
  endDate: addDays(beginDate, -1),
})

/** What a range is compared with at a moment; with what a week alone has, by its alignment where it is none. */
export function basisOf({ beginDate, endDate, compare, align }: ComparedRange, now: Instant): Basis {
  const today = businessDayOf(now)
  const unfinished = beginDate <= today && today <= endDate
  const none = { today, current: null, previous: null, mean: 1, hours: null, unfinished, words: '' }
  if (compare === 'none' || beginDate > today) return none
  const alone = beginDate === today
  const hours = alone ? hourOf(now) : null
  if (hours === 0) return none
  const lastDay = addDays(today, -1)
  const current = { beginDate, endDate: alone ? today : endDate < lastDay ? endDate : lastDay }
  if (compare === 'fourWeeks' && isWeek(current))
    return { ...none, current, previous: weeksBefore(current), mean: 4, words: comparisons.fourWeeks }
  const by = compare === 'lastYear' ? 'lastYear' : fitting(current, align)
  const previous = by === 'lastYear' ? sameDatesAYearBack(current) : aligned[by](current)
  const days = daysBetween(current.beginDate, current.endDate) + 1
  const directly = days === 1 ? '前一天' : `前 ${days} 天`
  const { sameHours, sofar, over } = otherSide[by]
  const words = alone ? sameHours : (unfinished ? sofar : over) || directly
  return { ...none, current, previous, hours, words }
}

/** How the other side is called: of today by its hours, of what is under way, and of what is over. */
const otherSide = {
  days: { sameHours: '昨日同时段', sofar: '', over: '' },
  week: { sameHours: '上周同日同时段', sofar: '上周同期', over: '前一周' },
  month: { sameHours: '上月同日同时段', sofar: '上月同期', over: '前一月' },
  quarter: { sameHours: '上季同日同时段', sofar: '上季同期', over: '前一季' },
  year: { sameHours: '去年同日同时段', sofar: '去年同期', over: '去年同期' },
  lastYear: { sameHours: '去年同日同时段', sofar: '去年同期', over: '去年同期' },
} as const

/** The full hours of a day that are over, 0 to 23. */
const hourOf = (now: Instant) => Number(localTime(now).slice(11, 13))

/** (current − previous) ÷ |previous|; null where there was nothing before. */
export function changeOf(current: number, previous: number): number | null {
  return previous === 0 ? null : (current - previous) / Math.abs(previous)
}

/** `高 12%`, `低 38%`, `持平`; less than a hundredth more or less is level. */
export function changeWords(change: number): string {
  const percent = Math.round(Math.abs(change) * 100)
  if (percent === 0) return '持平'
  return `${change > 0 ? '高' : '低'} ${percent}%`
}

/** `比上周同期低 38%（不含今日）`; empty where there is nothing to say. */
export function comparisonSentence(basis: Basis, change: number | null): string {
  if (change === null || basis.words === '') return ''
  const level = changeWords(change)
  const sentence = level === '持平' ? `与${basis.words}持平` : `比${basis.words}${level}`
  if (basis.hours !== null) return `${sentence}（截至 ${hourName(basis.hours)}）`
  return basis.unfinished ? `${sentence}（不含今日）` : sentence
}

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** A part of the time axis. */
export interface Bucket extends DayRange {
  /** `HH:00`, a day, a week's Monday, or `YYYY-MM`. */
  readonly x: string
  /** Of a day; null: whole days. */
  readonly hour: number | null
  /** Cut by an end of the range, or not over yet. */
  readonly partial: boolean
  /** It has not begun. */
  readonly future: boolean
}

/** Figures are kept by hour for so many days. */
const hoursKeptDays = 400

/**
 * The grain that is asked for where the range can be cut so, else its own: hours of one day (sums alone: people are
 * counted by day), then days, weeks and months.
 */
export function grainOf(
  { beginDate, endDate }: DayRange,
  kind: 'sum' | 'people',
  asked: Grain | undefined,
  now: Instant,
): Grain {
  const days = daysBetween(beginDate, endDate) + 1
  const hasHours = days === 1 && kind === 'sum' && daysBetween(beginDate, businessDayOf(now)) < hoursKeptDays
  if (asked !== undefined && (asked !== 'hour' || hasHours)) return asked
  if (hasHours) return 'hour'
  if (days <= 62) return 'day'
  return days <= 182 ? 'week' : 'month'
}

/** A range cut into the parts of its time axis. */
export function bucketsOf({ beginDate, endDate }: DayRange, grain: Grain, now: Instant): Bucket[] {
  const today = businessDayOf(now)
  if (grain === 'hour') return hoursOf(beginDate, today, hourOf(now))
  const buckets: Bucket[] = []
  for (let day = beginDate; day <= endDate; ) {
    const { x, first, last } = wholePart(day, grain)
    const end = last < endDate ? last : endDate
    const partial = first < day || end < last || (day <= today && today <= end)
    buckets.push({ x, hour: null, beginDate: day, endDate: end, partial, future: day > today })
    day = addDays(end, 1)
  }
  return buckets
}

function hoursOf(day: string, today: string, hourNow: number): Bucket[] {
  return Array.from({ length: 24 }, (_, hour) => ({
    x: hourName(hour),
    hour,
    beginDate: day,
    endDate: day,
    partial: day === today && hour === hourNow,
    future: day > today || (day === today && hour > hourNow),
  }))
}

function wholePart(day: string, grain: Exclude<Grain, 'hour'>): { x: string; first: string; last: string } {
  if (grain === 'day') return { x: day, first: day, last: day }
  if (grain === 'week') {
    const monday = mondayOf(day)
    return { x: monday, first: monday, last: addDays(monday, 6) }
  }
  const month = monthOf(day)
  return { x: month.slice(0, 7), first: month, last: endOfMonth(month) }
}
