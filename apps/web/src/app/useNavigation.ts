import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { restoreTabs, tabOf } from './address.ts'
import { startProgress } from './progress.ts'
import { type Destination, destinationOf, mayOpen } from './route.ts'
import { withVisited } from './tabRules.ts'
import { beginTabs, setTabs, storedTabs, useTabs } from './tabs.ts'
import { windowTitle } from './texts.ts'

const errorTitles = { 401: '无权限', 404: '页面不存在', 500: '服务器错误' } as const

/** The second half of the guard: where the address leads with these codes. Keeps tabs and window title in step with it. */
export function useNavigation(userId: number, held: ReadonlySet<string>): Destination {
  const { pathname, search } = useLocation()
  const destination = useMemo(() => destinationOf(pathname, held), [pathname, held])

  // Tabs of pages that these codes do not open (any more) are not there.
  useLayoutEffect(() => {
    const { userId: owner, tabs } = useTabs.getState()
    const open = restoreTabs(owner === userId ? tabs : storedTabs(userId), screen => mayOpen(screen, held))
    if (owner === userId) setTabs(open)
    else beginTabs(userId, open)
  }, [userId, held])

  // Before paint, so that the new tab's page stands in the same frame.
  useLayoutEffect(() => {
    if (destination.kind === 'redirect') return
    if (destination.kind === 'error') {
      useTabs.setState({ activeKey: null })
      return
    }
    const { screen, params } = destination
    const visited = tabOf(screen, params, search)
    const { tabs, activeKey } = useTabs.getState()
    if (activeKey !== visited.key) startProgress()
    setTabs(withVisited(tabs, visited))
    useTabs.setState({ activeKey: visited.key })
  }, [destination, search])

  const title =
    destination.kind === 'screen'
      ? destination.screen.title
      : destination.kind === 'error'
        ? errorTitles[destination.code]
        : null
  useEffect(() => {
    if (title !== null) document.title = windowTitle(title)
  }, [title])
  return destination
}
