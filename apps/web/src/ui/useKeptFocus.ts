import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { isTaken } from './keyTarget.ts'

/** The innermost box that heard of a focus: it has the word. */
const nearest = new WeakMap<Event, HTMLElement>()

/**
 * For a box with changing content: a page, a list's rows. When the focused element in it is gone, the box takes the focus.
 * A person who works with the keyboard goes on from there, not from the top of the window.
 */
export function useKeptFocus<T extends HTMLElement>(): {
  ref: RefObject<T | null>
  onFocus: (event: FocusEvent) => void
  /** Puts the focus where it was in the box, or on the box: not into a field, which would take the keys meant for the page. */
  goOn: () => void
} {
  const box = useRef<T>(null)
  const last = useRef<Element>(null)
  const keeper = useRef<HTMLElement>(null)
  useEffect(() => {
    const look = () => {
      if (last.current === null || last.current.isConnected || document.activeElement !== document.body)
        return
      if (keeper.current !== box.current && keeper.current?.isConnected) return
      last.current = null
      box.current?.focus({ preventScroll: true })
    }
    // A row goes when the list is read again; the dialog that asked about it gives the focus back before or after that.
    const content = new MutationObserver(look)
    if (box.current !== null) content.observe(box.current, { childList: true, subtree: true })
    const soon = () => requestAnimationFrame(look)
    document.addEventListener('focusout', soon)
    return () => {
      content.disconnect()
      document.removeEventListener('focusout', soon)
    }
  }, [])
  const onFocus = ({ target, nativeEvent }: FocusEvent) => {
    // Dialogs lie elsewhere, and hand the focus back themselves.
    if (!box.current?.contains(target)) return
    last.current = target
    keeper.current = nearest.get(nativeEvent) ?? box.current
    nearest.set(nativeEvent, keeper.current)
  }
  const goOn = () => {
    const was = last.current instanceof HTMLElement && last.current.isConnected ? last.current : null
    const there = was === null || isTaken(was) ? box.current : was
    there?.focus({ preventScroll: true })
  }
  return { ref: box, onFocus, goOn }
}
