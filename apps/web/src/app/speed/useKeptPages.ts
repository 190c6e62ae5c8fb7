import { startTransition, useLayoutEffect, useState } from 'react'
import { afterFrame } from '../../ui/afterFrame.ts'
import { type KeyedTab, stillOpen } from '../tabs/tabRules.ts'

interface KeptPages {
  /** The tab with the page that runs: its effects, its reading, its listening. */
  readonly runningKey: string | null
  /** Tabs with kept pages, in the order of the first visit. */
  readonly keptKeys: readonly string[]
}

/** Follows the active tab: a page that is new runs as it is made, one that was kept once it was seen again. */
export function useKeptPages(tabs: readonly KeyedTab[], activeKey: string | null): KeptPages {
  const [keptPages, setKeptPages] = useState<KeptPages>({ runningKey: null, keptKeys: [] })
  const { runningKey } = keptPages
  const keptKeys = stillOpen(keptPages.keptKeys, tabs)
  // A tab that is being closed is active until the window has gone to another one.
  const opens = tabs.some(tab => tab.key === activeKey) && !keptKeys.includes(activeKey ?? '')
  if (opens && activeKey !== null) setKeptPages({ runningKey: activeKey, keptKeys: [...keptKeys, activeKey] })
  else if (keptKeys !== keptPages.keptKeys) setKeptPages({ runningKey, keptKeys })
  useLayoutEffect(() => {
    if (runningKey === activeKey) return
    return afterFrame(() =>
      startTransition(() => setKeptPages(({ keptKeys }) => ({ runningKey: activeKey, keptKeys }))),
    )
  }, [runningKey, activeKey])
  return { runningKey, keptKeys }
}
