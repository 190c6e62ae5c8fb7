import type { Locator, Page } from '@playwright/test'
import { launch, signedInContext } from './browser.ts'
import { signIn } from './http.ts'
import type { Server } from './server.ts'
import { type Figure, percentile } from './table.ts'

/** 1 on a machine whose browser is as slow by itself as four times slower where the bounds were set. */
const slowdown = Number(process.env.BENCH_SLOWDOWN ?? 4)
const rounds = 3
/** Milliseconds; of the data board what its design names. */
const bounds = {
  opened: 300,
  cameBack: 100,
  article: 100,
  typed: 100,
  board: 1000,
  boardBlocked: 200,
} as const
const typedInto = ['/device/deviceManagement', '/student/studentManagement', '/system/operationLog']
const word = 'abcdefghijklmnop'

const board = '数据看板'

/** Clicking about on a processor that is slowed down, all code there: the menu's pages, open tabs, and words into filters. */
export async function benchNavigation(server: Server): Promise<Figure[]> {
  const browser = await launch()
  try {
    const tokens = await signIn(server.url, 'admin', 'Demo@2026')
    const context = await signedInContext(browser, server.url, tokens)
    const page = await context.newPage()
    await page.addInitScript(measureInPage)
    await page.goto(`${server.url}/home`)
    await page.locator('#root [data-testid=home-body]').waitFor()
    await openMenuPages(page)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const opened: Step[] = []
    const cameBack: Step[] = []
    for (let round = 0; round < rounds; round += 1) {
      await closeAll(page)
      opened.push(...(await openMenuPages(page)))
      cameBack.push(...(await goThroughTabs(page)))
    }
    const read = await readArticles(page)
    const boards: Step[] = []
    const blocked: Step[] = []
    for (let round = 0; round < rounds; round += 1) {
      await closeAll(page)
      boards.push(await clickOn(page, page.getByTestId('side-menu').getByText(board)))
      await page.waitForTimeout(1500)
      blocked.push({ what: board, ms: await page.evaluate(() => Reflect.get(window, 'measuring').blocked()) })
    }
    const typed: Step[] = []
    for (const path of typedInto) typed.push({ what: path, ms: await typeIntoFilter(page, path) })
    return [
      within('from a click in the menu to the content of its page', 'p95', opened, 0.95, bounds.opened),
      within('back to an open tab', 'slowest', cameBack, 1, bounds.cameBack),
      within('an article of 帮助, read for the first time', 'p95', read, 0.95, bounds.article),
      within('from a click to the data board', 'slowest', boards, 1, bounds.board),
      within('the data board: blocked until it is quiet', 'most', blocked, 1, bounds.boardBlocked),
      within(`${word.length} letters into a list's filter: longest task`, 'of all', typed, 1, bounds.typed),
    ]
  } finally {
    await browser.close()
  }
}

interface Step {
  what: string
  ms: number
}

function within(what: string, name: string, steps: readonly Step[], part: number, most: number): Figure {
  const ms = steps.map(step => step.ms)
  const limit = percentile(ms, part)
  const slowest = [...steps].sort((one, other) => other.ms - one.ms).slice(0, 3)
  const named = slowest.map(step => `${step.what} ${step.ms.toFixed(0)}`).join(', ')
  return {
    what: `${what}, at ${slowdown}× slowdown: ${name} of ${steps.length}`,
    value: `${limit.toFixed(0)} ms (p50 ${percentile(ms, 0.5).toFixed(0)}; ${named})`,
    bound: `< ${most} ms`,
    passed: limit < most,
  }
}

interface Measuring {
  /** Milliseconds from a click until the frame after another page has its content, be it what was kept of the last time. */
  click(element: Element): Promise<number>
  /** Milliseconds from a click until the frame after the manual shows the page's article. */
  read(help: Element): Promise<number>
  /** Milliseconds of the longest task over 50 since the last time it was asked for. */
  longestTask(): number
  /** Milliseconds that tasks took beyond 50 each since the last click. */
  blocked(): number
}

