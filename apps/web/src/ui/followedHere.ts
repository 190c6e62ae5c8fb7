import type { MouseEvent } from 'react'

/**
 * Whether a click on a link is for this window: then the browser does not follow it, and the caller does. With Ctrl, Shift or the
 * middle button it opens another one by itself.
 */
export function followedHere(event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  event.preventDefault()
  return true
}
