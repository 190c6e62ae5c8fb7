import type { Me } from '@drivesim/contract/people/account'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { type ScreenIndex, useScreens } from '../screens/screenIndex.ts'
import { restoreTabs, tabOf } from '../tabs/address.ts'
import { withReplaced, withVisited } from '../tabs/tabRules.ts'
import { beginTabs, setTabs, storedTabs, useTabs } from '../tabs/tabs.ts'
import { windowTitle } from '../texts.ts'
import { endProgress, startProgress, useProgress } from './progress.ts'
import { type Destination, destinationOf, mayOpen } from './route.ts'
import { useAddress } from './WindowRouter.tsx'

const errorTitles = { 401: '无权限', 404: '页面不存在', 500: '服务器错误' } as const

export interface Navigation {
  /** Codes that the person holds. */
  readonly heldCodes: ReadonlySet<string>
  readonly destination: Destination
}

/**
 * The second half of the guard: where the address leads with these codes. Keeps tabs and window title in step with it.
 * Used above the layout, so that the first tab is open when that is rendered: it is rendered once, with its page.
 */
export function useNavigation(me: Me | null): Navigation {
  const screens = useScreens()
  const { pathname, search } = useAddress()
  // No page is open before the first password is changed.
  const userId = me?.mustChangePassword ? undefined : me?.userId
  const permissions = me?.permissions
  const heldCodes = useMemo(() => new Set(permissions), [permissions])
  const destination = useMemo(
    () => destinationOf(screens, pathname, heldCodes),
    [screens, pathname, heldCodes],
  )

  useLayoutEffect(() => {
    if (userId !== undefined) keepPermittedTabs(screens, userId, heldCodes)
  }, [screens, userId, heldCodes])
  // Before paint, so that the new tab's page stands in the same frame.
  useLayoutEffect(() => {
    if (userId !== undefined) showTab(destination, search)
  }, [userId, destination, search])

  const title = userId === undefined ? null : titleOf(destination)
  useEffect(() => {
    if (title !== null) document.title = windowTitle(title)
  }, [title])
  return { heldCodes, destination }
}

function titleOf(destination: Destination): string | null {
  if (destination.kind === 'redirect') return null
  return destination.kind === 'screen' ? destination.screen.title : errorTitles[destination.code]
}

/** Tabs of pages that these codes do not open (any more) are not there. */
function keepPermittedTabs(screens: ScreenIndex, userId: number, heldCodes: ReadonlySet<string>): void {
  const { userId: owner, tabs } = useTabs.getState()
  const open = restoreTabs(screens, owner === userId ? tabs : storedTabs(userId), screen =>
    mayOpen(screens, screen, heldCodes),
  )
  if (owner === userId) setTabs(open)
  else beginTabs(userId, open)
}

function showTab(destination: Destination, search: string): void {
  if (destination.kind === 'redirect') return
  if (destination.kind === 'error') {
    useTabs.setState({ activeKey: null })
    return
  }
  const { screen, params } = destination
  const visited = tabOf(screen, params, search)
  const { tabs, activeKey, givesWay } = useTabs.getState()
  if (activeKey !== visited.key) startProgress()
  else if (!useProgress.getState().running) endProgress()
  setTabs(
    givesWay && activeKey !== null ? withReplaced(tabs, activeKey, visited) : withVisited(tabs, visited),
  )
  useTabs.setState({ activeKey: visited.key, givesWay: false })
}
