import type { Page } from '@playwright/test'
import { signedInContext } from './browser.ts'
import type { Figure } from './table.ts'
import { type WatchResult, watch } from './watch.ts'
import type { Watcher } from './watcher.ts'

const turnPx = 240
const turnMs = 50
const turnsAtOnce = 10
/** What loading still does when the rows are there is not scrolling. */
const standMs = 3_000

/** Rows enough to see whether their number matters: a thousand tiles of the live board, and the longest page of a table. */
export async function benchRows(
  { browser, server, tokens, board }: Watcher,
  load: { simulators: number; changesPerSecond: number; seconds: number },
): Promise<Figure[]> {
  const { simulators, changesPerSecond, seconds } = load
  const context = await signedInContext(browser, server.url, tokens)
  const openPage = async (path: string, last: string, rows: number) => {
    const page = await context.newPage()
    await page.goto(server.url + path)
    await page
      .locator(last)
      .nth(rows - 1)
      .waitFor({ state: 'attached' })
    await page.waitForTimeout(standMs)
    return page
  }
  try {
    const live = await openPage(board, 'a[data-state]', simulators)
    const tiles = await scrollRows(live, seconds)
    await live.close()
    const list = await openPage('/device/deviceManagement?size=100', '.ui-row', 100)
    const table = await scrollRows(list, seconds / 2)
    const seen = `${Math.round(tiles.changes / seconds)} changes a second seen`
    return [
      figure(
        `${simulators} tiles, ${changesPerSecond} lessons begun or ended a second, clocks; scrolled ${seconds} s`,
        tiles.long,
        `; ${seen}`,
        // What nobody saw change would have been easy to scroll.
        tiles.changes >= 0.9 * changesPerSecond * seconds,
      ),
      figure(`100 rows of the device list, scrolled ${seconds / 2} s`, table.long, '', true),
    ]
  } finally {
    await context.close()
  }
}

function figure(what: string, long: readonly number[], more: string, sound: boolean): Figure {
  const longest = long.length === 0 ? '' : ` (longest ${Math.max(...long).toFixed(0)} ms)`
  return {
    what: `${what}: tasks over 50 ms`,
    value: `${long.length || 'none'}${longest}${more}`,
    bound: 'none',
    passed: long.length === 0 && sound,
  }
}

/** Down to the end and up again, with real turns of the wheel. */
async function scrollRows(page: Page, seconds: number): Promise<WatchResult> {
  const pane = await page.locator('main:visible').elementHandle()
  const box = await pane?.boundingBox()
  if (!pane || !box) throw new Error('the page is not on the screen')
  const watched = await watch(page)
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2)
  let direction = 1
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    for (let turn = 0; turn < turnsAtOnce; turn += 1) {
      await page.mouse.wheel(0, direction * turnPx)
      await page.waitForTimeout(turnMs)
    }
    direction = await pane.evaluate(({ scrollTop, scrollHeight, clientHeight }, before) => {
      if (scrollTop < 1) return 1
      return scrollTop + clientHeight > scrollHeight - 1 ? -1 : before
    }, direction)
  }
  return watched()
}
