/** Milliseconds that a scroll by program takes unless a place says otherwise (spec §9). */
const defaultMs = 500

/** Scrolls smoothly; at once for people who asked for reduced motion. */
export function scrollSmoothly(
  element: Element,
  target: { left?: number; top?: number },
  ms: number = defaultMs,
): void {
  const from = { left: element.scrollLeft, top: element.scrollTop }
  const left = within(target.left ?? from.left, element.scrollWidth - element.clientWidth)
  const top = within(target.top ?? from.top, element.scrollHeight - element.clientHeight)
  if (left === from.left && top === from.top) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    element.scrollTo(left, top)
    return
  }
  const start = performance.now()
  const step = (now: number) => {
    const part = Math.min(1, (now - start) / ms)
    const eased = 1 - (1 - part) ** 3
    element.scrollTo(from.left + (left - from.left) * eased, from.top + (top - from.top) * eased)
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

/** What is brought into view stands so far from the edge. */
const margin = 16

/**
 * Scrolls the box as little as shows the element, and again when the box has another size. Where that is, is heard of once
 * it has its place: to ask for it would lay out the page that is just being made.
 * @returns what ends it
 */
export function keepInView(box: HTMLElement, element: Element): () => void {
  const observer = new ResizeObserver(() => {
    const [seen, own] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
    scrollSmoothly(box, {
      left: box.scrollLeft + missing(own.left - seen.left, own.right - seen.right),
      top: box.scrollTop + missing(own.top - seen.top, own.bottom - seen.bottom),
    })
  })
  observer.observe(box)
  return () => observer.disconnect()
}

/** How far something has to move for both its ends to be seen: below zero towards its beginning. */
const missing = (before: number, behind: number) =>
  before < margin ? before - margin : Math.max(0, behind + margin)

const within = (wanted: number, most: number) => Math.max(0, Math.min(wanted, most))
