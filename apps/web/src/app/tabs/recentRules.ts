import { homeName, type KeyedTab, parseTabs, type TabEntry } from './tabRules.ts'

/** How many pages 首页 remembers. */
const most = 10

/** The pages last looked at, the latest first, once this one is looked at; the same list where it is the latest already. */
export function withRecent(
  recent: readonly TabEntry[],
  visited: KeyedTab,
  keyOf: (entry: TabEntry) => string,
) {
  if (visited.name === homeName) return recent
  const [latest] = recent
  const same = (entry: TabEntry) => keyOf(entry) === visited.key
  if (latest !== undefined && same(latest) && wordOf(latest) === wordOf(visited)) return recent
  const { name, params, query, meta } = visited
  const { pinned: _, ...words } = meta
  return [{ name, params, query, meta: words }, ...recent.filter(entry => !same(entry))].slice(0, most)
}

const wordOf = ({ meta }: TabEntry) => `${meta.title} ${meta.record ?? ''}`

/** What is remembered; anything but a list of pages is nothing. */
export const parseRecent = (stored: string | null): readonly TabEntry[] => parseTabs(stored).slice(0, most)
