import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { launch, signedInContext } from './browser.ts'
import { signIn } from './http.ts'
import { root, type Server } from './server.ts'
import type { Figure } from './table.ts'

const slowdown = 4

/** The size budgets, as `npm test` checks them. */
export async function benchSizes(): Promise<Figure[]> {
  const check = promisify(execFile)('node', [join(root, 'scripts/check-size.mjs')], { cwd: root })
  // What is too large ends it with code 1 and is in the lines all the same.
  const { stdout } = await check.catch((error: { stdout: string }) => error)
  return [...stdout.matchAll(/^size: (.+): ([\d.]+) of ([\d.]+) kB (.+)$/gm)].map(
    ([, what = '', size, limit, word]) => ({
      what: `JavaScript of the ${what}, gzip`,
      value: `${size} kB`,
      bound: `≤ ${limit} kB`,
      passed: word === 'ok',
    }),
  )
}

/** How long the page cannot answer while it loads, on a processor four times slower. */
export async function benchBlocking(server: Server): Promise<Figure[]> {
  const browser = await launch()
  try {
    const anonymous = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    const login = await blocking(await anonymous.newPage(), `${server.url}/login`, 'button[type=submit]')
    const tokens = await signIn(server.url, 'admin', 'Demo@2026')
    const context = await signedInContext(browser, server.url, tokens)
    const home = await blocking(await context.newPage(), `${server.url}/home`, '.home-body')
    const figure = (what: string, seconds: number, most: number) => ({
      what: `blocking at ${slowdown}× slowdown: ${what}`,
      value: `${seconds.toFixed(2)} s`,
      bound: `< ${most} s`,
      passed: seconds < most,
    })
    return [figure('sign-in page', login, 0.2), figure('first page', home, 0.6)]
  } finally {
    await browser.close()
  }
}

/** The sum of what every long task takes beyond 50 ms, until the page stands and has been quiet for a second. */
async function blocking(page: Page, url: string, standing: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) sum += duration - 50
      Object.assign(window, { blockedMs: sum })
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(url)
  await page.locator(standing).first().waitFor()
  await page.waitForTimeout(1000)
  return (await page.evaluate(() => Number(Reflect.get(window, 'blockedMs') ?? 0))) / 1000
}
