import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { serverUrl } from '../api.ts'
import { freePort } from '../server.ts'
import { type Cookie, type Engine, type InPage, type Key, looksFor, Seat } from './seat.ts'
import { DriverError, Session } from './webdriver.ts'

/** Debian's WebKit in its small browser, on a screen of its own, over WebDriver. */
export async function startWebKit(): Promise<Engine> {
  const browser = smallBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-webkit-'))
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')
  const port = await freePort()
  const config = join(folder, 'gtk-3.0')
  mkdirSync(config)
  writeFileSync(join(config, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      HOME: folder,
      TZ: 'Asia/Shanghai',
      XDG_CACHE_HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    },
  })
  const stop = async () => {
    await Promise.all([driver, screen].map(end))
    // What the browser started may still write into it.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  const session = await opened(`http://127.0.0.1:${port}`, browser).catch(async error => {
    await stop()
    throw error
  })
  return {
    async seat(cookies: Cookie[]) {
      const seat = new WebKitSeat(session)
      // No page of ours, nor one that is listened to: cookies are set where they belong.
      const start = `${serverUrl()}/health/live`
      await session.post('url', { url: start })
      await seat.until(url => location.href === url && document.readyState === 'complete', start)
      await session.delete('/cookie')
      for (const { expires, ...cookie } of cookies)
        await session.post('cookie', { cookie: { ...cookie, expiry: expires } })
      await seat.resize(1366, 768)
      return seat
    },
    async close() {
      await session.delete()
      await stop()
    },
  }
}

/** Beside the library of whatever platform this is. */
function smallBrowser(): string {
  const found = readdirSync('/usr/lib')
    .map(platform => `/usr/lib/${platform}/webkit2gtk-4.1/MiniBrowser`)
    .find(existsSync)
  if (found === undefined) throw new Error('WebKit is not installed')
  return found
}

/** The driver takes a moment before it listens. */
async function opened(driver: string, binary: string): Promise<Session> {
  const until = Date.now() + looksFor
  for (;;)
    try {
      return await Session.open(driver, {
        // What is looked at says itself when it is there, and is listened to before that.
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
    } catch (error) {
      if (error instanceof DriverError || Date.now() > until) throw error
      await after(50)
    }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

class WebKitSeat extends Seat {
  private readonly session: Session
  /** Of pages that were left. */
  private readonly heard: string[] = []

  constructor(session: Session) {
    super()
    this.session = session
  }

  async visit(url: string): Promise<void> {
    this.heard.push(...(await this.session.run(leave, [])))
    await this.session.post('url', { url })
    await soon(`${url} comes`, () => this.session.run(listen, []), 2)
  }

  async reload(): Promise<void> {
    await this.visit(await this.session.run(() => location.href, []))
  }

  /** The window, which has a bar above its page and is never narrower than that. */
  async resize(width: number, height: number): Promise<void> {
    await this.session.post('window/rect', { width, height })
  }

  evaluate<Result>(work: InPage<Result>, ...args: string[]): Promise<Result> {
    return this.session.run(work, args)
  }

  async until(holds: InPage<boolean>, ...args: string[]): Promise<void> {
    await soon(`${holds} of ${args.join()}`, () => this.session.run(holds, args))
  }

  async see(place: string): Promise<void> {
    await soon(`${place} is seen`, () => this.session.run(isSeen, [place]))
  }

  async gone(place: string): Promise<void> {
    await soon(`${place} is gone`, async () => !(await this.session.run(isSeen, [place])))
  }

  async click(place: string): Promise<void> {
    await this.see(place)
    await soon(`${place} is clicked`, async () => {
      await this.session.click(place)
      return true
    })
  }

  async write(text: string): Promise<void> {
    await this.session.write(text)
  }

  async press(...keys: Key[]): Promise<void> {
    for (const key of keys) await this.session.keys(key)
  }

  async withControl(key: string): Promise<void> {
    await this.session.keys('Control', key)
  }

  async without(member: string): Promise<void> {
    if (await this.session.run(name => name in window, [member]))
      throw new Error(`WebKit has ${member} by now`)
  }

  async problems(): Promise<string[]> {
    return [...this.heard, ...(await this.session.run(heardHere, []))]
  }

  async picture(path: string): Promise<void> {
    writeFileSync(path, await this.session.screenshot())
  }

  async close(): Promise<void> {
    await this.session.post('url', { url: 'about:blank' })
  }
}

/** The driver runs nothing before a page does; this runs before the page's modules. */
function listen(): boolean {
  if (Reflect.get(window, 'left') === true) return false
  const heard: string[] = []
  Object.assign(window, { heard })
  // That sizes are told with the next frame is an event of this kind, too, and no error.
  addEventListener('error', event => {
    if (event.error instanceof Error) heard.push(event.message)
  })
  addEventListener('unhandledrejection', event => heard.push(String(event.reason)))
  addEventListener('securitypolicyviolation', event => heard.push(`refused: ${event.blockedURI}`), true)
  const aloud = console.error
  console.error = (...said: unknown[]) => {
    heard.push(said.map(String).join(' '))
    aloud(...said)
  }
  return true
}

function heardHere(): string[] {
  const heard: unknown = Reflect.get(window, 'heard')
  return Array.isArray(heard) ? heard.map(String) : []
}

function leave(): string[] {
  Object.assign(window, { left: true })
  const heard: unknown = Reflect.get(window, 'heard')
  return Array.isArray(heard) ? heard.map(String) : []
}

function isSeen(place: string): boolean {
  const found = place.startsWith('/')
    ? document.evaluate(place, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue
    : document.querySelector(place)
  if (!(found instanceof Element)) return false
  const { width, height } = found.getBoundingClientRect()
  return width > 0 && height > 0 && getComputedStyle(found).visibility === 'visible'
}

/** What the driver says of a page that is just changing. */
const passing = [
  'no such element',
  'no such frame',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
  'javascript error',
]

/** Asks until it holds. */
async function soon(what: string, holds: () => Promise<boolean>, everyMs = 50): Promise<void> {
  const until = Date.now() + looksFor
  let why = ''
  while (Date.now() < until) {
    try {
      if (await holds()) return
    } catch (error) {
      if (!(error instanceof DriverError) || !passing.includes(error.code)) throw error
      why = `: ${error.message}`
    }
    await after(everyMs)
  }
  throw new Error(`not within ${looksFor / 1000} s: ${what}${why}`)
}
