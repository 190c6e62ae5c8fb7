/** Whether something is on the screen, and not in a tab behind it or folded away. */
export function isShown(element: Element): boolean {
  // Safari has it since 17.4.
  if (typeof element.checkVisibility === 'function')
    return element.checkVisibility({ visibilityProperty: true })
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
}
