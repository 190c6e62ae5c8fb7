import { homeName, type KeyedTab, parseTabs, type TabEntry } from './tabRules.ts'

/** How many pages 首页 remembers. */
const most = 10

/**
 * The pages last looked at, the latest first, once this one is looked at, as it is seen now; the same list where nothing
 * changed.
 */
export function withRecent(
  recent: readonly TabEntry[],
  visited: KeyedTab,
  keyOf: (entry: TabEntry) => string,
): readonly TabEntry[] {
  if (visited.name === homeName) return recent
  const { name, params, query, meta } = visited
  const { pinned: _, ...words } = meta
  const latest: TabEntry = { name, params, query, meta: words }
  if (JSON.stringify(recent[0]) === JSON.stringify(latest)) return recent
  return [latest, ...recent.filter(entry => keyOf(entry) !== visited.key)].slice(0, most)
}

/** What is remembered; anything but a list of pages is nothing. */
export const parseRecent = (stored: string | null): readonly TabEntry[] => parseTabs(stored).slice(0, most)
