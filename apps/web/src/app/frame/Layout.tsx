import { messages } from '@drivesim/contract/notices/messages'
import type { Me } from '@drivesim/contract/people/account'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { onLive, openLine } from '../../api/live.ts'
import { keepStored, readStored } from '../../api/stored.ts'
import { hearVersion } from '../../api/version.ts'
import { followChoices } from '../../ui/list/choices.ts'
import { inOwnTask } from '../../ui/speed/inOwnTask.ts'
import { useNarrow } from '../../ui/useNarrow.ts'
import { ErrorPage } from '../guard/ErrorPage.tsx'
import type { Navigation } from '../guard/useNavigation.ts'
import { GuideHost } from '../guide/GuideHost.tsx'
import { HelpHost } from '../help/HelpHost.tsx'
import { useScreens } from '../screens/screenIndex.ts'
import { rememberRecent } from '../tabs/recent.ts'
import { TabBar } from '../tabs/TabBar.tsx'
import { TabPages } from '../tabs/TabPages.tsx'
import { BackToTop } from './BackToTop.tsx'
import { followJobs } from './jobs.ts'
import { Keys } from './Keys.tsx'
import { LayoutFrame } from './LayoutFrame.tsx'
import type { MenuChoice } from './menuChoice.ts'
import { unreadQuery } from './unread.ts'
import { useLinkedJob } from './useLinkedJob.ts'
import { useLinkedNotMe } from './useLinkedNotMe.ts'
import { useLongFiles } from './useLongFiles.tsx'

const collapsedKey = 'menuCollapsed'

/** The same element each time, so that the bar is not rendered again. */
const tabBar = (
  <TabBar>
    <BackToTop />
  </TabBar>
)

/** The layout that every page behind the sign-in shares (spec §2 "Application shell"). */
export function Layout({ me, heldCodes, destination }: Navigation & { readonly me: Me }) {
  const menu = useMenuChoice()
  useLiveConnection()
  useLinkedJob()
  useLinkedNotMe()
  useLongFiles()
  const screens = useScreens()
  useEffect(() => rememberRecent(screens), [screens])
  if (destination.kind === 'redirect') return <Navigate to={destination.to} replace />
  return (
    <LayoutFrame me={me} heldCodes={heldCodes} destination={destination} menu={menu} tabs={tabBar}>
      <TabPages />
      {destination.kind === 'error' && <ErrorPage key={destination.code} code={destination.code} />}
      <Keys />
      <HelpHost />
      <GuideHost />
    </LayoutFrame>
  )
}

/** The collapsed choice is remembered; the drawer of small screens always starts closed. */
function useMenuChoice(): MenuChoice {
  const narrow = useNarrow()
  const [collapsed, setCollapsed] = useState(() => readStored(collapsedKey) === '1')
  const [drawerOpen, setDrawerOpen] = useState(false)
  const toggle = () => {
    if (narrow) {
      setDrawerOpen(!drawerOpen)
      return
    }
    keepStored(collapsedKey, collapsed ? '0' : '1')
    setCollapsed(!collapsed)
  }
  return {
    narrow,
    collapsed,
    drawerOpen: narrow && drawerOpen,
    toggle,
    closeDrawer: () => setDrawerOpen(false),
  }
}

/** One live line per browser page, open while somebody is signed in. */
function useLiveConnection(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ends = [
      onLive('unread', ({ count }) => {
        client.setQueryData(unreadQuery.queryKey, count)
        // A message came or was read elsewhere: the lists that are on the screen follow.
        for (const { path } of [messages.list, messages.columns])
          void client.invalidateQueries({ queryKey: [path] })
      }),
      // Name, codes or organisations changed: what was read under the old ones is read again.
      onLive('sessionChanged', () => void client.invalidateQueries()),
      onLive('version', ({ version }) => hearVersion(version)),
      followJobs(client),
      followChoices(client),
      inOwnTask(openLine),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client])
}
