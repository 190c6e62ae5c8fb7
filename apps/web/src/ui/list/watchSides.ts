/**
 * For browsers without scroll-state queries (Firefox, Safari): marks the sides of a box where there is more to scroll to. Pinned
 * columns cast their shadow by these marks. A ref of the box.
 */
export function watchSides(box: HTMLElement | null): (() => void) | undefined {
  if (box === null || CSS.supports('container-type', 'scroll-state')) return undefined
  const look = () => {
    box.toggleAttribute('data-more-start', box.scrollLeft > 0)
    box.toggleAttribute('data-more-end', box.scrollLeft < box.scrollWidth - box.clientWidth - 1)
  }
  const sizes = new ResizeObserver(look)
  for (const element of [box, ...box.children]) sizes.observe(element)
  box.addEventListener('scroll', look, { passive: true })
  return () => {
    sizes.disconnect()
    box.removeEventListener('scroll', look)
  }
}
