import { mayUse } from '@drivesim/contract/access'
import { mayOpen } from '../guard/route.ts'
import type { Icon, Screen } from '../screens/screen.ts'
import type { ScreenIndex } from '../screens/screenIndex.ts'

/** A line of the side menu: a page, a link elsewhere, or a group of pages. */
export interface MenuEntry {
  readonly name: string
  readonly title: string
  readonly icon: Icon | undefined
  readonly children?: readonly MenuEntry[]
}

/**
 * The menu that these codes give: what is hidden or not permitted is left out, and so is a group without
 * anything in it. A group with one page still shows as a group.
 */
export function menuOf(screens: ScreenIndex, heldCodes: ReadonlySet<string>): MenuEntry[] {
  const visible = screens.list.filter(screen => !screen.hidden && mayOpen(screens, screen, heldCodes))
  const alone = visible.filter(screen => screen.group === undefined).map(entryOf)
  const grouped = screens.groups.flatMap(group => {
    const children = visible.filter(screen => screen.group === group.name).map(entryOf)
    return group.hidden || children.length === 0 ? [] : [{ ...entryOf(group), children }]
  })
  const links = screens.external.filter(entry => mayUse(entry.access, heldCodes)).map(entryOf)
  return [...alone, ...grouped, ...links]
}

/**
 * The entry of the menu that a page stands under, so what is highlighted and what the breadcrumb names: a hidden page's is the
 * list it came from. Where these codes do not show that list, the page stands for itself.
 */
export function standsUnder(screens: ScreenIndex, screen: Screen, heldCodes: ReadonlySet<string>): Screen {
  const list = screens.byName.get(screen.under ?? '')
  return list !== undefined && mayOpen(screens, list, heldCodes) ? list : screen
}

function entryOf({ name, title, icon }: Pick<Screen, 'name' | 'title' | 'icon'>): MenuEntry {
  return { name, title, icon }
}

const marker = 'isTurnByHref_'

/** The address of an external entry: everything after the marker; null for entries of our own. */
export function externalAddress(name: string): string | null {
  return name.startsWith(marker) ? name.slice(marker.length) : null
}
