import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { factorErrors, factors, session } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { client, startIdentityProvider } from '../support/identityProvider.ts'
import { patience } from '../support/pace.ts'
import { freePort, type RunningServer, startServer } from '../support/server.ts'
import { waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

// With a provider that others made: `oidc-provider`. What it never says itself (a forged nonce, audience, signature, an old token) is in
// modules/trust/singleSignOn/singleSignOn.test.ts.

// Another server than that of the run: its code is fetched anew.
test.use({ account: null, warm: false })
// They share the one who is bound.
test.describe.configure({ mode: 'serial' })
const password = 'ein Pferd am langen Fluss'
let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let server: RunningServer
let dataDir: string
test.beforeAll(async () => {
  test.setTimeout(patience(150_000))
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-oidc-'))
  const port = await freePort()
  server = await startServer(dataDir, url => ({
    DEMO: '0',
    ADMIN_PASSWORD: password,
    SECOND_STEP_FOR: 'none',
    PUBLIC_URL: url,
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: '企业账号',
  }))
  provider = await startIdentityProvider(port, server.url)
})
test.afterAll(async () => {
  await server.stop()
  provider.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
// Its pages are no affair of ours, nor is the icon that they have not.
test.beforeEach(({ problems }) => {
  problems.allow(/fonts\.googleapis\.com/)
  problems.allow(new RegExp(`\\(${provider.issuer}/favicon\\.ico\\)$`))
})

const atProvider = () => new RegExp(`^${provider.issuer}/`)

/** Signs in on the provider's own pages, and agrees where it asks. */
async function passProvider(page: Page, name: string): Promise<void> {
  await page.waitForURL(atProvider())
  await page.locator('input[name="login"]').fill(name)
  await page.locator('input[name="password"]').fill('anything')
  await page.locator('button[type="submit"]').click()
}

/** Where it asks whether we may know who somebody is. */
async function agree(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('button', { name: '个人中心' }).click()
  await page.getByRole('dialog', { name: '个人中心' }).getByRole('button', { name: '账号安全' }).click()
}

async function comeIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: '用企业账号登录' }).click()
}

test('nobody is bound yet, so that one binds oneself after the password; then the provider is enough', async ({
  page,
}) => {
  test.setTimeout(patience(90_000))
  await comeIn(page)
  await passProvider(page, 'keeper')
  await agree(page)
  await expect(page.getByRole('alert')).toContainText('没有绑定本系统的成员')
  expect(page.url()).toBe(`${server.url}/login`)

  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home$/)
  await waitUntilSettled(page)
  await openSecurity(page)
  // The provider still knows them: its window closes by itself.
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await expect(page.getByText('已绑定 keeper')).toBeVisible()

  await page.context().clearCookies({ domain: '127.0.0.1', name: /token/i })
  await page.evaluate(() => sessionStorage.clear())
  await comeIn(page)
  await page.waitForURL(/\/home$/)

  await test.step('the address that led here is no good a second time', async () => {
    const state = 'x'.repeat(43)
    await page.context().clearCookies()
    const calls: string[] = []
    page.on('request', request => {
      if (request.url().endsWith(session.token.path)) calls.push(request.url())
    })
    await page.goto(`${server.url}/login?code=${state}&state=${state}&iss=${provider.issuer}`)
    await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
    expect(calls).toEqual([])
  })
})

test('an answer of another provider is refused, and none leads elsewhere', async ({ page }) => {
  await page.goto(`${server.url}/login?redirect=https://evil.example.com/`)
  await page.getByRole('button', { name: '用企业账号登录' }).click()
  await passProvider(page, 'keeper')
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  // The way back, which the browser would follow by itself.
  await page.route(`${provider.issuer}/interaction/**`, async route => {
    const next = await route.fetch({ maxRedirects: 0 })
    const last = await page.request.get(next.headers().location ?? '', { maxRedirects: 0 })
    const back = new URL(last.headers().location ?? '')
    expect(back.searchParams.get('iss')).toBe(provider.issuer)
    back.searchParams.set('iss', 'https://other.example.com')
    await route.fulfill({ status: 303, headers: { location: back.href } })
  })
  await agree(page)
  await expect(page.getByRole('alert')).toContainText('单点登录没有通过，请重新登录')

  await page.unroute(`${provider.issuer}/interaction/**`)
  for (const elsewhere of ['//evil.example.com', '/\\evil.example.com', 'https://evil.example.com']) {
    await page.context().clearCookies({ name: /token/i })
    await page.goto(`${server.url}/login?redirect=${encodeURIComponent(elsewhere)}`)
    await page.getByRole('button', { name: '用企业账号登录' }).click()
    await page.waitForURL(/\/home$/)
    expect(new URL(page.url()).origin).toBe(server.url)
  }
})

test('proving anew goes there again, where the password is asked for once more', async ({ page }) => {
  await comeIn(page)
  await passProvider(page, 'keeper')
  await agree(page)
  await page.waitForURL(/\/home$/)
  await waitUntilSettled(page)
  await openSecurity(page)
  await page.route(
    `**${factors.beginTotp.path}`,
    route =>
      route.fulfill({ json: { code: factorErrors.proofNeeded.code, msg: '请再次验证身份', data: null } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: '添加动态验证码' }).click()
  const proof = page.getByRole('dialog', { name: '再次验证身份' })
  const opening = page.waitForEvent('popup')
  await proof.getByRole('button', { name: '用企业账号验证' }).click()
  const window = await opening
  // They were signed in there a moment ago.
  await passProvider(window, 'keeper')
  await expect(page.getByTestId('totp-secret')).toBeVisible()
})

test('who signs out there is signed out here', async ({ page }) => {
  await comeIn(page)
  await passProvider(page, 'keeper')
  await agree(page)
  await page.waitForURL(/\/home$/)
  await waitUntilSettled(page)
  const there = await page.context().newPage()
  await there.goto(`${provider.issuer}/session/end`)
  await there.locator('button[name="logout"]').first().click()
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  await expect(page.getByText(/登录已结束|被下线/)).toBeVisible()
})
