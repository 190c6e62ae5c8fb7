import { type AccessCode, mayUse } from '@drivesim/contract/access'
import { matchPath } from 'react-router'
import type { Screen, ScreenGroup } from '../screens/screen.ts'
import { type ScreenIndex, screenAt } from '../screens/screenIndex.ts'
import { homePath } from './paths.ts'

/** What an address leads to for a person with these codes. */
export type Destination =
  | { readonly kind: 'screen'; readonly screen: Screen; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'error'; readonly code: 401 | 404 | 500 }

/** A page needs its own access list and its group's. */
export function mayOpen(
  { groupByName }: ScreenIndex,
  screen: Pick<Screen, 'access' | 'group'>,
  heldCodes: ReadonlySet<string>,
): boolean {
  const group = screen.group === undefined ? undefined : groupByName.get(screen.group)
  const lists: readonly (readonly AccessCode[] | undefined)[] = [group?.access, screen.access]
  return lists.every(list => mayUse(list, heldCodes))
}

/** The acts that somebody with these codes may begin, with their addresses, in the order of the menu. */
export function actsOf(screens: ScreenIndex, heldCodes: ReadonlySet<string>) {
  return screens.list
    .filter(screen => mayOpen(screens, screen, heldCodes))
    .flatMap(screen =>
      (screen.acts ?? [])
        .filter(({ access }) => mayUse(access, heldCodes))
        .map(({ title, search, quick = false }) => ({
          title,
          quick,
          screen,
          to: `${screen.path}?${search}`,
        })),
    )
}

/** Where an address leads: a page, another address, or an error page. */
export function destinationOf(
  screens: ScreenIndex,
  pathname: string,
  heldCodes: ReadonlySet<string>,
): Destination {
  if (pathname === '/') return { kind: 'redirect', to: homePath }
  if (pathname === '/401') return { kind: 'error', code: 401 }
  if (pathname === '/500') return { kind: 'error', code: 500 }
  const found = screenAt(screens, pathname)
  if (found !== null && !mayOpen(screens, found.screen, heldCodes)) return { kind: 'redirect', to: '/401' }
  if (found !== null) return { kind: 'screen', ...found }
  const group = screens.groups.find(group => matchPath(group.path, pathname) !== null)
  return group === undefined ? { kind: 'error', code: 404 } : firstOf(screens, group, heldCodes)
}

/** A group path has no page of its own: it leads to its first permitted one (one of the menu first), else 401. */
function firstOf(screens: ScreenIndex, group: ScreenGroup, heldCodes: ReadonlySet<string>): Destination {
  const permitted = screens.list.filter(
    screen => screen.group === group.name && mayOpen(screens, screen, heldCodes),
  )
  const first = permitted.find(screen => !screen.hidden) ?? (group.hidden ? permitted[0] : undefined)
  return { kind: 'redirect', to: first?.path ?? '/401' }
}

/** Fetches the code of the page at an address, before it is known who asks; settles in any case. */
export async function prefetchScreen(screens: ScreenIndex, pathname: string): Promise<void> {
  const page = screenAt(screens, pathname)?.screen.page
  if (page !== undefined && 'prefetch' in page) await page.prefetch()
}
