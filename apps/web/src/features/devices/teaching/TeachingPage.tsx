import { devices } from '@drivesim/contract/devices/devices/devices'
import { teaching, valueTypes } from '@drivesim/contract/devices/teaching'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { SimulatorStateTag } from '../../../parts/SimulatorState.tsx'
import { UseFigures } from '../../../parts/UseFigures.tsx'
import { type DayRange, RangePicker, useDayRange } from '../../../ui/form/RangePicker.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { TeachingCharts } from './TeachingCharts.tsx'

/** 教学数据 of `?simulatorId=`: the figures and charts of one device and date range. */
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
  useRecordName(device.data?.carNum ?? device.data?.simulatorNum)
  if (device.error !== null) return <ErrorState error={device.error} onRetry={() => void device.refetch()} />
  return (
    <div className="ui-page">
      <PageHead
        title={device.data === undefined ? '教学数据' : `${device.data.simulatorName} 的教学数据`}
        tag={device.data && <SimulatorStateTag of={device.data} />}
        facts={
          device.data === undefined ? (
            // As high as what comes.
            '\u00a0'
          ) : (
            <>
              {device.data.carNum !== null && <span>{device.data.carNum}</span>}
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
      <Figures simulatorId={simulatorId} range={range} />
      <TeachingCharts
        filter={{ simulatorId, beginDate: range.from, endDate: range.to }}
        valueType={valueType}
      />
    </div>
  )
}

function Figures({ simulatorId, range }: { simulatorId: number; range: DayRange }) {
  const input = { simulatorId, startDate: range.from, endDate: range.to }
  const usage = useQuery(query(devices.usingInfo, input, { quiet: true }))
  if (usage.error !== null) return <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />
  return <UseFigures title="所选时间" usage={usage.data} />
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
