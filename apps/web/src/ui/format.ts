import { businessDayOf, type Instant, localTime, milliseconds, weekday } from '@drivesim/contract/businessDay'
import { formatFen } from '@drivesim/contract/money'

/** How figures and times read. Times are in Asia/Shanghai, as business days are. */

/** `2026-03-01 08:05`. */
export function dateTime(at: Instant): string {
  return localTime(at).slice(0, 16)
}

/** `08:05`. */
export function timeOfDay(at: Instant): string {
  return localTime(at).slice(11, 16)
}

/** `刚刚`, `3 分钟前`, `5 小时前`; the date and time beyond a day, or in the future. */
export function relativeTime(at: Instant, now: number): string {
  const seconds = Math.floor((now - milliseconds(at)) / 1000)
  if (seconds < -60 || seconds >= 86_400) return dateTime(at)
  if (seconds < 60) return '刚刚'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`
  return `${Math.floor(seconds / 3600)} 小时前`
}

/** Seconds as `12 小时 30 分`; `45 分`; below a minute `30 秒`; none `0 分`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole > 0 && whole < 60) return `${whole} 秒`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} 分`
  const hours = `${number(Math.floor(minutes / 60))} 小时`
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} 分`
}

/** How long something has lasted: like {@link duration}, in days and hours from two days on. */
export function span(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  if (days < 2) return duration(seconds)
  const hours = Math.floor((seconds % 86_400) / 3600)
  return hours === 0 ? `${days} 天` : `${days} 天 ${hours} 小时`
}

/** Seconds as a running clock: `07:05`, `1:07:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const tail = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return whole < 3600 ? tail : `${Math.floor(whole / 3600)}:${tail}`
}

const grouped = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })

/** `12,345.5`. */
export function number(value: number): string {
  return grouped.format(value)
}

/** As wide as a plus, as money has it. */
const minus = '−'

const tenths = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `1.2 万` from ten thousand on, `1,043.6 万`, `140.0 万`, for cards; give the exact one on hover. */
export function compactNumber(value: number): string {
  const size = Math.abs(value)
  if (size < 10_000) return number(value)
  const sign = value < 0 ? minus : ''
  // What rounds up to ten thousand of them is one of the next.
  const tens = tenth(size / 10_000)
  return tens < 10_000
    ? `${sign}${tenths.format(tens)} 万`
    : `${sign}${tenths.format(tenth(size / 100_000_000))} 亿`
}

/** Rounded to tenths, half away from zero. */
const tenth = (value: number) => Math.round(value * 10) / 10

/** A percentage given as percent: `98.5%`. */
export function percent(value: number): string {
  return `${(Math.round(value * 10) / 10).toFixed(1)}%`
}

/** The share a part has in a whole, as percent; null where there is no whole. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : (part / whole) * 100
}

/** Whole fen as `¥1,234.00`; a debt with a true minus. */
export const money = formatFen

/** Fen for cards: `¥12.3 万` from ten thousand yuan on, exact below; give the exact one on hover. */
export function compactMoney(fen: number): string {
  const sign = fen < 0 ? '−' : ''
  return Math.abs(fen) < 1_000_000 ? money(fen) : `${sign}¥${compactNumber(Math.abs(fen) / 100)}`
}

/** The same with its sign: what came, `+¥60.00`, or went, `−¥60.00`. */
export function signedMoney(fen: number): string {
  return fen > 0 ? `+${money(fen)}` : money(fen)
}

export interface Change {
  direction: 'up' | 'down' | 'same'
  /** Sign and figure, such as `+12.5%`; `新增` where there was nothing before. */
  figure: string
}

/** The change of a figure against the period before, in sign and word. */
export function changeFrom(before: number, now: number): Change {
  if (now === before) return { direction: 'same', figure: '持平' }
  const direction = now > before ? 'up' : 'down'
  if (before === 0) return { direction, figure: '新增' }
  const sign = direction === 'up' ? '+' : minus
  return { direction, figure: `${sign}${percent((Math.abs(now - before) / Math.abs(before)) * 100)}` }
}

/** The change of a percentage, in points. */
export function pointsFrom(before: number, now: number): Change {
  const points = Math.round((now - before) * 10) / 10
  if (points === 0) return { direction: 'same', figure: '持平' }
  const sign = points > 0 ? '+' : minus
  return { direction: points > 0 ? 'up' : 'down', figure: `${sign}${Math.abs(points).toFixed(1)} 个百分点` }
}

/** `2026年3月1日星期日`. */
export function longDay(at: Instant): string {
  const day = businessDayOf(at)
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日星期${'日一二三四五六'[weekday(day)]}`
}

/** The hour of the day, 0 to 23. */
export function hourOf(at: Instant): number {
  return Number(localTime(at).slice(11, 13))
}
