/**
 * Begins something in a task of its own: what the page as it first stands sets going would block a slow processor all at once.
 * In time, not with a frame: a page that nobody looks at has none.
 * @param run gives what ends it
 * @returns what calls it off, or ends it
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
