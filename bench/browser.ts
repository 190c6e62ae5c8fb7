import { existsSync } from 'node:fs'
import type { Tokens } from '@drivesim/contract'
import { type Browser, chromium } from '@playwright/test'

/** What people use, where it is; else the one that `npm test` installs. */
const knownBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell'].map(
  name => `/usr/bin/${name}`,
)
/** Undefined: whatever the driver finds. */
export const browserPath = process.env.CHROMIUM ?? knownBrowsers.find(existsSync)
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

export function launch(): Promise<Browser> {
  return chromium.launch({ ...(browserPath && { executablePath: browserPath }), args: browserArguments })
}

/** A context in which somebody is signed in. */
export async function signedInContext(browser: Browser, url: string, tokens: Tokens) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  await context.addCookies([
    { name: 'token', value: tokens.token, url },
    { name: 'refreshToken', value: tokens.refreshToken, url },
  ])
  return context
}
