import type { Usage } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../../api/query.ts'
import { pointOf, sessionsLink } from '../../../parts/sessionsLink.ts'
import { UseFigures } from '../../../parts/UseFigures.tsx'
import { withPartial } from '../../../parts/withPartial.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import type { Plot } from '../../../ui/chart/types.ts'
import { type DayRange, RangePicker, useDayRange } from '../../../ui/form/RangePicker.tsx'
import { useMinute } from '../../../ui/now.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { ErrorState } from '../../../ui/states.tsx'

/** 最近七天: the four figures of the week with their course. */
export function LastWeek({ simulatorId }: { simulatorId: number }) {
  const week = useQuery(query(devices.latestWeekInfo, { simulatorId }, { quiet: true }))
  if (week.error !== null) {
    return (
      <Panel title="最近七天">
        <ErrorState error={week.error} onRetry={() => void week.refetch()} />
      </Panel>
    )
  }
  return <WeekFigures usage={week.data} />
}

/** The four figures, or their shape while they are on their way. */
export function WeekFigures({ usage }: { usage: Usage | undefined }) {
  return <UseFigures title="最近七天" prefix="近七天" usage={usage} />
}

/** Use day by day in a range of the person's choice. */
export function UseInRange({ simulatorId }: { simulatorId: number }) {
  const [range, setRange] = useDayRange(30)
  const input = { simulatorId, startDate: range.from, endDate: range.to }
  const usage = useQuery(query(devices.usingInfo, input, { quiet: true }))
  const now = useMinute()
  const { from, to } = range
  const plot = useMemo(() => usage.data && plotOf(usage.data, { from, to }, now), [usage.data, from, to, now])
  return (
    <Chart
      title="使用情况"
      kind="bar"
      axis="日期"
      plot={plot}
      error={usage.error}
      onRetry={() => void usage.refetch()}
      linkOf={day => sessionsLink({ simulatorId, range, ...pointOf(day, 'day', range) })}
      extra={<RangePicker value={range} onChange={setRange} />}
    />
  )
}

function plotOf({ days }: Usage, range: DayRange, now: number): Plot {
  const minutes = (seconds: number) => Math.round(seconds / 6) / 10
  const plot = {
    unit: '分钟',
    series: [
      { name: '训练时长', points: days.map(day => ({ x: day.date, value: minutes(day.seconds) })) },
      { name: '有效时长', points: days.map(day => ({ x: day.date, value: minutes(day.effectiveSeconds) })) },
    ],
  }
  return withPartial(plot, range, 'day', now)
}
