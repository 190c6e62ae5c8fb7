/** A tab as it is stored under `tagNaveList` (spec §3 "Tab entry"). */
export interface TabEntry {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly meta: {
    readonly title: string
    /** Which one of its kind the page shows: the record's name. */
    readonly record?: string
  }
}

/** What tells one tab of a screen from another. */
export interface Identity {
  readonly name: string
  readonly identifies?: readonly string[]
}

export const homeName = 'home'

/**
 * Same tab = same name, same params and same values of the query keys that say which thing it shows.
 * Filters and page numbers are the tab's view and do not count (product §14). Everything in an address is
 * text, so 5 equals "5" here.
 */
export function tabKey(screen: Identity, entry: Pick<TabEntry, 'params' | 'query'>): string {
  const params = Object.entries(entry.params).sort(([a], [b]) => (a < b ? -1 : 1))
  const things = (screen.identifies ?? []).map(key => [key, entry.query[key] ?? ''])
  return JSON.stringify([screen.name, params, things])
}

export interface KeyedTab extends TabEntry {
  readonly key: string
}

/** Adds the tab, or updates the view of the one that is open already; its record's name is kept. */
export function withVisited(tabs: readonly KeyedTab[], visited: KeyedTab): readonly KeyedTab[] {
  const index = tabs.findIndex(tab => tab.key === visited.key)
  const known = tabs[index]
  if (known === undefined) return [...tabs, visited]
  const merged = { ...visited, meta: { ...known.meta, ...visited.meta } }
  return tabs.with(index, merged)
}

/** Gives a tab its record's name. */
export function withRecord(tabs: readonly KeyedTab[], key: string, record: string): readonly KeyedTab[] {
  const index = tabs.findIndex(tab => tab.key === key)
  const known = tabs[index]
  if (known === undefined || known.meta.record === record) return tabs
  return tabs.with(index, { ...known, meta: { ...known.meta, record } })
}

/** What remains after closing one tab; home cannot be closed. */
export function withoutTab(tabs: readonly KeyedTab[], key: string): readonly KeyedTab[] {
  return tabs.filter(tab => tab.key !== key || tab.name === homeName)
}

/** Where closing the active tab leads: its right neighbour, else its left, else home. */
export function neighbourOf(tabs: readonly KeyedTab[], key: string): KeyedTab | undefined {
  const index = tabs.findIndex(tab => tab.key === key)
  return tabs[index + 1] ?? tabs[index - 1] ?? tabs.find(tab => tab.name === homeName)
}

/** Home and the one tab. */
export function onlyTab(tabs: readonly KeyedTab[], key: string): readonly KeyedTab[] {
  return tabs.filter(tab => tab.key === key || tab.name === homeName)
}

/** Home alone. */
export function onlyHome(tabs: readonly KeyedTab[]): readonly KeyedTab[] {
  return tabs.filter(tab => tab.name === homeName)
}

/** Reads the stored list; what is not a list of tabs (an older version, a hand) counts as no list. */
export function parseTabs(stored: string | null): readonly TabEntry[] {
  if (stored === null) return []
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list.filter(isTabEntry) : []
  } catch {
    return []
  }
}

function isTabEntry(value: unknown): value is TabEntry {
  if (!isFields(value)) return false
  const { name, params, query, meta } = value
  return (
    typeof name === 'string' &&
    isTexts(params) &&
    isTexts(query) &&
    isFields(meta) &&
    typeof meta.title === 'string' &&
    (meta.record === undefined || typeof meta.record === 'string')
  )
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is Record<string, string> {
  return isFields(value) && Object.values(value).every(one => typeof one === 'string')
}
