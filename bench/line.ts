import type { BrowserContext } from '@playwright/test'
import { launch, signedInContext } from './browser.ts'
import { signIn } from './http.ts'
import type { Server } from './server.ts'
import { type Figure, percentile } from './table.ts'

const rounds = 3
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** What a browser that has nothing yet receives, and how long that takes on a slow line. */
export async function benchLine(server: Server): Promise<Figure[]> {
  const browser = await launch()
  try {
    const tokens = await signIn(server.url, 'admin', 'Demo@2026')
    const signedOut = () => browser.newContext({ viewport: { width: 1366, height: 768 } })
    const received = await receivedBy(await signedOut(), `${server.url}/login`)
    return [
      {
        what: 'sign-in page with all that it fetches ahead, nothing kept: received',
        value: `${(received / 1000).toFixed(0)} kB`,
        bound: '≤ 420 kB',
        passed: received <= 420_000,
      },
      await usable('sign-in page', 3, signedOut, `${server.url}/login`, 'button[type=submit]'),
      await usable(
        'first page',
        5,
        () => signedInContext(browser, server.url, tokens),
        `${server.url}/home`,
        // The page, not what the server rendered of it.
        '#root [data-testid=home-body]',
      ),
    ]
  } finally {
    await browser.close()
  }
}

/** Bytes on the line until it is quiet, headers included. */
async function receivedBy(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let received = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return received
}

/** @param most seconds, from the navigation until `standing` is there */
async function usable(
  what: string,
  most: number,
  open: () => Promise<BrowserContext>,
  url: string,
  standing: string,
): Promise<Figure> {
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await open()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slowLine)
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(standing).first().waitFor()
    seconds.push((await page.evaluate(() => performance.now())) / 1000)
    await context.close()
  }
  const middle = percentile(seconds, 0.5)
  return {
    what: `${what} on a line of 1.6 Mbit/s and 150 ms, nothing kept: usable`,
    value: `${middle.toFixed(2)} s (${Math.min(...seconds).toFixed(2)} – ${Math.max(...seconds).toFixed(2)})`,
    bound: `< ${most} s`,
    passed: middle < most,
  }
}
