/**
 * Starts something in a task of its own, so that everything a new page starts does not block a slow processor at once. By a
 * timer, not by a frame: a page that is not visible has no frames.
 * @param run returns what ends it
 * @returns what cancels it, or ends it if it has started
 */
export function inOwnTask(run: () => (() => void) | undefined): () => void {
  let end: (() => void) | undefined
  const timer = setTimeout(() => {
    end = run()
  })
  return () => {
    clearTimeout(timer)
    end?.()
  }
}
