import type { Usage } from '@drivesim/contract/deviceShapes'
import { devices } from '@drivesim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../api/query.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { Plot } from '../../ui/chart/types.ts'
import { RangePicker, useDayRange } from '../../ui/form/RangePicker.tsx'
import { duration, number, percent, share } from '../../ui/format.ts'
import { KeyFigure } from '../../ui/KeyFigure.tsx'
import { Panel } from '../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'

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
  if (week.data === undefined) return <BlockSkeleton height={118} />
  const { days, total } = week.data
  const rate = share(total.effectiveSeconds, total.seconds)
  return (
    <section className="ui-figures" aria-label="最近七天">
      <KeyFigure
        label="近七天训练时长"
        value={duration(total.seconds)}
        spark={days.map(day => day.seconds)}
      />
      <KeyFigure label="近七天训练次数" value={number(total.times)} spark={days.map(day => day.times)} />
      <KeyFigure label="近七天训练人数" value={number(total.people)} spark={days.map(day => day.people)} />
      <KeyFigure
        label="近七天有效率"
        value={rate === null ? '—' : percent(rate)}
        spark={days.map(day => share(day.effectiveSeconds, day.seconds) ?? 0)}
      />
    </section>
  )
}

/** Use day by day in a range of the person's choice. */
export function UseInRange({ simulatorId }: { simulatorId: number }) {
  const [range, setRange] = useDayRange(30)
  const input = { simulatorId, startDate: range.from, endDate: range.to }
  const usage = useQuery(query(devices.usingInfo, input, { quiet: true }))
  const plot = useMemo(() => usage.data && plotOf(usage.data), [usage.data])
  return (
    <Chart
      title="使用情况"
      kind="bar"
      axis="日期"
      plot={plot}
      error={usage.error}
      onRetry={() => void usage.refetch()}
      extra={<RangePicker value={range} onChange={setRange} />}
    />
  )
}

function plotOf({ days }: Usage): Plot {
  const minutes = (seconds: number) => Math.round(seconds / 6) / 10
  return {
    unit: '分钟',
    series: [
      { name: '训练时长', points: days.map(day => ({ x: day.date, value: minutes(day.seconds) })) },
      { name: '有效时长', points: days.map(day => ({ x: day.date, value: minutes(day.effectiveSeconds) })) },
    ],
  }
}
