import type { Page } from '@playwright/test'

/** A page that lives at a time of its own: what answers say of the server's clock, which the page follows, is not heard. */
export async function ownClock(page: Page, time: number | Date): Promise<void> {
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function of(name) {
      return name === 'date' ? null : get.call(this, name)
    }
  })
  await page.clock.install({ time })
}
