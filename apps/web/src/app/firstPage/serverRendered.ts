let waiting = 0

/**
 * The server's picture of 首页 (firstPage.tsx) lies over the page until nothing waits below it any more: what the browser
 * draws in its place looks the same, and answers. For {@link Waiting}, while it is shown.
 */
export function keepPicture(): () => void {
  waiting += 1
  return () => {
    waiting -= 1
    dropPicture()
  }
}

/** Once everything of this moment stands: what takes the place of what waited may wait itself. */
export function dropPicture(): void {
  queueMicrotask(() => {
    if (waiting === 0) document.getElementById('picture')?.remove()
  })
}
