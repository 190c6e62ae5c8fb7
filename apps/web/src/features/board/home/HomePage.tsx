import { SettingOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../../../api/me.ts'
import { hourOf, longDay } from '../../../ui/format.ts'
import { LazyOverlay, LazyPart, lazyPart } from '../../../ui/LazyPart.tsx'
import { useMinute } from '../../../ui/now.ts'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Button } from '../../../ui/speed/Button.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Blocks } from './Blocks.tsx'
import { useFirstDays } from './firstDays.ts'
import { type PlacedBlock, useLayout } from './layout.ts'
import { overviewQuery } from './overview.ts'
import { QuickEntries } from './QuickEntries.tsx'
import { useLiveHome } from './useLiveHome.ts'

const ArrangeDrawer = lazyPart(() => import('./ArrangeDrawer.tsx'))
const FirstDays = lazyPart(() => import('./FirstDays.tsx'))

/** 首页: what waits for this person, today's figures, and the way to what they use, arranged as they like. */
export default function HomePage() {
  const overview = useQuery({ ...overviewQuery, refetchOnWindowFocus: true })
  useLiveHome()
  const layout = useLayout(overview.data)
  const setup = useFirstDays(overview.data !== undefined)
  const retry = () => void overview.refetch()
  // The pages looked at last are this browser's own, and stay whatever fails.
  const failed = overview.data === undefined ? overview.error : null
  return (
    <div className="ui-page" data-testid="home-body">
      <Greeting layout={layout} />
      {failed !== null && <ErrorState error={failed} onRetry={retry} />}
      <Blocks layout={layout} overview={overview.data} failed={failed !== null} onRetry={retry} />
      {/* It comes later than what it would move: below all else, with a word in 待办 that leads to it. */}
      {setup !== null && (
        <LazyPart instead={null}>
          <FirstDays {...setup} />
        </LazyPart>
      )}
    </div>
  )
}

function Greeting({ layout }: { layout: readonly PlacedBlock[] }) {
  const now = useMinute()
  const me = useQuery(meQuery).data
  const [arranging, setArranging] = useState(false)
  const hour = hourOf(now)
  const greeting =
    hour < 6 ? '夜深了' : hour < 11 ? '早上好' : hour < 13 ? '中午好' : hour < 18 ? '下午好' : '晚上好'
  return (
    <>
      <PageHead
        title={me === undefined ? greeting : `${greeting}，${me.userName}`}
        facts={
          <>
            <span>{longDay(now)}</span>
            {me !== undefined && <span>{me.userOrganName}</span>}
          </>
        }
        actions={
          <>
            <QuickEntries />
            <Button
              type="text"
              icon={<SettingOutlined aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setArranging(true)}
            >
              调整首页
            </Button>
          </>
        }
      />
      {arranging && (
        <LazyOverlay onClosed={() => setArranging(false)}>
          <ArrangeDrawer blocks={layout} onClosed={() => setArranging(false)} />
        </LazyOverlay>
      )}
    </>
  )
}
