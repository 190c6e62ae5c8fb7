import type { Page } from '@playwright/test'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const offer = (page: Page) => page.getByRole('button', { name: '有新版本，刷新' })

/** What a page of another release differs in: the version that its server wrote into it. */
async function openAsOf(page: Page, release: string, path: string): Promise<void> {
  await page.route(
    url => url.pathname === path,
    async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(name="version" content=")[^"]+/, `$1${release}+00000000`)
      await route.fulfill({ response, body })
    },
    { times: 1 },
  )
  await open(page, path)
}

test.describe('a page of the version before', () => {
  // It is another page than the one that the next test finds in its browser.
  test.use({ warm: false })

  test('offers the newer one, and is it after that', async ({ page }) => {
    await openAsOf(page, '0.9.0', '/test')
    await expect(offer(page)).toBeVisible()
    await offer(page).click()
    await expect(offer(page)).toHaveCount(0)
    const headers = (await page.request.get('/health/ready')).headers()
    await expect(page.locator('meta[name="version"]')).toHaveAttribute('content', headers['x-version'] ?? '')
  })

  test('keeps what is being typed until its person has agreed', async ({ page }) => {
    await openAsOf(page, '0.9.0', '/institution/drivingManagement')
    await page.getByRole('button', { name: '新增驾校' }).click()
    const name = shell(page).dialog('新增驾校').getByLabel('名称')
    await name.fill('还没有保存的驾校')
    const asked = page.waitForEvent('dialog', question => question.type() === 'beforeunload')
    await Promise.all([offer(page).click(), asked.then(question => question.dismiss())])
    await expect(name).toHaveValue('还没有保存的驾校')
    await expect(offer(page)).toBeVisible()
  })
})
