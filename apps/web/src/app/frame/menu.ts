import { mayUse } from '@drivesim/contract/access'
import { groups } from '../../menuGroups.tsx'
import { mayOpen } from '../guard/route.ts'
import type { ExternalEntry, Icon, Screen } from '../screens/screen.ts'

/** A line of the side menu: a page, a link elsewhere, or a group of pages. */
export interface MenuEntry {
  readonly name: string
  readonly title: string
  readonly icon: Icon | undefined
  readonly children?: readonly MenuEntry[]
}

/**
 * The menu that these codes give: what is hidden or not permitted is left out, and so is a group without
 * anything in it. A group with one page still shows as a group (product §14).
 */
export function menuOf(
  screens: readonly Screen[],
  external: readonly ExternalEntry[],
  held: ReadonlySet<string>,
): MenuEntry[] {
  const visible = screens.filter(screen => !screen.hidden && mayOpen(screen, held))
  const alone = visible.filter(screen => screen.group === undefined).map(entryOf)
  const grouped = groups.flatMap(group => {
    const children = visible.filter(screen => screen.group === group.name).map(entryOf)
    return group.hidden || children.length === 0 ? [] : [{ ...entryOf(group), children }]
  })
  const links = external.filter(entry => mayUse(entry.access, held)).map(entryOf)
  return [...alone, ...grouped, ...links]
}

function entryOf({ name, title, icon }: Pick<Screen, 'name' | 'title' | 'icon'>): MenuEntry {
  return { name, title, icon }
}

const marker = 'isTurnByHref_'

/** The address of an external entry: everything after the marker; null for entries of our own. */
export function externalAddress(name: string): string | null {
  return name.startsWith(marker) ? name.slice(marker.length) : null
}
