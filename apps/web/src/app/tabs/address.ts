import { generatePath } from 'react-router'
import type { Screen } from '../screens/screen.ts'
import { type ScreenIndex, screenAt } from '../screens/screenIndex.ts'
import { homeName, type KeyedTab, sortTabs, type TabEntry, tabKey } from './tabRules.ts'

/** Path and query of a tab's page. */
export function addressOf(
  { byName }: ScreenIndex,
  entry: Pick<TabEntry, 'name' | 'params' | 'query'>,
): string {
  const screen = byName.get(entry.name)
  if (screen === undefined) return '/'
  const query = new URLSearchParams(entry.query).toString()
  const path = generatePath(screen.path, entry.params)
  return query === '' ? path : `${path}?${query}`
}

/** The tab that an address of a screen belongs to. */
export function tabOf(screen: Screen, params: TabEntry['params'], search: string): KeyedTab {
  const query = Object.fromEntries(new URLSearchParams(search))
  const entry = { name: screen.name, params, query, meta: { title: screen.title } }
  return keyed(screen, entry)
}

/** The tab that an address belongs to; undefined where no page has it. */
export function tabAt(
  screens: ScreenIndex,
  address: Pick<Location, 'pathname' | 'search'>,
): KeyedTab | undefined {
  const found = screenAt(screens, address.pathname)
  return found === null ? undefined : tabOf(found.screen, found.params, address.search)
}

function keyed(screen: Screen, entry: TabEntry): KeyedTab {
  return {
    ...entry,
    key: tabKey(screen, entry),
    ...(screen.recordAlone && { recordAlone: screen.recordAlone }),
  }
}

/** Stored tabs that still exist and may be opened, home first. */
export function restoreTabs(
  { byName }: ScreenIndex,
  stored: readonly TabEntry[],
  mayOpen: (screen: Screen) => boolean,
): readonly KeyedTab[] {
  const restored = stored.flatMap(entry => {
    const screen = byName.get(entry.name)
    if (screen === undefined || entry.name === homeName || !mayOpen(screen)) return []
    return [keyed(screen, { ...entry, meta: { ...entry.meta, title: screen.title } })]
  })
  const home = byName.get(homeName)
  return home === undefined ? restored : sortTabs([tabOf(home, {}, ''), ...unique(restored)])
}

function unique(tabs: readonly KeyedTab[]): KeyedTab[] {
  return [...new Map(tabs.map(tab => [tab.key, tab])).values()]
}
