import { createContext, useContext, useEffect, useId, useRef, useState } from 'react'

/** What was typed into a form. */
export type Typed = Readonly<Record<string, unknown>>

/** What a page has that closing it would throw away; asked when somebody closes it. */
export interface Unsaved {
  readonly is: () => boolean
  /** Of a form with this title: what was typed, kept where the session is ended from elsewhere. */
  readonly form?: { readonly title: string; readonly typed: () => Typed }
}
export interface UnsavedCheck {
  readonly current: Unsaved
}

/** What a page tells whoever can close it. */
export interface PageKeeper {
  /** Takes a check under an id, and gives back how to withdraw it. */
  readonly declare: (id: string, check: UnsavedCheck) => () => void
  /** What this person had typed here into the form with this title when the session was ended from elsewhere, or null. */
  readonly keptForm: (title: string) => Typed | null
  readonly forget: (title: string) => void
}

/** Handed in by whoever can close a page (app/tabs); null where nobody can. */
export const BeforeCloseContext = createContext<PageKeeper | null>(null)

/** Declares a before-close check: when it says true, closing the page's tab asks 确定要关闭这一页吗 (spec §2). */
export function useBeforeClose(is: Unsaved['is'], form?: Unsaved['form']): void {
  const keeper = useContext(BeforeCloseContext)
  const id = useId()
  const latest = useRef<Unsaved>({ is })
  useEffect(() => {
    latest.current = form === undefined ? { is } : { is, form }
  })
  useEffect(() => keeper?.declare(id, latest), [keeper, id])
}

/** What was kept of a form, until it is taken or let go. */
export function useKeptForm(title: string): { kept: Typed | null; forget: () => void } {
  const keeper = useContext(BeforeCloseContext)
  const [kept, setKept] = useState(() => keeper?.keptForm(title) ?? null)
  const forget = () => {
    keeper?.forget(title)
    setKept(null)
  }
  return { kept, forget }
}
