import { startTransition, useLayoutEffect, useState } from 'react'
import { afterFrame } from '../../ui/afterFrame.ts'
import { type KeyedTab, keptOf } from '../tabs/tabRules.ts'

interface Standing {
  /** The tab whose page runs: its effects, its reading, its listening. */
  readonly key: string | null
  /** Tabs whose pages are kept, in the order in which they were first looked at. */
  readonly kept: readonly string[]
}

/** Follows the active tab: a page that is new runs as it is made, one that was kept once it was seen again. */
export function useStanding(tabs: readonly KeyedTab[], activeKey: string | null): Standing {
  const [standing, setStanding] = useState<Standing>({ key: null, kept: [] })
  const { key } = standing
  const kept = keptOf(standing.kept, tabs)
  // A tab that is being closed is active until the window has gone to another one.
  const opens = tabs.some(tab => tab.key === activeKey) && !kept.includes(activeKey ?? '')
  if (opens && activeKey !== null) setStanding({ key: activeKey, kept: [...kept, activeKey] })
  else if (kept !== standing.kept) setStanding({ key, kept })
  useLayoutEffect(() => {
    if (key === activeKey) return
    return afterFrame(() => startTransition(() => setStanding(({ kept }) => ({ key: activeKey, kept }))))
  }, [key, activeKey])
  return { key, kept }
}
