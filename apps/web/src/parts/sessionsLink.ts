import { addDays } from '@drivesim/contract/businessDay'
import type { ValueType } from '@drivesim/contract/devices/teaching'
import type { DayRange } from '../ui/form/RangePicker.tsx'

/** 训练记录 of a device on its page, from a point of one of its charts: which days, which hour, which module. */
interface SessionsFilter {
  simulatorId: number
  /** The days of the chart. */
  range: DayRange
  /** The days of the point, where it has others. */
  days?: DayRange
  hour?: number
  moduleName?: string
}

/** The act of a device's page that brings 训练记录 before the eyes. */
export const showSessions = 'sessions'

export function sessionsLink({ simulatorId, range, days = range, hour, moduleName }: SessionsFilter): string {
  const search = new URLSearchParams({
    simulatorId: String(simulatorId),
    act: showSessions,
    ...range,
    'sessions.beginDate': days.from,
    'sessions.endDate': days.to,
    ...(hour !== undefined && { 'sessions.hour': String(hour) }),
    ...(moduleName !== undefined && { 'sessions.moduleName': moduleName }),
  })
  return `/device/deviceDetail?${search}`
}

/** What a point of a time axis stands for: the hour `HH:00`, else its days, as far as the chart has them. */
export function pointOf(x: string, cut: ValueType, range: DayRange): Pick<SessionsFilter, 'days' | 'hour'> {
  if (cut === 'hour') return { hour: Number(x.slice(0, 2)) }
  if (cut === 'day') return { days: { from: x, to: x } }
  const from = cut === 'week' ? x : `${x}-01`
  const to = cut === 'week' ? addDays(x, 6) : addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
  return { days: { from: from < range.from ? range.from : from, to: to > range.to ? range.to : to } }
}
