import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

// What `npm run test:shake` does to browsers; nothing in any other run.

/** How many times slower pages work. */
const slowdown = Number(process.env.E2E_SLOWDOWN ?? 1)
/** How far our clock is ahead of the machine's, in ms; a browser does not stand the library that sets it. */
const ahead = Number(/^\+(\d+)$/.exec(process.env.FAKETIME ?? '')?.[1] ?? 0) * 1000

/** A context whose pages have our clock. */
export async function newContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  if (ahead > 0) await context.addInitScript(setClock, ahead)
  return context
}

export async function slowDown(page: Page): Promise<void> {
  if (slowdown === 1) return
  const debuggerOf = await page.context().newCDPSession(page)
  await debuggerOf.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Runs in the page, before its own code. */
function setClock(ms: number): void {
  const now = () => real.now() + ms
  const real = Date
  globalThis.Date = new Proxy(real, {
    apply: () => new real(now()).toString(),
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
}
