import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { launch, signedInContext } from './browser.ts'
import { signIn } from './http.ts'
import { serveReference } from './reference.ts'
import { root, type Server } from './server.ts'
import { type Figure, percentile } from './table.ts'

const slowdown = 4

/**
 * Times in a browser are those of the machine: what a page may take is a multiple of what the reference page takes in
 * the same run.
 */
const bounds = { blocked: 0.5, painted: 1.5 } as const

/** The size budgets, as `npm test` checks them. */
export async function benchSizes(): Promise<Figure[]> {
  const check = promisify(execFile)('node', [join(root, 'scripts/check-size.mjs')], { cwd: root })
  // What is too large ends it with code 1 and is in the lines all the same.
  const { stdout } = await check.catch((error: { stdout: string }) => error)
  return [...stdout.matchAll(/^size: (.+): ([\d.]+) of ([\d.]+) kB (.+)$/gm)].map(
    ([, what = '', size, limit, word]) => ({
      what: `JavaScript of the ${what}: received`,
      value: `${size} kB`,
      bound: `≤ ${limit} kB`,
      passed: word === 'ok',
    }),
  )
}

/** How long the page cannot answer while it loads, and when its largest part is painted, on a processor four times slower. */
export async function benchLoading(server: Server): Promise<Figure[]> {
  const browser = await launch()
  const reference = await serveReference()
  try {
    const tokens = await signIn(server.url, 'admin', 'Demo@2026')
    const least = await loadings(() => browser.newContext(), reference.url, 'button')
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
    const figure = (what: string, pages: readonly Loading[], name: keyof Loading, most: number) => {
      const of = (loadings: readonly Loading[]) => loadings.map(timeLoading => timeLoading[name])
      const middle = percentile(of(pages), 0.5)
      const range = `${Math.min(...of(pages)).toFixed(2)} – ${Math.max(...of(pages)).toFixed(2)}`
      const leastOf = percentile(of(least), 0.5)
      const times = middle / leastOf
      return {
        what: `${what}, at ${slowdown}× slowdown, of the reference page's`,
        value: `${times.toFixed(2)}× (${middle.toFixed(2)} s, ${range}, of ${leastOf.toFixed(2)} s)`,
        bound: `≤ ${most}×`,
        passed: times <= most,
      }
    }
    return [
      figure('sign-in page: blocked', login, 'blocked', bounds.blocked),
      figure('sign-in page: largest paint', login, 'painted', bounds.painted),
      figure('first page: blocked', home, 'blocked', bounds.blocked),
      figure('first page: largest paint', home, 'painted', bounds.painted),
    ]
  } finally {
    await reference.stop()
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
