import { useQuery } from '@tanstack/react-query'
import { meQuery, useHeldCodes } from '../../api/me.ts'
import { mayOpen } from '../guard/route.ts'
import { useScreens } from '../screens/screenIndex.ts'
import { addressOf, restoreTabs } from './address.ts'
import { useRecent } from './recent.ts'
import { homeName, labelOf } from './tabRules.ts'

/** A page of this browser's past, and the way back to it. */
interface RecentPage {
  readonly key: string
  readonly label: string
  readonly to: string
}

/**
 * What the person looked at last in this browser besides 首页, as far as their codes still open it; null where that is not
 * known, which is on the server.
 */
export function useRecentPages(): readonly RecentPage[] | null {
  const screens = useScreens()
  const heldCodes = useHeldCodes()
  const recent = useRecent(useQuery(meQuery).data?.userId)
  if (recent === null) return null
  return restoreTabs(screens, recent, screen => mayOpen(screens, screen, heldCodes))
    .filter(({ name }) => name !== homeName)
    .map(tab => ({ key: tab.key, label: labelOf(tab), to: addressOf(screens, tab) }))
}
