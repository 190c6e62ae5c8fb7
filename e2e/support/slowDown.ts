import type { Page } from '@playwright/test'

/** How many times slower pages work: `npm run test:shake` says so, no other run. */
const rate = Number(process.env.E2E_SLOWDOWN ?? 1)

export async function slowDown(page: Page): Promise<void> {
  if (rate === 1) return
  const debuggerOf = await page.context().newCDPSession(page)
  await debuggerOf.send('Emulation.setCPUThrottlingRate', { rate })
}
