import { playAsOldest } from '../support/oldBrowser.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

// What is older than this machine's Chromium, and what does not let a page keep anything.
test.use({ account: null, warm: false })

const signIn = async (page: import('@playwright/test').Page) => {
  await page.goto('/login')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('Demo@2026')
  await page.keyboard.press('Enter')
}

test('the oldest browsers that the product is made for sign in, and hear what happens', async ({ page }) => {
  await playAsOldest(page, 'application')
  await signIn(page)
  await expect(page).toHaveURL('/home')
  expect(await page.evaluate(() => 'toSorted' in Array.prototype)).toBe(false)
  for (const path of [
    '/device/deviceManagement',
    '/device/runningState',
    '/controlPanel',
    '/student/studentManagement',
  ]) {
    await open(page, path)
    await expect(shell(page).pane).not.toContainText('出错了')
  }
  await open(page, '/device/runningState')
  await expect(shell(page).pane.getByRole('status').filter({ hasText: '实时' })).toBeVisible()
  // The menu is walked by keys, which ask what is on the screen.
  await shell(page).menu.getByRole('menuitem').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(shell(page).menu.locator(':focus')).toBeVisible()
})

test('older ones are told, in place of a page', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'))
  await page.goto('/login')
  await expect(page.locator('#root')).toHaveText(/^浏览器版本过低，请升级到 Chrome 108/)
  await expect(page.getByLabel('账号')).toHaveCount(0)
})

test('where nothing may be kept, people work all the same', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await signIn(page)
  await expect(page).toHaveURL('/home')
  await open(page, '/student/studentManagement')
  await expect(shell(page).pane.getByRole('table')).toBeVisible()
  await page.reload()
  await expect(shell(page).pane.getByRole('table')).toBeVisible()
})

test('a browser that keeps no cookies is told why nobody can sign in', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined })
  })
  await signIn(page)
  await expect(page.getByText('浏览器不允许本系统使用 Cookie，无法登录')).toBeVisible()
})
