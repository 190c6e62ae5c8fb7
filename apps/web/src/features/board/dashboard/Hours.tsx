import type { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import type { DataOf } from '@drivesim/contract/endpoint'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { Chart } from '../../../ui/chart/Chart.tsx'
import type { Plot } from '../../../ui/chart/types.ts'
import { duration, hourOf } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import styles from './board.module.css'

type HoursData = DataOf<typeof dashboard.overview>['hours']

interface Props {
  hours: HoursData | undefined
  error: Error | null
  onRetry: () => void
  height: number
  /** The address of today's sessions. */
  today?: string
}

/** 今日时段 beside the same weekday of last week. */
export function Hours({ hours, error, onRetry, height, today }: Props) {
  const hourNow = hourOf(useMinute())
  const plot = useMemo(() => hours && hoursPlot(hours, hourNow), [hours, hourNow])
  return (
    <Chart
      title="今日时段"
      kind="bar"
      axis="时段"
      plot={plot}
      error={error}
      onRetry={onRetry}
      height={height}
      {...(today !== undefined && { linkOf: () => today, extra: <Link to={today}>今日训练</Link> })}
      {...(styles.later && { className: styles.later })}
      summary={hours === undefined ? '' : hoursSummary(hours)}
      empty={{ title: '今天还没有训练', hint: '学员开始训练后，这里会按小时显示' }}
    />
  )
}

/** Training by hour; what is to come has no bar, and the hour that is not over a hollow one. */
export function hoursPlot(hours: HoursData, hourNow: number): Plot {
  const most = Math.max(0, ...hours.flatMap(({ seconds, lastWeek }) => [seconds, lastWeek]))
  const inHours = most >= 7200
  const shown = (seconds: number) => Math.round(seconds / (inHours ? 360 : 6)) / 10
  const x = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return {
    unit: inHours ? '小时' : '分钟',
    series: [
      {
        name: '今日',
        points: hours.map(({ hour, seconds }) => ({
          x: x(hour),
          value: hour > hourNow ? null : shown(seconds),
          partial: hour === hourNow,
        })),
      },
      {
        name: '上周同日',
        compared: true,
        points: hours.map(({ hour, lastWeek }) => ({ x: x(hour), value: shown(lastWeek) })),
      },
    ],
  }
}

function hoursSummary(hours: HoursData): string {
  const total = hours.reduce((sum, { seconds }) => sum + seconds, 0)
  if (total === 0) return '今天还没有训练。'
  const busiest = hours.reduce((most, hour) => (hour.seconds > most.seconds ? hour : most))
  return `今日训练 ${duration(total)}；最忙的是 ${busiest.hour}:00 – ${busiest.hour + 1}:00，${duration(busiest.seconds)}。`
}
