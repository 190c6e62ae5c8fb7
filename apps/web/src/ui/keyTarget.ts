import { isShown } from './isShown.ts'

/** Whether a key is for what is being filled in, or a dialog or a menu is open: then it is no shortcut of the page. */
export function isTaken(target: EventTarget | null): boolean {
  const field =
    target instanceof Element
      ? target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')
      : null
  // The field of a dialog that has just closed keeps the focus until the next frame: nobody is filling it in.
  if (field !== null && isShown(field)) return true
  return [...document.querySelectorAll('[role="dialog"], [role="menu"]')].some(isOpen)
}

/** The side menu is one too, and always open. */
const isOpen = (element: Element) => isShown(element) && element.closest('aside') === null
