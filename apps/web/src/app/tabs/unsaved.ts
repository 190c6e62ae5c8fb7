import type { DeclareCheck, UnsavedCheck } from '../../ui/beforeClose.ts'
import { useTabs } from './tabs.ts'

const checks = new Map<string, Map<string, UnsavedCheck>>()

/**
 * Where the page of a tab declares its before-close checks. Hiding a tab ends its effects without ending its page, so there
 * the checks stay: a tab can be closed unseen.
 */
export function checksOf(tabKey: string): DeclareCheck {
  return (id, check) => {
    const ofTab = checks.get(tabKey) ?? new Map<string, UnsavedCheck>()
    checks.set(tabKey, ofTab)
    ofTab.set(id, check)
    return () => {
      if (useTabs.getState().activeKey === tabKey) ofTab.delete(id)
    }
  }
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
