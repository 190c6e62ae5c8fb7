import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guide } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { nothingSerious } from '../support/look.ts'
import { patience } from '../support/pace.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

// An empty installation, from its first sign-in on: what it still needs, the tour, and what an update brought.

// Another server than that of the run: its code is fetched anew.
test.use({ account: null, warm: false })
// They are the first days of one administrator.
test.describe.configure({ mode: 'serial' })
const password = 'ein Pferd am langen Fluss'
let server: RunningServer
let dataDir: string
test.beforeAll(async () => {
  test.setTimeout(patience(150_000))
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-first-'))
  server = await startServer(dataDir, url => ({
    DEMO: '0',
    ADMIN_PASSWORD: password,
    SECOND_STEP_FOR: 'none',
    PUBLIC_URL: url,
  }))
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home$/)
  await waitUntilSettled(page)
}

const panel = (page: Page) => page.getByRole('region', { name: '开始使用' })
const line = (page: Page, title: string) => panel(page).getByRole('listitem').filter({ hasText: title })
const bubble = (page: Page) => page.getByRole('dialog', { name: '使用引导' })
const myMenu = (page: Page) => page.getByRole('button', { name: '用户菜单' })
const isGuide = (url: string) => url.endsWith(guide.mine.path)

/** Loads a page on which the tour may begin, and waits until the page has asked whether it is to. */
async function openWithTour(page: Page): Promise<void> {
  // 首页, which asks for itself, may be just leaving.
  const asked = page.waitForResponse(
    response => isGuide(response.url()) && response.frame().url().includes('/system/roleManagement'),
    { timeout: patience(20_000) },
  )
  await page.goto(`${server.url}/system/roleManagement?tour=1`)
  await asked
}

test('开始使用 ticks what is there and nothing else, and is closed for good', async ({ page }) => {
  test.setTimeout(patience(90_000))
  await signIn(page)
  await page.getByRole('button', { name: '开始使用：9 项完成 0 项' }).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(9)
  await expect(panel(page).getByText('未完成')).toHaveCount(9)
  await nothingSerious(page)

  await test.step('what stands in the environment opens the manual at its section', async () => {
    await line(page, '访问地址和证书').getByRole('button', { name: '怎么做' }).click()
    const manual = page.getByRole('complementary', { name: '帮助' })
    await expect(manual.getByRole('heading', { name: '开始使用', exact: true })).toBeVisible()
    await expect(manual.getByText('PUBLIC_URL')).toBeInViewport()
    await manual.getByRole('button', { name: '关闭帮助' }).click()
  })

  await test.step('a first school', async () => {
    await line(page, '第一所驾校').getByRole('link', { name: '新增驾校' }).click()
    const form = shell(page).dialog('新增驾校')
    await form.getByLabel('名称').fill('第一驾校')
    await form.getByLabel('所在地区').click()
    await page.getByRole('menuitemcheckbox', { name: '广东省' }).click()
    await page.getByRole('menuitemcheckbox', { name: '珠海市' }).click()
    await form.getByRole('button', { name: '新增驾校' }).click()
    await expect(form).toHaveCount(0)
    await shell(page).tab('首页').click()
    await expect(line(page, '第一所驾校').getByText('已完成')).toBeVisible()
    await expect(panel(page).getByText('9 项完成 1 项')).toBeVisible()
    await expect(panel(page).getByText('未完成')).toHaveCount(8)
  })

  await panel(page).getByRole('button', { name: '不再显示' }).click()
  await expect(panel(page)).toHaveCount(0)
  const asked = page.waitForResponse(response => isGuide(response.url()))
  await page.reload()
  await asked
  await waitUntilSettled(page)
  await expect(page.getByRole('button', { name: /^开始使用/ })).toHaveCount(0)
  await expect(panel(page)).toHaveCount(0)
})

test('the tour goes by keyboard, once, and again when it is asked for; on a phone it is shorter', async ({
  page,
}) => {
  test.setTimeout(patience(120_000))
  await signIn(page)
  await openWithTour(page)
  await expect(bubble(page)).toBeVisible({ timeout: patience(15_000) })
  await expect(bubble(page)).toContainText('菜单')
  await expect(bubble(page)).toContainText('1 / 5')
  await expect(bubble(page).getByRole('button', { name: '下一步' })).toBeFocused()
  await nothingSerious(page)
  await page.keyboard.press('Enter')
  await expect(bubble(page)).toContainText('Ctrl K')
  await page.keyboard.press('ArrowRight')
  await expect(bubble(page)).toContainText('新增角色')
  await page.keyboard.press('ArrowRight')
  await expect(bubble(page)).toContainText('F1')
  await page.keyboard.press('ArrowLeft')
  await expect(bubble(page)).toContainText('新增角色')
  await page.keyboard.press('Enter')
  await expect(bubble(page)).toContainText('F1')
  await page.keyboard.press('Enter')
  await expect(bubble(page).getByRole('button', { name: '完成' })).toBeFocused()
  const noted = page.waitForResponse(response => response.url().endsWith(guide.note.path))
  await page.keyboard.press('Enter')
  await expect(bubble(page)).toHaveCount(0)
  await noted

  await openWithTour(page)
  await expect(bubble(page)).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await myMenu(page).click()
  await page.getByRole('menuitem', { name: '使用引导' }).click()
  await expect(bubble(page)).toContainText('1 / 3')
  await nothingSerious(page)
  await page.keyboard.press('Escape')
  await expect(bubble(page)).toHaveCount(0)
  await expect(myMenu(page)).toBeFocused()
})

test('更新内容 is offered once after an update, and stands in one’s menu', async ({ page }) => {
  test.setTimeout(patience(90_000))
  await signIn(page)
  // What the server says of a person who last looked at another version; that it does is in guide.test.ts.
  await page.route(
    url => isGuide(url.pathname),
    async route => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, data: { ...body.data, news: '1.1' } } })
    },
    { times: 1 },
  )
  const offer = page.getByRole('region', { name: '更新内容' })
  const news = page.getByRole('complementary', { name: '帮助' }).getByRole('heading', { name: '更新内容' })
  await openWithTour(page)
  await expect(offer).toContainText('系统已更新到 1.1')
  await nothingSerious(page)
  await offer.getByRole('button', { name: '查看' }).click()
  await expect(news).toBeVisible()
  await expect(offer).toHaveCount(0)

  await openWithTour(page)
  await expect(offer).toHaveCount(0)
  await myMenu(page).click()
  await page.getByRole('menuitem', { name: '更新内容' }).click()
  await expect(news).toBeVisible()
})
