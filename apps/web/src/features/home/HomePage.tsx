import { useQuery } from '@tanstack/react-query'
import { meQuery, useHeldCodes } from '../../api/me.ts'
import { ChartSkeleton } from '../../ui/chart/ChartSkeleton.tsx'
import { hourOf, longDay } from '../../ui/format.ts'
import { KeyFiguresSkeleton } from '../../ui/KeyFigure.tsx'
import { useMinute } from '../../ui/now.ts'
import { PageHead, Panel } from '../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState, RowsSkeleton } from '../../ui/states.tsx'
import { Attention, attentionTitle } from './Attention.tsx'
import styles from './home.module.css'
import { overviewQuery } from './overview.ts'
import { QuickEntries } from './QuickEntries.tsx'
import { StateBar, statesTitle } from './StateBar.tsx'
import { TodayFigures, todayLabels } from './TodayFigures.tsx'
import { hoursTitle, TodayHours } from './TodayHours.tsx'
import { Todos } from './Todos.tsx'

/** How often the figures are read again while the page is looked at. Milliseconds. */
const refreshEvery = 60_000

/** 首页: what waits for this person, today's figures, and the way to what they use. */
export default function HomePage() {
  const overview = useQuery({
    ...overviewQuery,
    refetchInterval: refreshEvery,
  })
  const devices = overview.data?.devices
  const seesDevices = [...useHeldCodes()].some(code => code === 'device' || code.startsWith('device:'))
  return (
    <div className="ui-page">
      <Greeting />
      <Todos />
      {overview.data === undefined && overview.error !== null && (
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {overview.isPending && seesDevices && <DevicesSkeleton />}
      {devices !== undefined && (
        <>
          <TodayFigures devices={devices} />
          <div className={styles.body} data-testid="home-body">
            <Attention rows={devices.attention} />
            <div className="ui-page">
              <TodayHours hours={devices.hours} />
              <StateBar counts={devices.counts} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

/** The part about devices on its way. */
function DevicesSkeleton() {
  return (
    <>
      <KeyFiguresSkeleton labels={Object.values(todayLabels)} />
      <div className={styles.body}>
        <Panel title={attentionTitle}>
          <RowsSkeleton rows={8} />
        </Panel>
        <div className="ui-page">
          <Panel title={hoursTitle}>
            <ChartSkeleton kind="bar" height={162} />
          </Panel>
          <Panel title={statesTitle}>
            <BlockSkeleton height={48} />
          </Panel>
        </div>
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
