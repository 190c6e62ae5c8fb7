import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { meQuery, useHeldCodes } from '../../../api/me.ts'
import { countOf, StateBar } from '../../../parts/StateBar.tsx'
import { ChartSkeleton } from '../../../ui/chart/ChartSkeleton.tsx'
import { hourOf, longDay, number } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { Attention, attentionTitle } from './Attention.tsx'
import styles from './home.module.css'
import { type DevicesOverview, overviewQuery } from './overview.ts'
import { Pinned } from './Pinned.tsx'
import { QuickEntries } from './QuickEntries.tsx'
import { Recent } from './Recent.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import { hoursTitle, TodayHours } from './TodayHours.tsx'
import { Todos } from './Todos.tsx'
import { useLiveHome } from './useLiveHome.ts'

const statesTitle = '设备状态'

/** 首页: what waits for this person, today's figures, and the way to what they use. */
export default function HomePage() {
  const overview = useQuery({ ...overviewQuery, refetchOnWindowFocus: true })
  useLiveHome()
  const { data, error, isPending } = overview
  const retry = () => void overview.refetch()
  // The pages looked at last are this browser's own, and stay whatever fails.
  const failed = data === undefined ? error : null
  const seesDevices = [...useHeldCodes()].some(code => code === 'device' || code.startsWith('device:'))
  const devices = data?.devices
  return (
    <div className="ui-page">
      <Greeting />
      <Todos />
      {failed !== null ? (
        <ErrorState error={failed} onRetry={retry} />
      ) : (
        <TodayFigures overview={data} onRetry={retry} />
      )}
      <div className={styles.body} data-testid="home-body">
        {isPending && seesDevices && <DevicesSkeleton />}
        {devices !== undefined && <Devices devices={devices} />}
        {data?.failed.includes('devices') === true && <DevicesMissing onRetry={retry} />}
        <div className={styles.side}>
          {failed === null && <Pinned overview={data} onRetry={retry} />}
          <Recent />
        </div>
      </div>
    </div>
  )
}

/** The devices as they are now, and how they were used today. */
function Devices({ devices: { attention, hours, today, counts } }: { devices: DevicesOverview }) {
  return (
    <>
      <Attention rows={attention} />
      <div className="ui-page">
        <TodayHours hours={hours} today={today} />
        <Panel title={statesTitle} extra={<span className="ui-quiet">共 {number(countOf(counts))} 台</span>}>
          <StateBar counts={counts} />
        </Panel>
      </div>
    </>
  )
}

function DevicesMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`ui-panel ${styles.missing}`} role="alert">
      设备情况暂时读不出来
      <Button size="small" onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** The part about devices on its way. */
function DevicesSkeleton() {
  return (
    <>
      <Panel title={attentionTitle}>
        <RowsSkeleton rows={8} />
      </Panel>
      <div className="ui-page">
        <Panel title={hoursTitle}>
          <ChartSkeleton kind="bar" height={148} />
        </Panel>
        <Panel title={statesTitle}>
          <BlockSkeleton height={48} />
        </Panel>
      </div>
    </>
  )
}

function Greeting() {
  const now = useMinute()
  const me = useQuery(meQuery).data
  const hour = hourOf(now)
  const greeting =
    hour < 6 ? '夜深了' : hour < 11 ? '早上好' : hour < 13 ? '中午好' : hour < 18 ? '下午好' : '晚上好'
  return (
    <PageHead
      title={me === undefined ? greeting : `${greeting}，${me.userName}`}
      facts={
        <>
          <span>{longDay(now)}</span>
          {me !== undefined && <span>{me.userOrganName}</span>}
        </>
      }
      actions={<QuickEntries />}
    />
  )
}
