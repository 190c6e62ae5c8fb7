import { patience } from '../pace.ts'

/** How an element is named in the protocol (W3C WebDriver, §12). */
const element = 'element-6066-11e4-a52e-4f735466cecf'

const printable: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Control: '\uE009',
  ArrowDown: '\uE015',
}
/** A key as the protocol has it. */
const signOf = (key: string) => printable[key] ?? key

/** What a driver refuses, by the protocol's word for it. */
export class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** A session with a driver: the few calls of W3C WebDriver that the tests need. */
export class Session {
  private readonly base: string

  private constructor(base: string) {
    this.base = base
  }

  /** @param capabilities as the driver wants them */
  static async open(driver: string, capabilities: Record<string, unknown>): Promise<Session> {
    const made = await call(`${driver}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } })
    const session = new Session(`${driver}/session/${Reflect.get(Object(made), 'sessionId')}`)
    await session.post('timeouts', { pageLoad: patience(15_000), script: patience(8_000) })
    return session
  }

  post(path: string, body: object = {}): Promise<unknown> {
    return call(`${this.base}/${path}`, 'POST', body)
  }

  delete(path = ''): Promise<unknown> {
    return call(`${this.base}${path}`, 'DELETE')
  }

  async run<Result>(work: (...args: string[]) => Result, args: string[]): Promise<Result> {
    const script = `return (${work}).apply(null, arguments)`
    return (await this.post('execute/sync', { script, args })) as Result
  }

  /** Clicks what the selector, or the path of XPath, finds first. */
  async click(place: string): Promise<void> {
    const using = place.startsWith('/') ? 'xpath' : 'css selector'
    const found = await this.post('element', { using, value: place })
    await this.post(`element/${Reflect.get(Object(found), element)}/click`)
  }

  /** Pressed one after the other, held until the last one was. */
  async keys(...pressed: string[]): Promise<void> {
    const signs = pressed.map(signOf)
    const down = signs.map(value => ({ type: 'keyDown', value }))
    const up = signs.toReversed().map(value => ({ type: 'keyUp', value }))
    await this.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }] })
  }

  async write(text: string): Promise<void> {
    for (const sign of text) await this.keys(sign)
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await call(`${this.base}/screenshot`, 'GET')), 'base64')
  }
}

async function call(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const read: unknown = await response.json()
  const value: unknown = Reflect.get(Object(read), 'value')
  if (response.ok) return value
  const { error, message } = Object(value)
  throw new DriverError(String(error), String(message))
}
