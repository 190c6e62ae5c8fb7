import { createContext, useContext, useEffect, useId, useRef } from 'react'

/** Says whether a page has something that closing it would throw away; asked when somebody closes it. */
export interface UnsavedCheck {
  readonly current: () => boolean
}

/** Takes a check under an id, and gives back how to withdraw it. */
export type DeclareCheck = (id: string, check: UnsavedCheck) => () => void

/** Where a page declares its checks: handed in by whoever can close it (app/tabs); null where nobody can. */
export const BeforeCloseContext = createContext<DeclareCheck | null>(null)

/** Declares a before-close check: when it says true, closing the page's tab asks 确定要关闭这一页吗 (spec §2). */
export function useBeforeClose(isUnsaved: () => boolean): void {
  const declare = useContext(BeforeCloseContext)
  const id = useId()
  const latest = useRef(isUnsaved)
  useEffect(() => {
    latest.current = isUnsaved
  })
  useEffect(() => declare?.(id, latest), [declare, id])
}
