import { useSyncExternalStore } from 'react'
import { keepStored, readStored } from '../../api/stored.ts'
import type { ScreenIndex } from '../screens/screenIndex.ts'
import { parseRecent, withRecent } from './recentRules.ts'
import { type TabEntry, tabKey } from './tabRules.ts'
import { useTabs } from './tabs.ts'

const keyFor = (userId: number) => `recent.${userId}`

/** Remembers, in this browser, which pages each person looked at last. @returns the way to stop */
export function rememberRecent({ byName }: ScreenIndex): () => void {
  const keyOf = (entry: TabEntry) => {
    const screen = byName.get(entry.name)
    return screen === undefined ? '' : tabKey(screen, entry)
  }
  const remember = ({ userId, tabs, activeKey }: ReturnType<typeof useTabs.getState>) => {
    const active = tabs.find(({ key }) => key === activeKey)
    if (userId === null || active === undefined) return
    const recent = parseRecent(readStored(keyFor(userId)))
    const next = withRecent(recent, active, keyOf)
    if (next === recent) return
    keepStored(keyFor(userId), JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  remember(useTabs.getState())
  return useTabs.subscribe(remember)
}

const listeners = new Set<() => void>()
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The pages that this person looked at last; null where that is not known, which is on the server. */
export function useRecent(userId: number | undefined): readonly TabEntry[] | null {
  // Text, so that it is the same as long as it says the same.
  const stored = useSyncExternalStore(
    subscribe,
    () => (userId === undefined ? null : (readStored(keyFor(userId)) ?? '[]')),
    () => null,
  )
  return stored === null ? null : parseRecent(stored)
}
