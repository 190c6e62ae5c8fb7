import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import { type Cookie, type Engine, type InPage, type Key, looksFor, Seat } from './seat.ts'

const known = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Debian's Firefox, over WebDriver BiDi. */
export async function startFirefox(downloads: string): Promise<Engine> {
  const executablePath = process.env.FIREFOX ?? known.find(existsSync)
  if (executablePath === undefined) throw new Error('Firefox is not installed')
  const browser: Browser = await puppeteer.launch({
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
  let ofSignedIn: BrowserContext | undefined
  return {
    async seat(cookies: Cookie[]) {
      if (cookies.length === 0) return FirefoxSeat.open(await browser.createBrowserContext())
      if (ofSignedIn === undefined) {
        ofSignedIn = browser.defaultBrowserContext()
        await ofSignedIn.setCookie(...cookies)
      }
      return FirefoxSeat.open(ofSignedIn)
    },
    close: () => browser.close(),
  }
}

const inPuppeteer = (place: string) => (place.startsWith('/') ? `::-p-xpath(${place})` : place)

export class FirefoxSeat extends Seat {
  readonly page: Page
  private readonly heard: string[] = []

  private constructor(page: Page) {
    super()
    this.page = page
    page.setDefaultTimeout(looksFor)
    page.on('pageerror', error => this.heard.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error') this.heard.push(message.text())
    })
  }

  static async open(context: BrowserContext): Promise<FirefoxSeat> {
    const page = await context.newPage()
    await page.setViewport({ width: 1366, height: 768 })
    await page.evaluateOnNewDocument(() => {
      const refused: string[] = []
      Object.assign(window, { refused })
      // Before the document there is no element to listen to.
      addEventListener('securitypolicyviolation', event => refused.push(event.blockedURI), true)
    })
    return new FirefoxSeat(page)
  }

  async visit(url: string): Promise<void> {
    await this.page.goto(url)
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewport({ width, height })
  }

  evaluate<Result>(work: InPage<Result>, ...args: string[]): Promise<Result> {
    return this.page.evaluate(work, ...args) as Promise<Result>
  }

  async until(holds: InPage<boolean>, ...args: string[]): Promise<void> {
    await this.page.waitForFunction(holds, {}, ...args)
  }

  async see(place: string): Promise<void> {
    await this.seen(place)
  }

  private async seen(place: string) {
    const seen = await this.page.waitForSelector(inPuppeteer(place), { visible: true })
    if (seen === null) throw new Error(`${place} is not there`)
    return seen
  }

  async gone(place: string): Promise<void> {
    await this.page.waitForSelector(inPuppeteer(place), { hidden: true })
  }

  async click(place: string): Promise<void> {
    await (await this.seen(place)).click()
  }

  async write(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  async press(...keys: Key[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async withControl(key: Parameters<Page['keyboard']['press']>[0]): Promise<void> {
    await this.page.keyboard.down('Control')
    await this.page.keyboard.press(key)
    await this.page.keyboard.up('Control')
  }

  async without(member: string): Promise<void> {
    await this.page.evaluateOnNewDocument(name => {
      Reflect.deleteProperty(window, name)
    }, member)
  }

  async problems(): Promise<string[]> {
    const refused: unknown = await this.page.evaluate(() => Reflect.get(window, 'refused'))
    return [...this.heard, ...(Array.isArray(refused) ? refused.map(String) : [])]
  }

  async picture(path: string): Promise<void> {
    await this.page.screenshot({ path: path as `${string}.png` })
  }

  async close(): Promise<void> {
    await this.page.close()
  }
}
