import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The cookie's name; it goes with token calls only. */
export const browserCookie = 'browser'

/** Accounts that a browser is known for; on a shared computer the one that signed in longest ago is forgotten first. */
const mostAccounts = 8

/** A browser that somebody signed in with before, by the cookie it got then. */
export interface KnownBrowser {
  readonly id: string
  /** Marks of the accounts that signed in with it, the latest first. */
  readonly accounts: readonly string[]
}

export interface Browsers {
  /** The browser behind a cookie's value; null for none, a forged or a foreign one. */
  read(cookie: string | null): KnownBrowser | null
  knows(browser: KnownBrowser | null, account: string): boolean
  /** The value of the cookie once this account has signed in. */
  remember(browser: KnownBrowser | null, account: string): string
}

/**
 * Browsers are told apart by a signed cookie, so that strangers' tries cost nothing to people who signed in before. It names
 * no account, and it is no credential: it only decides which tries count together.
 */
export function makeBrowsers(secret: string): Browsers {
  const sign = (text: string) =>
    createHmac('sha256', secret).update(`browser ${text}`).digest('base64url').slice(0, 32)
  const markOf = (account: string) => sign(`account ${account.toLowerCase()}`).slice(0, 12)

  return {
    read(cookie) {
      const [, content, id, marks, mac] = /^((\w{24})\.([\w.-]+))\.([\w-]{32})$/.exec(cookie ?? '') ?? []
      if (content === undefined || id === undefined || marks === undefined || mac === undefined) return null
      return timingSafeEqual(Buffer.from(mac), Buffer.from(sign(content)))
        ? { id, accounts: marks.split('.') }
        : null
    },
    knows: (browser, account) => browser?.accounts.includes(markOf(account)) ?? false,
    remember(browser, account) {
      const mark = markOf(account)
      const others = (browser?.accounts ?? []).filter(one => one !== mark)
      const id = browser?.id ?? randomBytes(12).toString('hex')
      const content = [id, mark, ...others].slice(0, mostAccounts + 1).join('.')
      return `${content}.${sign(content)}`
    },
  }
}
