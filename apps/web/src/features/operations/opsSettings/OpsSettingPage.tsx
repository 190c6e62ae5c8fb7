import { ExclamationCircleOutlined } from '@ant-design/icons'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { PageHead } from '../../../ui/PageHead.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { CalendarPanel } from './CalendarPanel.tsx'
import { HolidayPanel } from './HolidayPanel.tsx'
import { LimitPanel } from './LimitPanel.tsx'

/** 运维设置: until when somebody answers, and which days count. */
export default function OpsSettingPage() {
  const setting = useQuery(query(opsSettings.info, undefined, { quiet: true }))
  if (setting.error !== null)
    return <ErrorState error={setting.error} onRetry={() => void setting.refetch()} />
  if (setting.data === undefined) return <PageSkeleton panels={[160, 320]} />
  const { missing, limits, calendars } = setting.data
  return (
    <div className="ui-page">
      <PageHead
        title="运维设置"
        tag={
          missing !== null && (
            <StateTag tone="warn" icon={<ExclamationCircleOutlined aria-hidden />}>
              {missing}
            </StateTag>
          )
        }
        facts={<span>开放时间、工作日历或节假日改动后，未完结工单的时限会重新计算</span>}
      />
      <div className="ui-columns">
        <LimitPanel limits={limits} />
        <CalendarPanel calendars={calendars} />
      </div>
      <HolidayPanel />
    </div>
  )
}
