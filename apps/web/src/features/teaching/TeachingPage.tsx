import { devices } from '@drivesim/contract/devices'
import { teaching, valueTypes } from '@drivesim/contract/teaching'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { query } from '../../api/query.ts'
import { useRecordName } from '../../app/tabs/recordName.ts'
import { SimulatorStateTag } from '../../parts/SimulatorState.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { ChartKind } from '../../ui/chart/types.ts'
import { RangePicker, useDayRange } from '../../ui/form/RangePicker.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { ErrorState } from '../../ui/states.tsx'

/** 教学数据 of `?simulatorId=`: seven charts of one device and date range. */
export default function TeachingPage() {
  return (
    <RecordPage name="simulatorId" what="设备" list="/device/deviceManagement">
      {simulatorId => <Teaching simulatorId={simulatorId} />}
    </RecordPage>
  )
}

function Teaching({ simulatorId }: { simulatorId: number }) {
  const [range, setRange] = useDayRange(30)
  const [valueType, setValueType] = useValueType()
  const device = useQuery(query(devices.baseInfo, { simulatorId }, { quiet: true }))
  useRecordName(device.data?.simulatorName)
  if (device.error !== null) return <ErrorState error={device.error} onRetry={() => void device.refetch()} />

  const input = { simulatorId, beginDate: range.from, endDate: range.to }
  const byTime = { ...input, valueType }
  const quiet = { quiet: true }
  const timeAxis = valueType === 'hour' ? '时段' : '日期'
  const charts = [
    plan(teaching.usingTime.title, 'bar', timeAxis, query(teaching.usingTime, byTime, quiet)),
    plan(teaching.usingPeople.title, 'bar', timeAxis, query(teaching.usingPeople, byTime, quiet)),
    plan(teaching.effectiveRate.title, 'line', '日期', query(teaching.effectiveRate, input, quiet)),
    plan(teaching.failureTimeRate.title, 'line', '日期', query(teaching.failureTimeRate, input, quiet)),
    plan(teaching.moduleTimeRate.title, 'ranking', '模块', query(teaching.moduleTimeRate, input, quiet)),
    plan(teaching.modulePeopleRate.title, 'ranking', '模块', query(teaching.modulePeopleRate, input, quiet)),
    plan(teaching.moduleTimesRate.title, 'ranking', '模块', query(teaching.moduleTimesRate, input, quiet)),
  ]
  return (
    <div className="ui-page">
      <PageHead
        title={device.data === undefined ? '教学数据' : `${device.data.simulatorName} 的教学数据`}
        tag={device.data && <SimulatorStateTag state={device.data.stateId} />}
        facts={
          device.data && (
            <>
              <Link to={`/device/deviceDetail?simulatorId=${simulatorId}`}>{device.data.simulatorNum}</Link>
              <span>
                {device.data.organName} · {device.data.classroomName}
              </span>
            </>
          )
        }
        actions={
          <>
            <Segmented
              aria-label="统计粒度"
              value={valueType}
              options={valueTypeChoices.map(value => ({ value, label: valueTypes[value] }))}
              onChange={setValueType}
            />
            <RangePicker value={range} onChange={setRange} />
          </>
        }
      />
      <div className="ui-columns">
        {charts.map(chart => (
          <TeachingChart key={chart.title} {...chart} />
        ))}
      </div>
    </div>
  )
}

type Options = ReturnType<typeof query<typeof teaching.effectiveRate>>

interface Plan {
  title: string
  kind: ChartKind
  axis: string
  options: Options
}

function plan(title: string, kind: ChartKind, axis: string, options: Options): Plan {
  return { title, kind, axis, options }
}

function TeachingChart({ title, kind, axis, options }: Plan) {
  const chart = useQuery(options)
  return (
    <Chart
      title={title}
      kind={kind}
      axis={axis}
      plot={chart.data}
      error={chart.error}
      onRetry={() => void chart.refetch()}
    />
  )
}

const valueTypeSchema = teaching.usingTime.params.shape.valueType
const valueTypeChoices = valueTypeSchema.options

function useValueType() {
  const [search, setSearch] = useSearchParams()
  const read = valueTypeSchema.safeParse(search.get('valueType'))
  const choose = (value: (typeof valueTypeChoices)[number]) => {
    const next = new URLSearchParams(search)
    next.set('valueType', value)
    setSearch(next)
  }
  return [read.success ? read.data : 'day', choose] as const
}
