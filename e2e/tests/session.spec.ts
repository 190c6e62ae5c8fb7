import { account, messages } from '@drivesim/contract'
import type { Page, Route } from '@playwright/test'
import { holdBack } from '../support/network.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const login = (page: Page) => ({
  name: page.getByLabel('账号'),
  password: page.getByLabel('密码', { exact: true }),
  submit: page.getByRole('button', { name: '登录' }),
})

/** A session of its own, which a test may end. */
async function signIn(page: Page, name = 'ops') {
  await page.context().clearCookies()
  await page.goto('/login')
  await login(page).name.fill(name)
  await login(page).password.fill('Demo@2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
  await waitUntilSettled(page)
}

const envelope = (code: number, msg = '') => ({ json: { code, msg, data: null } })
const tokenCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === 'token' || name === 'refreshToken')

test.describe('signing in', () => {
  test.use({ account: null })

  test('the card asks for 请输入用户名 and 请输入密码, shows that it asks, and says what is wrong', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page).toHaveTitle('驾训模拟器管理后台 - 登录')
    await expect(page.getByPlaceholder('请输入用户名')).toBeVisible()
    await expect(page.getByPlaceholder('请输入密码')).toBeVisible()

    await test.step('what is empty is named', async () => {
      await login(page).submit.click()
      await expect(page.getByText('账号不能为空')).toBeVisible()
      await expect(page.getByText('密码不能为空')).toBeVisible()
      await expect(login(page).name).toBeFocused()
      await login(page).name.fill('   ')
      await login(page).password.fill('x')
      await login(page).submit.click()
      await expect(page.getByText('账号不能为空')).toBeVisible()
      await expect(page.getByText('密码不能为空')).toHaveCount(0)
    })

    await test.step('加载中... shows while the server is asked', async () => {
      const release = await holdBack(page, '**/auth/token', route => route.fulfill(envelope(-1, '现在不行')))
      await login(page).name.fill('finance')
      await login(page).password.fill('any')
      await login(page).submit.click()
      await expect(page.getByTestId('spinner')).toHaveText('加载中...')
      release()
      await expect(page.getByRole('alert')).toHaveText('现在不行')
      await expect(page.getByTestId('spinner')).toHaveCount(0)
      await page.unrouteAll()
    })

    await test.step('a wrong pair has its sentence, the same for known and unknown accounts', async () => {
      for (const name of ['finance', 'nobody-of-this-name']) {
        await login(page).name.fill(name)
        await login(page).password.fill('wrong')
        await login(page).submit.click()
        await expect(page.getByRole('alert')).toHaveText('账号或密码不正确，请重新输入')
        await expect(login(page).name).toHaveValue(name)
      }
    })

    await test.step('too many tries have their sentence', async () => {
      await page.route('**/auth/token', route =>
        route.fulfill(envelope(-10102, '尝试次数过多，请 15 分钟后再试')),
      )
      await login(page).submit.click()
      await expect(page.getByRole('alert')).toHaveText('尝试次数过多，请 15 分钟后再试')
    })

    await test.step('the password can be looked at', async () => {
      await login(page).password.fill('Demo@2026')
      await page.getByRole('button', { name: '显示密码' }).click()
      await expect(login(page).password).toHaveAttribute('type', 'text')
    })
  })

  test('Enter submits, the name is trimmed, and the wanted page follows', async ({ page }) => {
    await page.goto('/device/deviceManagement?stateId=offline')
    await login(page).name.fill('  admin ')
    await login(page).password.fill('Demo@2026')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/device/deviceManagement?stateId=offline')
  })
})

