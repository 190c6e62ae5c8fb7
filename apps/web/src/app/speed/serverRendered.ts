let waiting = 0

/**
 * The HTML of 首页 that the server rendered (firstPage.tsx) lies over the page until nothing waits below it any more: what
 * the browser draws in its place looks the same, and answers. For {@link Waiting}, while it is shown.
 */
export function keepServerRendered(): () => void {
  waiting += 1
  return () => {
    waiting -= 1
    dropServerRendered()
  }
}

/** Once everything of this moment stands: what takes the place of what waited may wait itself. */
export function dropServerRendered(): void {
  queueMicrotask(() => {
    if (waiting === 0) document.getElementById('server-rendered')?.remove()
  })
}
