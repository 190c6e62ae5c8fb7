/** A tab as it is stored under `tagNaveList` (spec §3 "Tab entry"). */
export interface TabEntry {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly meta: {
    readonly title: string
    /** Which one of its kind the page shows: the record's name. */
    readonly record?: string
    /** Stands in front, after home, until it is let go. */
    readonly pinned?: true
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
 * Filters and page numbers are the tab's view and do not count. Everything in an address is
 * text, so 5 equals "5" here.
 */
export function tabKey(screen: Identity, entry: Pick<TabEntry, 'params' | 'query'>): string {
  const params = Object.entries(entry.params).sort(([a], [b]) => (a < b ? -1 : 1))
  const things = (screen.identifies ?? []).map(key => [key, entry.query[key] ?? ''])
  return JSON.stringify([screen.name, params, things])
}

export interface KeyedTab extends TabEntry {
  readonly key: string
  /** Once the record's name is known, the tab does without its page's. */
  readonly recordAlone?: true
}

/** The two parts of what a tab is called: its page, and which one of its kind. */
export function wordsOf({ meta, recordAlone }: KeyedTab): { page: string; record: string } {
  if (meta.record === undefined) return { page: meta.title, record: '' }
  return { page: recordAlone ? '' : `${meta.title} · `, record: meta.record }
}

/** What the tab is called. */
export function labelOf(tab: KeyedTab): string {
  const { page, record } = wordsOf(tab)
  return page + record
}

/** Whether it has no close icon: home, and what is pinned. */
export function isFixed({ name, meta }: KeyedTab): boolean {
  return name === homeName || meta.pinned === true
}

/** Adds the tab, or updates the view of the one that is open already; its record's name is kept. */
export function withVisited(tabs: readonly KeyedTab[], visited: KeyedTab): readonly KeyedTab[] {
  const known = tabs.find(tab => tab.key === visited.key)
  if (known === undefined) return [...tabs, visited]
  const merged = { ...visited, meta: { ...known.meta, ...visited.meta } }
  return tabs.map(tab => (tab === known ? merged : tab))
}

/**
 * Puts the visited tab in the place of another, with that one's pin; where it is open already, the other is closed.
 */
export function withReplaced(tabs: readonly KeyedTab[], key: string, visited: KeyedTab): readonly KeyedTab[] {
  const place = tabs.find(tab => tab.key === key)
  if (place === undefined || key === visited.key) return withVisited(tabs, visited)
  if (tabs.some(tab => tab.key === visited.key)) return withVisited(withoutTab(tabs, key), visited)
  const { pinned } = place.meta
  return tabs.map(tab =>
    tab === place ? { ...visited, meta: { ...visited.meta, ...(pinned && { pinned }) } } : tab,
  )
}

/** Gives a tab its record's name. */
export function withRecord(tabs: readonly KeyedTab[], key: string, record: string): readonly KeyedTab[] {
  const known = tabs.find(tab => tab.key === key)
  if (known === undefined || known.meta.record === record) return tabs
  return tabs.map(tab => (tab === known ? { ...known, meta: { ...known.meta, record } } : tab))
}

/** Pins a tab or lets it go. */
export function withPin(tabs: readonly KeyedTab[], key: string, pinned: boolean): readonly KeyedTab[] {
  return sortTabs(
    tabs.map(tab => {
      if (tab.key !== key || tab.name === homeName) return tab
      const { pinned: _, ...meta } = tab.meta
      return { ...tab, meta: pinned ? { ...meta, pinned } : meta }
    }),
  )
}

/** Home first, then what is pinned, then the others, each as they were among themselves. */
export function sortTabs(tabs: readonly KeyedTab[]): readonly KeyedTab[] {
  const place = (tab: KeyedTab) => (tab.name === homeName ? 0 : isFixed(tab) ? 1 : 2)
  return [...tabs].sort((a, b) => place(a) - place(b))
}

/** What remains after closing one tab; home cannot be closed. */
export function withoutTab(tabs: readonly KeyedTab[], key: string): readonly KeyedTab[] {
  return tabs.filter(tab => tab.key !== key || tab.name === homeName)
}

/** The keys of tabs that are still open; the same list where all are. */
export function stillOpen(keys: readonly string[], tabs: readonly KeyedTab[]): readonly string[] {
  const open = new Set(tabs.map(tab => tab.key))
  return keys.every(key => open.has(key)) ? keys : keys.filter(key => open.has(key))
}

/** Where closing the active tab leads: its right neighbour, else its left, else home. */
export function neighbourOf(tabs: readonly KeyedTab[], key: string): KeyedTab | undefined {
  const index = tabs.findIndex(tab => tab.key === key)
  return tabs[index + 1] ?? tabs[index - 1] ?? tabs.find(tab => tab.name === homeName)
}

/** What remains after closing those to one side of a tab; home and what is pinned stay. */
export function withoutSide(
  tabs: readonly KeyedTab[],
  key: string,
  side: 'left' | 'right',
): readonly KeyedTab[] {
  const at = tabs.findIndex(tab => tab.key === key)
  if (at === -1) return tabs
  return tabs.filter((tab, index) => isFixed(tab) || (side === 'left' ? index >= at : index <= at))
}

/** Home and the one tab: others that are pinned go too. */
export function onlyTab(tabs: readonly KeyedTab[], key: string): readonly KeyedTab[] {
  return tabs.filter(tab => tab.key === key || tab.name === homeName)
}

/** Home alone: what is pinned goes too. */
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
    (meta.record === undefined || typeof meta.record === 'string') &&
    (meta.pinned === undefined || meta.pinned === true)
  )
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is Record<string, string> {
  return isFields(value) && Object.values(value).every(text => typeof text === 'string')
}
