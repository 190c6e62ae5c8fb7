import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * For the box around a list's rows. Where the row that had the focus is gone, the box has it: whoever works with the
 * keyboard goes on from there, not from the top of the page.
 */
export function useKeptFocus(): {
  ref: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent) => void
} {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(null)
  useEffect(() => {
    const look = () => {
      if (last.current === null || last.current.isConnected || document.activeElement !== document.body)
        return
      last.current = null
      box.current?.focus({ preventScroll: true })
    }
    // A row goes when the list is read again; the dialog that asked about it gives the focus back before or after that.
    const rows = new MutationObserver(look)
    if (box.current !== null) rows.observe(box.current, { childList: true, subtree: true })
    const soon = () => requestAnimationFrame(look)
    document.addEventListener('focusout', soon)
    return () => {
      rows.disconnect()
      document.removeEventListener('focusout', soon)
    }
  }, [])
  return { ref: box, onFocus: event => (last.current = event.target) }
}
