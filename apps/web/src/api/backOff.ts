/** The wait in ms before retry `attempt` (0 is the first): doubling up to a limit, spread so that browsers do not return in step. */
export function backOff(attempt: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }) {
  const full = Math.min(longestMs, firstMs * 2 ** attempt)
  return full * (0.5 + Math.random() / 2)
}

/** Waits, but not longer than until the browser says that the network is back, or until it is given up. */
export function pause(ms: number, givenUp?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      givenUp?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    givenUp?.addEventListener('abort', end)
  })
}
