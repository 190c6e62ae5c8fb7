import { factorErrors, factors } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { serverUrl } from '../support/api.ts'
import { withAuthenticator } from '../support/authenticator.ts'
import { enterAs, newPerson, ownPassword } from '../support/people.ts'
import { open, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** What an app shows that was given this secret; each code counts once, so that the next one is the one of half a minute later. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + later * 30_000,
  })

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('button', { name: '个人中心' }).click()
  await page.getByRole('dialog', { name: '个人中心' }).getByRole('button', { name: '账号安全' }).click()
}

async function givePassword(page: Page, account: string): Promise<void> {
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('请验证身份')).toBeVisible()
}

/** The same server under the name that passkeys are for. */
const localhost = () => serverUrl().replace('127.0.0.1', 'localhost')

test('动态验证码: added by its key, asked for after the password, and a recovery code in its place', async ({
  page,
  api,
}) => {
  const person = await newPerson(api)
  await enterAs(page, person.api)
  await open(page, '/home')
  await openSecurity(page)
  const dialog = (name: string) => page.getByRole('dialog', { name })

  await page.getByRole('button', { name: '添加动态验证码' }).click()
  const secret = (await dialog('添加动态验证码').getByTestId('totp-secret').textContent()) ?? ''
  await test.step('a wrong code is refused beside the form', async () => {
    await dialog('添加动态验证码').getByLabel('应用现在显示的 6 位验证码').fill('000000')
    await page.keyboard.press('Enter')
    await expect(dialog('添加动态验证码').getByText(/验证码不正确/)).toBeVisible()
  })
  await dialog('添加动态验证码').getByLabel('应用现在显示的 6 位验证码').fill(codeOf(secret, -1))
  await page.keyboard.press('Enter')

  await dialog('恢复码').getByRole('button', { name: '生成恢复码' }).click()
  await expect(dialog('恢复码').getByRole('listitem')).toHaveCount(10)
  const codes = await dialog('恢复码').getByRole('listitem').allTextContents()
  await expect(dialog('恢复码').getByRole('button', { name: '完成' })).toBeDisabled()
  await dialog('恢复码').getByLabel('我已妥善保存').check()
  await dialog('恢复码').getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('还剩 10 个')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/login')
  await givePassword(page, person.account)
  await page.getByLabel('动态验证码').fill(codeOf(secret))
  await expect(page).toHaveURL('/home')

  await page.context().clearCookies()
  await page.goto('/login')
  await givePassword(page, person.account)
  await page.getByRole('button', { name: '改用恢复码' }).click()
  await page.getByLabel('恢复码').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
})

test('通行密钥: added, signs in alone, and leads back to the password where it is called off', async ({
  page,
  api,
}) => {
  const person = await newPerson(api)
  const authenticator = await withAuthenticator(page)
  await page.context().clearCookies()
  await page.goto(`${localhost()}/login`)
  await page.getByLabel('账号').fill(person.account)
  await page.getByLabel('密码', { exact: true }).fill(ownPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home$/)
  await waitUntilSettled(page)
  await openSecurity(page)
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await page.getByRole('dialog', { name: '添加通行密钥' }).getByRole('button', { name: '继续' }).click()
  await expect(page.getByRole('button', { name: /^删除 / })).toBeVisible()

  await page.context().clearCookies()
  await page.goto(`${localhost()}/login`)
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await page.waitForURL(/\/home$/)

  await page.context().clearCookies()
  await authenticator.leave()
  await page.goto(`${localhost()}/login`)
  await givePassword(page, person.account)
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(page.getByRole('alert')).toContainText('请换一种方式')
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByLabel('账号')).toBeVisible()
})

test('再次验证身份: asked once for all that waits, goes on with the same key, and 取消 says nothing', async ({
  page,
  api,
}) => {
  const person = await newPerson(api)
  await enterAs(page, person.api)
  await open(page, '/home')
  await openSecurity(page)
  const keys: (string | undefined)[] = []
  await page.route(`**${factors.beginTotp.path}`, async (route, request) => {
    keys.push(request.headers()['idempotency-key'])
    if (keys.length % 2 === 0) return route.continue()
    const { code, sentence } = factorErrors.proofNeeded
    await route.fulfill({ json: { code, msg: sentence(), data: null } })
  })
  await page.getByRole('button', { name: '添加动态验证码' }).click()
  const proof = page.getByRole('dialog', { name: '再次验证身份' })
  await proof.getByLabel('登录密码').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(proof.getByText('登录密码不正确，请重新输入')).toBeVisible()
  await proof.getByLabel('登录密码').fill(ownPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('totp-secret')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '添加动态验证码' }).click()
  await proof.getByRole('button', { name: '关闭' }).click()
  await expect(proof).toHaveCount(0)
  await expect(page.locator('.ant-message-error')).toHaveCount(0)
})
