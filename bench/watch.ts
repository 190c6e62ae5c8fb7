import type { Page } from '@playwright/test'

export interface WatchResult {
  /** Milliseconds of every task over 50. */
  long: number[]
  /** Of a tile to another state. */
  changes: number
}

/** Watches a page from now on; the function tells what was seen until it is asked. */
export async function watch(page: Page): Promise<() => Promise<WatchResult>> {
  await page.evaluate(() => {
    const long: number[] = []
    const watched = { long, changes: 0 }
    Object.assign(window, { watched })
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) long.push(duration)
    }).observe({ type: 'longtask' })
    new MutationObserver(({ length }) => {
      watched.changes += length
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-state'] })
  })
  return () => page.evaluate((): WatchResult => Reflect.get(window, 'watched'))
}
