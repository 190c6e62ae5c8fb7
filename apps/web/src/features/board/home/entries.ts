import { actsOf } from '../../../app/guard/route.ts'
import type { Icon } from '../../../app/screens/screen.ts'
import type { ScreenIndex } from '../../../app/screens/screenIndex.ts'

interface Entry {
  title: string
  to: string
  icon: Icon | undefined
}

/** What somebody with these codes may begin from 首页. */
export function entriesOf(screens: ScreenIndex, heldCodes: ReadonlySet<string>): Entry[] {
  return actsOf(screens, heldCodes)
    .filter(({ quick }) => quick)
    .map(({ title, to, screen: { group = '' } }) => ({
      title,
      to,
      icon: screens.groupByName.get(group)?.icon,
    }))
}
