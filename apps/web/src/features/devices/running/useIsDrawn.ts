import { createContext, type RefCallback, useCallback, useState } from 'react'

/** Whether the browser draws the tiles around: not while their classroom is scrolled far away. */
export const DrawnContext = createContext(true)

const change = 'contentvisibilityautostatechange'

/** Follows whether the browser draws what is in an element of `content-visibility: auto`. */
export function useIsDrawn(): [boolean, RefCallback<HTMLElement>] {
  const [drawn, setDrawn] = useState(true)
  const watch = useCallback((element: HTMLElement) => {
    const follow = (event: Event) => {
      if ('skipped' in event) setDrawn(event.skipped === false)
    }
    element.addEventListener(change, follow)
    return () => element.removeEventListener(change, follow)
  }, [])
  return [drawn, watch]
}
