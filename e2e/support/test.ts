import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { type Account, Api, serverUrl } from './api.ts'
import { slowDown } from './slowDown.ts'

export { expect }

/** What a page said behind its user's back. */
export interface PageProblems {
  /** Problems so far. */
  readonly messages: string[]
  /** Problems that the test brings about itself, such as a failing request. */
  allow(expected: RegExp): void
}

interface TestFixtures {
  /** Who is signed in; null for nobody. */
  account: Account | null
  /**
   * Whether the page opens in a browser that has the application's code already, as at any visit but the first. What is
   * kept of a person (cookies, storage) is new in any case. False where a test is about the code's coming, or does what
   * cannot be taken back: sets the clock, adds a script to every page.
   */
  warm: boolean
  /** The system, called as that person. */
  api: Api
  problems: PageProblems
}

interface WorkerFixtures {
  /** Browsers that stay open between tests, by what their tests set. */
  warmBrowsers: Map<string, Promise<BrowserContext>>
  signedIn: (account: Account) => Promise<Api>
}

/** Half an access token's life: a sign-in that tests share is renewed well before a test meets its end. */
const signInLasts = 5 * 60_000

/**
 * The test that every spec uses: every page is signed in as `account`, on one sign-in per worker and account, and every
 * test fails on a console error, an uncaught exception or a violation of the content security policy.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  account: ['admin', { option: true }],
  warm: [true, { option: true }],
  baseURL: async ({ browserName: _ }, use) => {
    await use(serverUrl())
  },
  signedIn: [
    async ({ browserName: _ }, use) => {
      const known = new Map<Account, { api: Promise<Api>; at: number }>()
      await use(account => {
        const last = known.get(account)
        if (last !== undefined && Date.now() - last.at < signInLasts) return last.api
        const api = Api.signIn(account)
        known.set(account, { api, at: Date.now() })
        return api
      })
    },
    { scope: 'worker' },
  ],
  api: async ({ account, signedIn }, use) => {
    await use(await signedIn(account ?? 'admin'))
  },
  storageState: async ({ account, signedIn }, use) => {
    await use(account === null ? { cookies: [], origins: [] } : stateOf(await signedIn(account)))
  },
  warmBrowsers: [
    async ({ browserName: _ }, use) => {
      const open = new Map<string, Promise<BrowserContext>>()
      await use(open)
      for (const context of await Promise.all(open.values())) await context.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    { warm, account, browser, warmBrowsers, signedIn, locale, contextOptions },
    use,
    testInfo,
  ) => {
    if (!warm) {
      const context = await browser.newContext()
      await use(context)
      await context.close()
      return
    }
    const kind = JSON.stringify([locale, contextOptions])
    const opened = warmBrowsers.get(kind) ?? browser.newContext()
    warmBrowsers.set(kind, opened)
    const context = await opened
    await context.clearCookies()
    if (account !== null) await context.addCookies(cookiesOf(await signedIn(account)))
    await use(context)
    const [first, ...others] = context.pages()
    for (const page of others) await page.close()
    if (first !== undefined && testInfo.status !== 'passed') await first.close()
  },
  page: async ({ context, viewport, contextOptions, warm }, use, testInfo) => {
    const [openPage] = context.pages()
    const page = openPage ?? (await context.newPage())
    if (openPage === undefined) await slowDown(page)
    if (warm) keepClean(page)
    const debuggerOf = await context.newCDPSession(page)
    await debuggerOf.send('Storage.clearDataForOrigin', {
      origin: serverUrl(),
      storageTypes: 'local_storage',
    })
    await debuggerOf.detach()
    if (warm && viewport !== null) await page.setViewportSize(viewport)
    await use(page)
    if (warm && testInfo.status === 'passed' && !page.isClosed())
      await leave(page, contextOptions.reducedMotion)
  },
  problems: [
    async ({ page }, use) => {
      const allowed: RegExp[] = []
      const messages = listen(page)
      await use({ messages, allow: expected => allowed.push(expected) })
      const unexpected = messages.filter(problem => !allowed.some(pattern => pattern.test(problem)))
      expect(unexpected, 'console errors, exceptions and policy violations').toEqual([])
    },
    { auto: true },
  ],
})

/** What cannot be taken back of a page is not for one that stays. */
function keepClean(page: Page): void {
  const refuse = () => {
    throw new Error('it would stay: set `warm: false`')
  }
  page.addInitScript = async () => refuse()
  Object.defineProperty(page, 'clock', { get: refuse, configurable: true })
}

const listenedTo = [
  'console',
  'dialog',
  'download',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

/**
 * Takes back what a test did to a page, so that the next test may use it: a used page needs two thirds of a new page's
 * processor time. The address that it waits at has the server's storage, and no program.
 */
async function leave(page: Page, reducedMotion: 'reduce' | 'no-preference' | null = null): Promise<void> {
  for (const event of listenedTo) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/health/live')
  await page.evaluate(() => sessionStorage.clear())
  await page.mouse.move(-1, -1)
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion })
}

/** Notes what goes wrong on a page without anybody seeing it. */
function listen(page: Page): string[] {
  const messages: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') messages.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => messages.push(`exception: ${error.message}`))
  return messages
}

function stateOf(api: Api): Exclude<BrowserContextOptions['storageState'], string | undefined> {
  return { cookies: cookiesOf(api), origins: [] }
}

/** What the browser keeps of a sign-in; added to a context, its pages are that person's. */
export function cookiesOf({ tokens }: Api) {
  const cookie = (name: string, value: string) => ({
    name,
    value,
    domain: '127.0.0.1',
    path: '/',
    expires: Math.floor(Date.now() / 1000) + 86_400,
    httpOnly: false,
    secure: false,
    sameSite: 'Strict' as const,
  })
  return [cookie('token', tokens.token), cookie('refreshToken', tokens.refreshToken)]
}

/** A second browser of the same person: own cookies, own local storage. */
export async function anotherBrowser(browser: Browser, api: Api): Promise<Page> {
  const context = await browser.newContext({ baseURL: serverUrl(), storageState: stateOf(api) })
  return context.newPage()
}
