import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailbox } from '@drivesim/server/dist/test/mailbox.js'
import type { Page } from '@playwright/test'
import { patience } from '../support/pace.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

// On a server that sends mails and text messages: a contact is verified, and brings a new password.

// Another server than that of the run: its code is fetched anew.
test.use({ account: null, warm: false })
const [password, newPassword] = ['ein Pferd am langen Fluss', 'ein Esel am kurzen Bach']
const mail = 'keeper@example.com'
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: RunningServer
let dataDir: string
test.beforeAll(async () => {
  test.setTimeout(patience(150_000))
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-forgot-'))
  mailbox = await startMailbox()
  server = await startServer(dataDir, url => ({
    ...mailbox.env,
    DEMO: '0',
    ADMIN_PASSWORD: password,
    SECOND_STEP_FOR: 'none',
    PUBLIC_URL: url,
  }))
})
test.afterAll(async () => {
  await server.stop()
  await mailbox.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(secret)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home$/)
  await waitUntilSettled(page)
}

async function openSecurity(page: Page) {
  await page.getByRole('button', { name: '个人中心' }).click()
  const centre = page.getByRole('dialog', { name: '个人中心' })
  await centre.getByRole('button', { name: '账号安全' }).click()
  return centre
}

/** What came last with this subject. */
const mailed = (subject: RegExp) => mailbox.mails.findLast(one => subject.test(one.subject))

test('a mail is verified, a forgotten password is set by it, and its link is good once', async ({ page }) => {
  test.setTimeout(patience(90_000))
  await page.goto(`${server.url}/login`)
  await signIn(page, password)

  await page.getByRole('button', { name: '个人中心' }).click()
  await test.step('the mail is written down', async () => {
    const centre = page.getByRole('dialog', { name: '个人中心' })
    await centre.getByRole('button', { name: '编辑个人信息' }).click()
    await page.getByLabel('联系电话').fill('13800010001')
    await page.getByLabel('电子邮箱').fill(mail)
    await page.getByLabel('登录密码').fill(password)
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('个人信息已保存')).toBeVisible()
  })
  await page.goto(`${server.url}/home`)
  await waitUntilSettled(page)
  await openSecurity(page)
  await page.getByRole('button', { name: '验证邮箱' }).click()
  const dialog = page.getByRole('dialog', { name: '验证邮箱' })
  await expect(dialog.getByText('验证码已发送到 k***@example.com')).toBeVisible()
  await expect.poll(() => mailed(/^验证码 /)?.subject).toBeDefined()
  await dialog.getByLabel('验证码').fill('1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/验证码不正确/)).toBeVisible()
  await dialog.getByLabel('验证码').fill(mailed(/^验证码 /)?.subject.slice(-8) ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('已验证').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '验证邮箱' })).toHaveCount(0)

  const other = await page.context().browser()?.newContext()
  const stranger = await other?.newPage()
  if (other === undefined || stranger === undefined) throw new Error('no other browser')
  await stranger.goto(`${server.url}/login`)
  await stranger.getByRole('button', { name: '忘记密码' }).click()
  await stranger.getByRole('radio', { name: '短信' }).waitFor({ state: 'detached' })
  await stranger.getByLabel('账号').fill('admin')
  await stranger.getByRole('button', { name: '发送验证邮件' }).click()
  await expect(stranger.getByText('如该账号可自助重置，验证信息已发送')).toBeVisible()
  await expect.poll(() => mailed(/^重设登录密码$/)?.html).toBeDefined()
  await other.close()
  const link = /href="([^"]+#reset=[^"]+)"/.exec(mailed(/^重设登录密码$/)?.html ?? '')?.[1] ?? ''
  expect(link).toContain(`${server.url}/login#reset=`)

  await test.step('the link is opened where a session still stands', async () => {
    await page.goto(link)
    await expect(page.getByText('设置新密码').first()).toBeVisible()
    expect(page.url()).not.toContain('reset=')
    await page.getByLabel('新密码').fill('short')
    await page.getByLabel('确认密码').fill('other')
    await page.keyboard.press('Enter')
    await expect(page.getByText('新密码最少 10 位')).toBeVisible()
    await expect(page.getByText('两次输入的新密码不一致')).toBeVisible()
    for (const label of ['新密码', '确认密码']) await page.getByLabel(label).fill('password123456')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').getByText('新密码太常见')).toBeVisible()
    for (const label of ['新密码', '确认密码']) await page.getByLabel(label).fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByText('密码已重设')).toBeVisible()
    await page.getByRole('button', { name: '去登录' }).click()
  })
  await signIn(page, newPassword)

  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('alert').getByText('重置信息无效或已过期，请重新获取')).toBeVisible()
  await expect(page.getByRole('button', { name: '发送验证邮件' })).toBeVisible()
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
})

test('where nobody may, the page says whom to ask', async ({ page }) => {
  await page.route('**/auth/forgotWays', route =>
    route.fulfill({ json: { code: 0, msg: '', data: { kinds: [] } } }),
  )
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: '忘记密码' }).click()
  await expect(page.getByText('请联系贵单位的系统管理员重置密码')).toBeVisible()
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
})
