import { follow, open, openError, shell, tabTitles, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test.describe('without a token', () => {
  test.use({ account: null })

  test('only login is reachable, and the wanted path is kept as ?redirect=', async ({ page }) => {
    await page.goto('/device/deviceManagement?stateId=fault')
    await expect(page).toHaveURL(
      `/login?redirect=${encodeURIComponent('/device/deviceManagement?stateId=fault')}`,
    )
    await page.goto('/')
    await expect(page).toHaveURL('/login')
    await page.goto('/500')
    await expect(page).toHaveURL(/^[^?]*\/login/)
  })

  test('a wanted path of another site is not followed', async ({ page }) => {
    for (const elsewhere of ['//example.com/', 'https://example.com/', '/\\example.com']) {
      await page.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`)
      await page.getByLabel('账号').fill('guest')
      await page.getByLabel('密码', { exact: true }).fill('Demo@2026')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/home')
      await page.context().clearCookies()
    }
  })
})

test.describe('with a token', () => {
  test('login leads to home, and so does /', async ({ page }) => {
    for (const path of ['/login', '/']) {
      await page.goto(path)
      await expect(page).toHaveURL('/home')
    }
  })

  test('the API document is asked for as whoever is signed in', async ({ page }) => {
    const request = page.waitForRequest('**/docs/json')
    await page.goto('/docs')
    expect((await request).headers().authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
    await expect(page.getByText('进程存活')).toBeVisible()
  })

  test('the reader of the API makes calls, shows answers, and keeps to its policy', async ({ page }) => {
    await page.goto('/docs')
    await page.getByText('进程存活').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await expect(page.getByText('"status": "ok"').first()).toBeVisible()
  })

  test('the first navigation loads the user info, once', async ({ page }) => {
    const requests: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/center/me')) requests.push(request.url())
    })
    await open(page, '/test')
    await shell(page).menu.getByText('数据看板').click()
    await expect(page).toHaveURL('/controlPanel')
    expect(requests).toHaveLength(1)
  })

  test('when the user info cannot be loaded the token is cleared and login is next', async ({
    page,
    problems,
  }) => {
    problems.allow(/user access error|500/)
    await page.route('**/center/me', route => route.fulfill({ status: 500, body: '' }))
    await page.goto('/test')
    await expect(page).toHaveURL('/login?redirect=%2Ftest')
    expect((await page.context().cookies()).filter(({ name }) => /token/i.test(name))).toEqual([])
    expect(problems.messages.join()).toContain('user access error')
  })

  test('a group path goes to its first permitted page', async ({ page }) => {
    await page.goto('/device')
    await expect(page).toHaveURL('/device/deviceManagement')
    await page.goto('/finacial')
    await expect(page).toHaveURL('/finacial/situation')
  })
})

test.describe('lacking the access', () => {
  test.use({ account: 'guest' })

  test('leads to 401 in the layout, by replace', async ({ page }) => {
    await open(page, '/home')
    await shell(page).menu.getByText('数据看板').click()
    await expect(page).toHaveURL('/controlPanel')
    await openError(page, '/device/deviceManagement')
    await expect(page.getByRole('main').getByText('401')).toBeVisible()
    await expect(page).toHaveTitle(/无权限/)
    await expect(shell(page).menu).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/controlPanel')
  })

  test('a hidden page does not escape its group’s access', async ({ page }) => {
    await page.goto('/device/deviceDetail?simulatorId=1')
    await expect(page.getByRole('main').getByText('401')).toBeVisible()
  })

  test('a group without a permitted page leads to 401', async ({ page }) => {
    await page.goto('/device')
    await expect(page.getByRole('main').getByText('401')).toBeVisible()
  })
})

test.describe('error pages', () => {
  const pages = [
    { path: '/401', code: '401', title: '无权限' },
    { path: '/500', code: '500', title: '服务器错误' },
    { path: '/no/such/page', code: '404', title: '页面不存在' },
  ]
  test('each has its large code, one sentence and two ways out', async ({ page }) => {
    await open(page, '/controlPanel')
    for (const { path, code, title } of pages)
      await test.step(code, async () => {
        await follow(page, path)
        const main = page.locator('main:visible')
        await expect(main.getByText(code, { exact: true })).toBeVisible()
        await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expect(main.getByRole('button', { name: /返回上一页/ })).toBeVisible()
        await expect(page).toHaveTitle(`驾训模拟器管理后台 - ${title}`)
        await expect(shell(page).menu).toBeVisible()
        await main.getByRole('button', { name: '返回首页' }).click()
        await expect(page).toHaveURL('/home')
      })
  })

  test.describe('in time', () => {
    test.use({ warm: false })
    test('返回上一页 counts down from 5 and goes back by itself', async ({ page }) => {
      await page.clock.install()
      await open(page, '/controlPanel')
      await page.goto('/no/such/page')
      const back = page.getByRole('button', { name: /返回上一页/ })
      await expect(back).toContainText('5')
      await page.clock.runFor(1000)
      await expect(back).toContainText('4')
      for (let second = 0; second < 4; second += 1) await page.clock.runFor(1000)
      await expect(page).toHaveURL('/controlPanel')
    })

    test('the countdown stops when the page is left', async ({ page }) => {
      await page.clock.install()
      await open(page, '/controlPanel')
      await page.goto('/no/such/page')
      await waitUntilSettled(page)
      await shell(page).tab('首页').click()
      await expect(page).toHaveURL('/home')
      await page.clock.runFor(10_000)
      await expect(page).toHaveURL('/home')
      await expect(tabTitles(page)).toHaveText(['首页', '数据看板'])
    })
  })
})
