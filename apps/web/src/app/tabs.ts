import { create } from 'zustand'
import { type KeyedTab, parseTabs, type TabEntry } from './tabRules.ts'

const listKey = 'tagNaveList'
const ownerKey = 'tagNaveOwner'

interface TabsState {
  readonly tabs: readonly KeyedTab[]
  /** The tab on the screen; null while an error page is. */
  readonly activeKey: string | null
}

/** The open tabs of the signed-in person. */
export const useTabs = create<TabsState>(() => ({ tabs: [], activeKey: null }))

/** The stored list, if it is this person's; another account on the same browser starts with home alone. */
export function storedTabs(userId: number): readonly TabEntry[] {
  if (localStorage.getItem(ownerKey) !== String(userId)) return []
  return parseTabs(localStorage.getItem(listKey))
}

/** Replaces the tabs and keeps them for the next visit. */
export function setTabs(userId: number, tabs: readonly KeyedTab[]): void {
  if (tabs === useTabs.getState().tabs) return
  useTabs.setState({ tabs })
  const entries = tabs.map(({ name, params, query, meta }): TabEntry => ({ name, params, query, meta }))
  localStorage.setItem(ownerKey, String(userId))
  localStorage.setItem(listKey, JSON.stringify(entries))
}

/** Forgets the tabs on the screen (not the stored list): somebody else may sign in next. */
export function dropTabs(): void {
  useTabs.setState({ tabs: [], activeKey: null })
}
