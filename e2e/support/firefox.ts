import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import puppeteer, { type Browser, type BrowserContext, type ElementHandle, type Page } from 'puppeteer-core'
import { Api, serverUrl } from './api.ts'
import { patience } from './pace.ts'
import { cookiesOf } from './test.ts'

export { expect }

const known = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** A page of Firefox, looked at as a person does: nothing is clicked before it is there. */
export class Seat {
  readonly page: Page
  /** Uncaught exceptions and errors on the console. */
  readonly problems: string[] = []

  private constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(patience(8_000))
    page.on('pageerror', error => this.problems.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error') this.problems.push(message.text())
    })
  }

  static async open(context: BrowserContext): Promise<Seat> {
    const page = await context.newPage()
    await page.setViewport({ width: 1366, height: 768 })
    await page.evaluateOnNewDocument(() => {
      const refused: string[] = []
      Object.assign(window, { refused, printed: 0 })
      // Before the document there is no element to listen to.
      addEventListener('securitypolicyviolation', event => refused.push(event.blockedURI), true)
      Object.assign(window, { print: () => Object.assign(window, { printed: 1 }) })
    })
    return new Seat(page)
  }

  /** Goes to an address as somebody who types it, and waits until nothing is on its way. */
  async go(path: string): Promise<void> {
    await this.page.goto(serverUrl() + path)
    await this.settled()
  }

  async settled(): Promise<void> {
    await this.until(
      () =>
        document.querySelector('main') !== null &&
        document.getElementById('server-rendered') === null &&
        document.querySelector('[role=status][aria-label=正在加载]') === null &&
        !document.body.innerText.includes('加载中...'),
    )
  }

  /** Waits until the page says so. */
  async until(holds: (...args: string[]) => boolean, ...args: string[]): Promise<void> {
    await this.page.waitForFunction(holds, {}, ...args)
  }

  /** What is seen of these selectors of Puppeteer's, once it is. */
  async see(selector: string): Promise<ElementHandle> {
    const seen = await this.page.waitForSelector(selector, { visible: true })
    if (seen === null) throw new Error(`${selector} is not there`)
    return seen
  }

  /** Waits until nothing of it is left. */
  async gone(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { hidden: true })
  }

  async click(selector: string): Promise<void> {
    await (await this.see(selector)).click()
  }

  async type(selector: string, text: string): Promise<void> {
    await this.click(selector)
    await this.page.keyboard.type(text)
  }

  async press(...keys: Parameters<Page['keyboard']['press']>[0][]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }
}

const xpath = (path: string) => `::-p-xpath(${path})`
/** A button by its words, on the page or in the form or dialog over it. */
export const button = (words: string) => xpath(`//button[normalize-space(.)="${words}"]`)
export const inDialog = {
  button: (words: string) => xpath(`//*[@role="dialog"]//button[normalize-space(.)="${words}"]`),
  field: (label: string) => xpath(`//*[@id=//*[@role="dialog"]//label[normalize-space(.)="${label}"]/@for]`),
}
export const dialog = (title: string) =>
  xpath(
    `//*[@role="dialog"][@aria-label="${title}" or @aria-labelledby=//*[normalize-space(.)="${title}"]/@id]`,
  )
export const menuItem = (words: string) => xpath(`//*[@role="menuitem"][normalize-space(.)="${words}"]`)
export const words = (sentence: string) => xpath(`//*[normalize-space(text())="${sentence}"]`)

interface WorkerFixtures {
  /** Firefox with nobody signed in: a context of its own for each who asks. */
  firefox: Browser
  downloads: string
  /** The system, called as the administrator. */
  api: Api
  signedIn: BrowserContext
}

/** The test of this folder: a page of Firefox, signed in as the administrator, that must end without a problem. */
export const test = base.extend<{ seat: Seat }, WorkerFixtures>({
  downloads: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'drivesim-firefox-'))
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  firefox: [
    async ({ downloads }, use) => {
      const executablePath = process.env.FIREFOX ?? known.find(existsSync)
      if (executablePath === undefined) throw new Error('Firefox is not installed')
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        args: ['-width', '1366', '-height', '900'],
        env: { ...process.env, TZ: 'Asia/Shanghai' },
        extraPrefsFirefox: {
          'intl.accept_languages': 'zh-CN',
          'ui.prefersReducedMotion': 1,
          'ui.systemUsesDarkTheme': 0,
          'browser.download.folderList': 2,
          'browser.download.dir': downloads,
          'browser.download.useDownloadDir': true,
          'browser.download.alwaysOpenPanel': false,
        },
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      await use(await Api.signIn('admin'))
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ firefox, api }, use) => {
      const context = firefox.defaultBrowserContext()
      await context.setCookie(...cookiesOf(api))
      await use(context)
    },
    { scope: 'worker' },
  ],
  seat: async ({ signedIn }, use, testInfo) => {
    const seat = await Seat.open(signedIn)
    await use(seat)
    if (testInfo.status !== testInfo.expectedStatus) {
      const path = testInfo.outputPath('page.png')
      await seat.page.screenshot({ path })
      testInfo.attachments.push({ name: 'page', path, contentType: 'image/png' })
    }
    const { problems } = seat
    await seat.page.close()
    expect(problems).toEqual([])
  },
})