/** Runs in the page, before anything else: clocks that do not wait for the browser's driver. */
function measureInPage(): void {
  const waiting = '[role="status"][aria-label]'
  const pane = () => [...document.querySelectorAll('[data-pane]')].find(one => one.checkVisibility())
  const hasContent = (page: Element) => page.textContent !== '' && page.querySelector(waiting) === null
  const painted = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  let longest = 0
  let beyond = 0
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) {
      longest = Math.max(longest, duration)
      beyond += duration - 50
    }
  }).observe({ type: 'longtask' })
  const measuring: Measuring = {
    async click(element) {
      const left = pane()
      beyond = 0
      const began = performance.now()
      if (element instanceof HTMLElement) element.click()
      for (;;) {
        await painted()
        const page = pane()
        if (page !== undefined && page !== left && hasContent(page)) return performance.now() - began
      }
    },
    async read(help) {
      const began = performance.now()
      if (help instanceof HTMLElement) help.click()
      do await painted()
      while ((document.querySelector('.ui-help-text')?.textContent ?? '') === '')
      return performance.now() - began
    },
    longestTask() {
      const seen = longest
      longest = 0
      return seen
    },
    blocked: () => beyond,
  }
  Object.assign(window, { measuring })
}

/** Each page of the menu in turn, its group opened before. */
async function openMenuPages(page: Page): Promise<Step[]> {
  const menu = page.getByTestId('side-menu')
  const groups = menu.locator('[aria-expanded]')
  const steps: Step[] = []
  for (let group = 0; group < (await groups.count()); group += 1) {
    if ((await groups.nth(group).getAttribute('aria-expanded')) !== 'true') await groups.nth(group).click()
    const entries = menu.locator('[aria-expanded=true] + div [role=menuitem]')
    await entries.first().waitFor()
    for (let entry = 0; entry < (await entries.count()); entry += 1) {
      if ((await entries.nth(entry).getAttribute('aria-current')) !== null) continue
      steps.push(await clickOn(page, entries.nth(entry)))
    }
  }
  return steps
}

/** From the last to the first and back: each is left for another one. */
async function goThroughTabs(page: Page): Promise<Step[]> {
  const open = page.getByTestId('tab-strip').locator('button[title]')
  const steps: Step[] = []
  const last = (await open.count()) - 1
  for (let tab = last - 1; tab >= 0; tab -= 1) steps.push(await clickOn(page, open.nth(tab)))
  return steps
}

/** The article of each open tab; the first has brought the manual's own code. */
async function readArticles(page: Page): Promise<Step[]> {
  const tabs = page.getByTestId('tab-strip').locator('button[title]')
  const help = page.getByRole('button', { name: '帮助', exact: true })
  const steps: Step[] = []
  for (let tab = (await tabs.count()) - 1; tab >= 0; tab -= 1) {
    await tabs.nth(tab).click()
    // A hand is there before it presses.
    await help.hover()
    await page.waitForTimeout(300)
    const ms = await help.evaluate(element => {
      const measuring: Measuring = Reflect.get(window, 'measuring')
      return measuring.read(element)
    })
    steps.push({ what: ((await tabs.nth(tab).textContent()) ?? '').trim(), ms })
    await help.click()
  }
  return steps.slice(1)
}

async function clickOn(page: Page, what: Locator): Promise<Step> {
  const ms = await what.evaluate(element => {
    const measuring: Measuring = Reflect.get(window, 'measuring')
    return measuring.click(element)
  })
  // What the page does afterwards is no part of the next click.
  await page.waitForTimeout(300)
  return { what: ((await what.textContent()) ?? '').trim(), ms }
}

async function closeAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: '关闭所有' }).click()
  await page.locator('main[data-pane]').nth(1).waitFor({ state: 'detached' })
  await page.waitForTimeout(300)
}

async function typeIntoFilter(page: Page, path: string): Promise<number> {
  const left = await page.locator('main:visible').elementHandle()
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await left?.waitForElementState('hidden')
  const field = page
    .locator('main:visible .ui-filters input[type=text], main:visible .ui-filters input:not([type])')
    .first()
  await field.click()
  await page.waitForTimeout(1000)
  await page.evaluate(() => Reflect.get(window, 'measuring').longestTask())
  await field.pressSequentially(word, { delay: 60 })
  await page.waitForTimeout(500)
  return page.evaluate((): number => Reflect.get(window, 'measuring').longestTask())
}
