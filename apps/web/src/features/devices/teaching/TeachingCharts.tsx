import { type ChartData, teaching, type ValueType } from '@drivesim/contract/devices/teaching'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { query } from '../../../api/query.ts'
import { pointOf, sessionsLink } from '../../../parts/sessionsLink.ts'
import { withPartial } from '../../../parts/withPartial.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { type ChartKind, hasValues, type LinkOf } from '../../../ui/chart/types.ts'
import { useMinute } from '../../../ui/now.ts'
import styles from './teaching.module.css'

/** One device and the days that are looked at. */
interface DeviceFilter {
  simulatorId: number
  beginDate: string
  endDate: string
}

interface Props {
  filter: DeviceFilter
  valueType: ValueType
}

type Options = ReturnType<typeof query<typeof teaching.effectiveRate>>

const quiet = { quiet: true }

/** The charts of a device: its use in time, the parts its modules have in it, and when it was in fault. */
export function TeachingCharts({ filter, valueType }: Props) {
  const byTime = { ...filter, valueType }
  const timeAxis = valueType === 'hour' ? '时段' : '日期'
  const { usingTime, usingPeople, effectiveRate } = teaching
  const behind = sessionsBehind(filter)
  return (
    <div className={`ui-columns ${styles.charts}`}>
      <OneChart
        title={usingTime.title}
        kind="bar"
        axis={timeAxis}
        filter={filter}
        cut={valueType}
        options={query(usingTime, byTime, quiet)}
        linkOf={behind(valueType)}
      />
      <OneChart
        title={usingPeople.title}
        kind="bar"
        axis={timeAxis}
        filter={filter}
        cut={valueType}
        options={query(usingPeople, byTime, quiet)}
        linkOf={behind(valueType)}
      />
      <OneChart
        title={effectiveRate.title}
        kind="line"
        axis="日期"
        filter={filter}
        cut="day"
        options={query(effectiveRate, filter, quiet)}
        linkOf={behind('day')}
      />
      <ModuleShares filter={filter} />
      <FaultTime filter={filter} />
    </div>
  )
}

const rangeOf = ({ beginDate, endDate }: DeviceFilter) => ({ from: beginDate, to: endDate })

/** The way from a point of a time axis to its sessions. */
const sessionsBehind = (filter: DeviceFilter) => (cut: ValueType) => (x: string) => {
  const range = rangeOf(filter)
  return sessionsLink({ simulatorId: filter.simulatorId, range, ...pointOf(x, cut, range) })
}

interface OneProps {
  title: string
  kind: ChartKind
  axis: string
  filter: DeviceFilter
  /** How its time axis is cut. */
  cut: ValueType
  options: Options
  linkOf?: LinkOf
}

function OneChart({ title, kind, axis, filter, cut, options, linkOf }: OneProps) {
  const chart = useQuery(options)
  const now = useMinute()
  const plot = useMemo(
    () => chart.data && withPartial(chart.data, rangeOf(filter), cut, now),
    [chart.data, filter, cut, now],
  )
  return (
    <Chart
      title={title}
      kind={kind}
      axis={axis}
      plot={plot}
      error={chart.error}
      onRetry={() => void chart.refetch()}
      {...(linkOf && { linkOf })}
    />
  )
}

type Share = 'time' | 'people' | 'times'
const shareChoices: { value: Share; label: string }[] = [
  { value: 'time', label: '使用时长' },
  { value: 'people', label: '使用人数' },
  { value: 'times', label: '学习次数' },
]

function shareOptions(share: Share, filter: DeviceFilter): Options {
  if (share === 'time') return query(teaching.moduleTimeRate, filter, quiet)
  if (share === 'people') return query(teaching.modulePeopleRate, filter, quiet)
  return query(teaching.moduleTimesRate, filter, quiet)
}

/** The parts of the modules: in time, people or sessions. */
function ModuleShares({ filter }: { filter: DeviceFilter }) {
  const [share, setShare] = useState<Share>('time')
  const chart = useQuery(shareOptions(share, filter))
  return (
    <Chart
      title="各模块占比"
      kind="ranking"
      axis="模块"
      plot={chart.data}
      error={chart.error}
      onRetry={() => void chart.refetch()}
      linkOf={moduleName =>
        sessionsLink({ simulatorId: filter.simulatorId, range: rangeOf(filter), moduleName })
      }
      extra={
        <Segmented aria-label="占比" size="small" value={share} options={shareChoices} onChange={setShare} />
      }
    />
  )
}

/** A device that was never in fault has no chart of it. */
function FaultTime({ filter }: { filter: DeviceFilter }) {
  const { title } = teaching.failureTimeRate
  const options = query(teaching.failureTimeRate, filter, quiet)
  const { data } = useQuery(options)
  if (data !== undefined && !hasValues(data, 'bar')) return <p className="ui-quiet">{withoutFault(data)}</p>
  return <OneChart title={title} kind="line" axis="日期" filter={filter} cut="day" options={options} />
}

function withoutFault({ series }: ChartData): string {
  const known = series.some(({ points }) => points.some(({ value }) => value !== null))
  return known ? '所选时间内没有故障。' : '所选时间内设备没有启用，没有故障数据。'
}
