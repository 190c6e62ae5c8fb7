import type { PageKeeper, Typed, UnsavedCheck } from '../../ui/beforeClose.ts'
import { useTabs } from './tabs.ts'

const checks = new Map<string, Map<string, UnsavedCheck>>()

/**
 * Forms that were being filled in when the session was ended from elsewhere, by tab and title. In this window's memory
 * alone: what was typed may be private, and a reload is a person's own.
 */
const keptForms = new Map<string, { readonly title: string; readonly typed: Typed }>()
let keptFor: number | null = null
const keyOf = (tabKey: string, title: string) => `${tabKey} ${title}`

/**
 * Where the page of a tab declares its before-close checks. Hiding a tab ends its effects without ending its page, so there
 * the checks stay: a tab can be closed unseen.
 */
export function keeperOf(tabKey: string): PageKeeper {
  return {
    declare(id, check) {
      const ofTab = checks.get(tabKey) ?? new Map<string, UnsavedCheck>()
      checks.set(tabKey, ofTab)
      ofTab.set(id, check)
      return () => {
        if (useTabs.getState().activeKey === tabKey) ofTab.delete(id)
      }
    },
    keptForm: title => keptForms.get(keyOf(tabKey, title))?.typed ?? null,
    forget: title => void keptForms.delete(keyOf(tabKey, title)),
  }
}

/** Whether closing this tab would throw something away. */
export function hasUnsaved(tabKey: string): boolean {
  return [...(checks.get(tabKey)?.values() ?? [])].some(check => check.current.is())
}

/** Whether any open tab has something unsaved. */
export function hasAnyUnsaved(): boolean {
  return [...checks.keys()].some(hasUnsaved)
}

/** Reloading or closing the window asks too, in the browser's own words. */
export function askBeforeUnload(): void {
  window.addEventListener('beforeunload', event => {
    if (hasAnyUnsaved()) event.preventDefault()
  })
}

/** The tab is gone, and its pages with it. */
export function forgetChecks(tabKey: string): void {
  checks.delete(tabKey)
}

/** All pages go with the session. Where it was ended from elsewhere, their forms are kept until this person is back. */
export function endChecks(userId: number | null): void {
  if (userId === null) dropForms()
  else keepForms(userId)
  checks.clear()
}

function keepForms(userId: number): void {
  if (keptFor !== userId) dropForms()
  keptFor = userId
  for (const [tabKey, ofTab] of checks) {
    for (const { current } of ofTab.values()) {
      if (current.form === undefined || !current.is()) continue
      const { title, typed } = current.form
      keptForms.set(keyOf(tabKey, title), { title, typed: typed() })
    }
  }
}

/** Who is signed in now; what somebody else had typed is thrown away. @returns the titles of the forms that are kept */
export function formsKeptFor(userId: number): string[] {
  if (keptFor !== userId) dropForms()
  return [...keptForms.values()].map(({ title }) => title)
}

function dropForms(): void {
  keptForms.clear()
  keptFor = null
}
