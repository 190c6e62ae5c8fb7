import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { launch, signedInContext } from './browser.ts'
import { signIn } from './http.ts'
import { root, type Server } from './server.ts'
import { type Figure, percentile } from './table.ts'

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

/** How long the page cannot answer while it loads, and when its largest part is painted, on a processor four times slower. */
export async function benchLoading(server: Server): Promise<Figure[]> {
  const browser = await launch()
  try {
    const tokens = await signIn(server.url, 'admin', 'Demo@2026')
    const login = await loadings(
      () => browser.newContext({ viewport: { width: 1366, height: 768 } }),
      `${server.url}/login`,
      'button[type=submit]',
    )
    const home = await loadings(
      () => signedInContext(browser, server.url, tokens),
      `${server.url}/home`,
      // The page, not what the server rendered of it.
      '#root [data-testid=home-body]',
    )
    const figure = (what: string, values: readonly number[], most: number) => {
      const middle = percentile(values, 0.5)
      const range = `${Math.min(...values).toFixed(2)} – ${Math.max(...values).toFixed(2)}`
      return {
        what: `${what}, at ${slowdown}× slowdown`,
        value: `${middle.toFixed(2)} s (${range})`,
        bound: `< ${most} s`,
        passed: middle < most,
      }
    }
    const of = (pages: readonly Loading[], name: keyof Loading) => pages.map(page => page[name])
    return [
      figure('sign-in page: blocked', of(login, 'blocked'), 0.2),
      figure('sign-in page: largest paint', of(login, 'painted'), 1),
      figure('first page: blocked', of(home, 'blocked'), 0.2),
      figure('first page: largest paint', of(home, 'painted'), 1),
    ]
  } finally {
    await browser.close()
  }
}

/** In seconds. */
interface Loading {
  /** What every long task takes beyond 50 ms, until the page stands and has been quiet for a second. */
  blocked: number
  /** The largest contentful paint. */
  painted: number
}

const rounds = 5

async function loadings(open: () => Promise<BrowserContext>, url: string, standing: string) {
  const seen: Loading[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await open()
    seen.push(await loading(await context.newPage(), url, standing))
    await context.close()
  }
  return seen
}

async function loading(page: Page, url: string, standing: string): Promise<Loading> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(() => {
    const loading = { blocked: 0, painted: 0 }
    Object.assign(window, { loading })
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) loading.blocked += (duration - 50) / 1000
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver(list => {
      for (const { startTime } of list.getEntries()) loading.painted = startTime / 1000
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(url)
  await page.locator(standing).first().waitFor()
  await page.waitForTimeout(1000)
  return page.evaluate((): Loading => Reflect.get(window, 'loading'))
}
