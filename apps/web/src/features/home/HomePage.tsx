import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/me.ts'
import { hourOf, longDay } from '../../ui/format.ts'
import { useMinute } from '../../ui/now.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'
import { Attention } from './Attention.tsx'
import styles from './home.module.css'
import { overviewQuery } from './overview.ts'
import { QuickEntries } from './QuickEntries.tsx'
import { StateBar } from './StateBar.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import { TodayHours } from './TodayHours.tsx'
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
  return (
    <div className="ui-page">
      <Greeting />
      <Todos />
      {overview.data === undefined && overview.error !== null && (
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {overview.isPending && (
        <>
          <BlockSkeleton height={118} />
          <BlockSkeleton height={320} />
        </>
      )}
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
