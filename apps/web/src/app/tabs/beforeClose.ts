import { createContext, useContext, useEffect, useId, useRef } from 'react'
import { useTabs } from './tabs.ts'

/** Says whether the page has something that closing would throw away. */
type Check = () => boolean

const checks = new Map<string, Map<string, { current: Check }>>()

/** The key of the tab that a page is shown in. */
export const TabKeyContext = createContext<string | null>(null)

/**
 * Declares a before-close check: when it says true, closing the page's tab asks 确定要关闭这一页吗 (spec §2).
 * Hiding a tab ends its effects without ending its page, so there the check stays: a tab can be closed unseen.
 */
export function useBeforeClose(check: Check): void {
  const tabKey = useContext(TabKeyContext)
  const id = useId()
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    if (tabKey === null) return
    const ofTab = checks.get(tabKey) ?? new Map<string, { current: Check }>()
    checks.set(tabKey, ofTab)
    ofTab.set(id, latest)
    return () => {
      if (useTabs.getState().activeKey === tabKey) ofTab.delete(id)
    }
  }, [tabKey, id])
}

/** Whether closing this tab would throw something away. */
export function hasUnsaved(tabKey: string): boolean {
  return [...(checks.get(tabKey)?.values() ?? [])].some(check => check.current())
}

/** Whether any open tab has something unsaved. */
export function anyUnsaved(): boolean {
  return [...checks.keys()].some(hasUnsaved)
}

/** The tab is gone, and its pages with it. */
export function forgetChecks(tabKey: string): void {
  checks.delete(tabKey)
}
