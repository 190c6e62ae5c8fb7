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

const within = (wanted: number, most: number) => Math.max(0, Math.min(wanted, most))