test.describe('leaving', () => {
  test.use({ account: null })

  test('退出登录 names the pages with something unsaved, and Enter stays', async ({ page }) => {
    await signIn(page, 'school')
    await open(page, '/enroll/coach')
    await page.getByRole('button', { name: '新增教练' }).click()
    const name = page.getByRole('dialog', { name: '新增教练' }).getByLabel('姓名')
    await name.fill('没保存的教练')
    await page.getByRole('button', { name: '退出登录' }).click()
    const question = shell(page).dialog('退出提示')
    await expect(question).toContainText('教练管理 有尚未保存的内容，退出后会丢失。')
    await expect(question.getByRole('button', { name: /取\s*消/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('没保存的教练')
  })

  test('both tokens are cookies of one day; 退出登录 asks, and confirmed they are cleared, the session is over for the server too, and login is next', async ({
    page,
    problems,
  }) => {
    // Of the tokens that are put back; the first of several calls that are refused ends the page, so that it is not said each time.
    problems.allow(/^user access error/)
    await signIn(page)
    const before = await tokenCookies(page)
    expect(before.map(({ name }) => name).sort()).toEqual(['refreshToken', 'token'])
    for (const { expires, sameSite } of before) {
      expect(sameSite).toBe('Strict')
      expect(expires - Date.now() / 1000).toBeGreaterThan(86_000)
      expect(expires - Date.now() / 1000).toBeLessThanOrEqual(86_400)
    }

    await test.step('退出登录 asks 退出提示; 取消 shows 已取消退出！', async () => {
      await page.getByRole('button', { name: /用户菜单/ }).click()
      await page.getByRole('menuitem', { name: '退出登录' }).click()
      const question = shell(page).dialog('退出提示')
      await expect(question).toContainText('确定要退出系统吗？')
      await question.getByRole('button', { name: /取\s*消/ }).click()
      await expect(shell(page).toast('已取消退出！')).toBeVisible()
      await expect(page).toHaveURL('/home')
      await expect(question).toHaveCount(0)
    })

    await page.getByRole('button', { name: '退出登录' }).click()
    await shell(page)
      .dialog('退出提示')
      .getByRole('button', { name: /确\s*定/ })
      .click()
    await expect(page).toHaveURL('/login')
    expect(await tokenCookies(page)).toEqual([])
    await page.context().addCookies(before)
    await page.goto('/home')
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('messages', () => {
  test('the user menu leads to 消息中心', async ({ page }) => {
    await open(page, '/home')
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '消息中心' }).click()
    await expect(page).toHaveURL('/message')
  })
})

test.describe('what the server answers', () => {
  test('-80232: one refresh for any number of waiting calls, then each is retried', async ({ page }) => {
    await signIn(page)
    const stale = (await tokenCookies(page)).find(({ name }) => name === 'token')?.value
    let refreshed = 0
    const retried: string[] = []
    await page.route('**/dm-api/**', async route => {
      const request = route.request()
      const sent = request.headers().token
      if (request.url().endsWith('/auth/token')) refreshed += 1
      else if (sent === stale) return route.fulfill(envelope(-80232, '登录凭证已过期，正在刷新'))
      else retried.push(new URL(request.url()).pathname)
      return route.continue()
    })
    await open(page, '/message')
    await expect(page.getByRole('heading', { name: '消息中心' })).toBeVisible()
    expect(refreshed).toBe(1)
    for (const { path } of [account.me, messages.columns, messages.count])
      expect(retried.filter(retry => retry.endsWith(path))).not.toEqual([])
    await expect(page.locator('.ant-message-notice')).toHaveCount(0)
  })

  test('-80232 with a refresh that fails: login', async ({ page }) => {
    await signIn(page)
    await page.route('**/dm-api/**', route =>
      route.request().url().endsWith('/auth/token')
        ? route.fulfill(envelope(-80231, '登录已结束'))
        : route.fulfill(envelope(-80232, '登录凭证已过期，正在刷新')),
    )
    await page.goto('/home')
    await expect(page).toHaveURL(/\/login/)
    expect(await tokenCookies(page)).toEqual([])
  })

  test('-80232 with a server that is down: the form stays, and saves when the server is back', async ({
    page,
    problems,
  }) => {
    problems.allow(/503/)
    await signIn(page, 'admin')
    await open(page, '/system/sendManagement')
    await page.getByRole('button', { name: '新增推送' }).click()
    const form = page.getByRole('dialog', { name: '新增推送' })
    await form.getByLabel('标题', { exact: true }).fill('服务器重启时写的推送')
    await form.getByRole('textbox', { name: '内容' }).click()
    await page.keyboard.type('不会丢')
    const stale = (await tokenCookies(page)).find(({ name }) => name === 'token')?.value
    let down = true
    let tries = 0
    await page.route('**/dm-api/**', async route => {
      const request = route.request()
      if (request.url().endsWith('/auth/token')) {
        tries += 1
        if (down) return route.fulfill({ ...envelope(-50503, '服务暂时不可用，请稍后重试'), status: 503 })
      } else if (request.headers().token === stale)
        return route.fulfill(envelope(-80232, '登录凭证已过期，正在刷新'))
      return route.continue()
    })
    await form.getByRole('button', { name: '保存并预览' }).click()
    await expect.poll(() => tries).toBeGreaterThan(1)
    await expect(form.getByLabel('标题', { exact: true })).toHaveValue('服务器重启时写的推送')
    await expect(form.getByRole('textbox', { name: '内容' })).toHaveText('不会丢')
    down = false
    await expect(page.getByRole('dialog', { name: '推送预览' })).toContainText('不会丢')
  })

  for (const code of [-80230, -80231]) {
    test(`${code}: token cleared, to login, which says why`, async ({ page }) => {
      await signIn(page)
      await open(page, '/controlPanel')
      await page.route('**/home/overview', route => route.fulfill(envelope(code, '请重新登录')))
      await shell(page).tab('首页').click()
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByRole('alert')).toHaveText('请重新登录')
      expect(await tokenCookies(page)).toEqual([])
    })
  }

  test('what was typed into a form is offered to the same person when they are back, to nobody else', async ({
    page,
  }) => {
    const logInAgain = async (name: string) => {
      await login(page).name.fill(name)
      await login(page).password.fill('Demo@2026')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/enroll/coach')
      await page.getByRole('button', { name: '新增教练' }).click()
    }
    const form = page.getByRole('dialog', { name: '新增教练' })
    const restore = form.getByRole('button', { name: '恢复填写' })
    const typeAndLose = async (name: string) => {
      await form.getByLabel('姓名').fill(name)
      await page.route('**/coach/list?*', route => route.fulfill(envelope(-80231, '请重新登录')), {
        times: 1,
      })
      await shell(page).pane.getByRole('button', { name: '刷新' }).dispatchEvent('click')
      await expect(page).toHaveURL(/\/login/)
    }
    await signIn(page, 'school')
    await open(page, '/enroll/coach')
    await page.getByRole('button', { name: '新增教练' }).click()
    await expect(restore).toHaveCount(0)
    await typeAndLose('没保存的教练')
    await logInAgain('school')
    await expect(shell(page).toast('登录中断前填写的“新增教练”还在，重新打开后可以恢复')).toBeVisible()
    await restore.click()
    await expect(form.getByLabel('姓名')).toHaveValue('没保存的教练')
    await expect(restore).toHaveCount(0)
    // It is as if it had been typed: closing asks, and another end keeps it once more.
    await typeAndLose('没保存的另一位')
    await logInAgain('admin')
    await expect(form).toBeVisible()
    await expect(restore).toHaveCount(0)
  })

  test('a list says what became of it: neither code nor err_code, a negative code, an HTTP failure, no answer at all; 重试 asks again', async ({
    page,
    problems,
  }) => {
    problems.allow(/502|503|ERR_|Failed to load/)
    const list = '**/simulator/getList'
    const { pane } = shell(page)
    /** The next answer, asked for by the person. */
    const retried = async (answer: (route: Route) => Promise<void>) => {
      await page.unroute(list)
      await page.route(list, answer)
      await pane.getByRole('button', { name: '重试' }).click()
    }
    await page.route(list, route => route.fulfill({ json: { data: [] } }))
    await open(page, '/device/deviceManagement')
    await expect(pane.getByText('服务器返回不合法')).toBeVisible()

    await test.step('another negative code: its sentence', async () => {
      await retried(route => route.fulfill(envelope(-40000, '页码不能小于 0')))
      await expect(page.getByText('页码不能小于 0')).toBeVisible()
    })

    await test.step('an HTTP failure: status, status text, a plain sentence and the request id', async () => {
      await retried(route =>
        route.fulfill({ status: 502, headers: { 'x-request-id': 'abc12345' }, body: 'Bad Gateway' }),
      )
      await expect(page.getByText('502 Bad Gateway')).toBeVisible()
      await expect(page.getByText(/服务器没有响应，请稍后重试/)).toBeVisible()
      await expect(page.getByText(/abc12345/)).toBeVisible()
    })

    await test.step('-10000: nothing of its words is shown, on a list neither', async () => {
      await retried(route => route.fulfill(envelope(-10000, 'internal words')))
      await expect(pane.getByText('没有取到内容')).toBeVisible()
      await expect(page.getByText('internal words')).toHaveCount(0)
    })

    await test.step('no answer at all: says so, and 重试 heals it', async () => {
      await retried(route => route.abort())
      await expect(page.getByText(/网络连接失败/)).toBeVisible()
      await page.unroute(list)
      await pane.getByRole('button', { name: '重试' }).click()
      await expect(page.getByRole('table').first()).toBeVisible()
    })
  })
})

test('signing out in one window signs out the others of the browser', async ({ page }) => {
  await signIn(page)
  const other = await page.context().newPage()
  await open(other, '/home')
  await page.getByRole('button', { name: '退出登录' }).click()
  await shell(page)
    .dialog('退出提示')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(other).toHaveURL(/\/login/)
})
