/**
 * For browsers without scroll-state queries (Firefox, Safari): says at a box that scrolls across on which sides there is more, by which
 * what is pinned casts its shadow. A ref of the box.
 */
export function watchSides(box: HTMLElement | null): (() => void) | undefined {
  if (box === null || CSS.supports('container-type', 'scroll-state')) return undefined
  const look = () => {
    box.toggleAttribute('data-more-start', box.scrollLeft > 0)
    box.toggleAttribute('data-more-end', box.scrollLeft < box.scrollWidth - box.clientWidth - 1)
  }
  const sizes = new ResizeObserver(look)
  for (const one of [box, ...box.children]) sizes.observe(one)
  box.addEventListener('scroll', look, { passive: true })
  return () => {
    sizes.disconnect()
    box.removeEventListener('scroll', look)
  }
}
