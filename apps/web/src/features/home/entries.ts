import { mayUse } from '@drivesim/contract/access'
import { mayOpen } from '../../app/guard/route.ts'
import type { Icon } from '../../app/screens/screen.ts'
import type { ScreenIndex } from '../../app/screens/screenIndex.ts'

interface Entry {
  title: string
  to: string
  icon: Icon | undefined
}

/** What somebody with these codes may begin from 首页: acts of the pages that they may open, in the order of the menu. */
export function entriesOf(screens: ScreenIndex, held: ReadonlySet<string>): Entry[] {
  return screens.list
    .filter(screen => mayOpen(screens, screen, held))
    .flatMap(({ path, group = '', acts = [] }) =>
      acts
        .filter(({ access }) => mayUse(access, held))
        .map(({ title, search }) => ({
          title,
          to: `${path}?${search}`,
          icon: screens.groupByName.get(group)?.icon,
        })),
    )
}
