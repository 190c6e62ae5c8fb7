import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { withAuthenticator } from '../support/authenticator.ts'
import { patience } from '../support/pace.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

// As whoever puts up an empty system meets it: nothing is done before there is a second step.

test.use({ account: null })
const password = 'ein Pferd am langen Fluss'
let server: RunningServer
let dataDir: string
test.beforeAll(async () => {
  test.setTimeout(patience(150_000))
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-new-'))
  server = await startServer(dataDir, { DEMO: '0', ADMIN_PASSWORD: password })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The server under the name that passkeys are for. */
const site = () => server.url.replace('127.0.0.1', 'localhost')

async function givePassword(page: Page): Promise<void> {
  await page.goto(`${site()}/login`)
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('the first administrator adds a passkey, loses it, comes back by a recovery code, and sets what is asked of whom', async ({
  page,
  browser,
}) => {
  test.setTimeout(patience(90_000))
  const authenticator = await withAuthenticator(page)
  await givePassword(page)
  const first = page.getByRole('dialog', { name: '开启两步验证' })
  await expect(first).toBeVisible()
  await test.step('nothing else is there', async () => {
    await page.keyboard.press('Escape')
    await expect(first).toBeVisible()
    await expect(page.getByTestId('side-menu')).toHaveCount(0)
    await expect(first.getByRole('button', { name: '退出登录' })).toBeVisible()
  })
  await first.getByRole('button', { name: '添加通行密钥' }).click()
  await page.getByRole('dialog', { name: '添加通行密钥' }).getByRole('button', { name: '继续' }).click()
  const recovery = page.getByRole('dialog', { name: '恢复码' })
  await recovery.getByRole('button', { name: '生成恢复码' }).click()
  await expect(recovery.getByRole('listitem')).toHaveCount(10)
  const codes = await recovery.getByRole('listitem').allTextContents()
  await recovery.getByLabel('我已妥善保存').check()
  await recovery.getByRole('button', { name: '完成' }).click()
  await first.getByRole('button', { name: '开始使用' }).click()
  await expect(page.getByTestId('side-menu')).toBeVisible()

  await test.step('who knows the password alone does not come in', async () => {
    const other = await browser.newContext()
    const stranger = await other.newPage()
    await givePassword(stranger)
    await expect(stranger.getByText('请验证身份')).toBeVisible()
    await stranger.goto(`${site()}/home`)
    await expect(stranger.getByLabel('账号')).toBeVisible()
    await other.close()
  })

  await authenticator.lose()
  await page.context().clearCookies()
  await givePassword(page)
  await expect(page.getByText('请验证身份')).toBeVisible()
  await page.getByRole('button', { name: '改用恢复码' }).click()
  await page.getByLabel('恢复码').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('side-menu')).toBeVisible()

  await page.goto(`${site()}/system/securityPolicy`)
  await waitUntilSettled(page)
  await expect(page.getByText('所有成员', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '修改', exact: true }).click()
  const form = page.getByRole('dialog', { name: '修改安全设置' })
  await expect(form.getByText('1 名成员中有 1 人须开启两步验证')).toBeVisible()
  await form.getByLabel('须开启两步验证的成员').click()
  await page.getByTitle('不要求', { exact: true }).click()
  await expect(form.getByText('1 名成员都不要求两步验证')).toBeVisible()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('安全设置已保存')).toBeVisible()
})
