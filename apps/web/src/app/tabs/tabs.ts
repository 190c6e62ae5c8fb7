import { create } from 'zustand'
import { keepStored, readStored } from '../../api/stored.ts'
import { type KeyedTab, parseTabs, type TabEntry, withRecord } from './tabRules.ts'

const listKey = 'tagNaveList'
const ownerKey = 'tagNaveOwner'

interface TabsState {
  /** Whose tabs these are; null until somebody's were opened. */
  readonly userId: number | null
  readonly tabs: readonly KeyedTab[]
  /** The tab on the screen; null while an error page is. */
  readonly activeKey: string | null
  /** The next page that is opened takes the place of the tab on the screen. */
  readonly givesWay: boolean
  /** How often the page of a tab was loaded anew, by the tab's key. */
  readonly reloads: Readonly<Record<string, number>>
}

const none: TabsState = { userId: null, tabs: [], activeKey: null, givesWay: false, reloads: {} }

/** The open tabs of the signed-in person. */
export const useTabs = create<TabsState>(() => none)

/** The stored list, if it is this person's; another account on the same browser starts with home alone. */
export function storedTabs(userId: number): readonly TabEntry[] {
  if (readStored(ownerKey) !== String(userId)) return []
  return parseTabs(readStored(listKey))
}

/** Starts with these tabs for this person. */
export function beginTabs(userId: number, tabs: readonly KeyedTab[]): void {
  useTabs.setState({ userId, tabs })
}

/** Replaces the tabs and keeps them for the next visit. */
export function setTabs(tabs: readonly KeyedTab[]): void {
  const { userId, tabs: before } = useTabs.getState()
  if (userId === null || tabs === before) return
  useTabs.setState({ tabs })
  const entries = tabs.map(({ name, params, query, meta }): TabEntry => ({ name, params, query, meta }))
  keepStored(ownerKey, String(userId))
  keepStored(listKey, JSON.stringify(entries))
}

/** Ends the page of a tab and begins it anew. */
export function reloadPage(key: string): void {
  useTabs.setState(({ reloads }) => ({ reloads: { ...reloads, [key]: (reloads[key] ?? 0) + 1 } }))
}

/** The page of a tab found out which one of its kind it shows. */
export function nameRecord(key: string, record: string): void {
  setTabs(withRecord(useTabs.getState().tabs, key, record))
}

/** Forgets the tabs on the screen (not the stored list): somebody else may sign in next. */
export function dropTabs(): void {
  useTabs.setState(none)
}
