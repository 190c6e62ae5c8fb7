import { home, organisations } from '@drivesim/contract'
import { holdBack } from '../support/network.ts'
import { follow, open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const gone = '这部分内容没有加载成功，请重试；仍不成功时请刷新页面，系统可能刚刚更新了版本'

test.describe('back to top', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, warm: false })
  test('the button appears after 100 px, and the way up takes 1000 ms', async ({ page }) => {
    await page.clock.install()
    await open(page, '/test')
    const { pane } = shell(page)
    const button = page.getByRole('button', { name: '返回顶部' })
    await pane.evaluate(element => element.scrollTo(0, 100))
    await expect.poll(() => pane.evaluate(element => element.scrollTop)).toBe(100)
    await expect(button).toHaveCount(0)
    await pane.evaluate(element => element.scrollTo(0, 400))
    await expect(button).toBeVisible()
    // From here on time passes as the test says, however busy the machine is.
    await page.clock.pauseAt(new Date(Date.now() + 1000))
    await button.evaluate((element: HTMLElement) => element.click())
    const top = () => pane.evaluate(element => element.scrollTop)
    await page.clock.runFor(500)
    // It slows down towards its end: half the time is seven eighths of the way.
    expect(await top()).toBeGreaterThan(40)
    expect(await top()).toBeLessThan(60)
    await page.clock.runFor(350)
    expect(await top()).toBeGreaterThan(0)
    await page.clock.runFor(200)
    expect(await top()).toBe(0)
    await page.clock.resume()
    await expect(button).toHaveCount(0)
  })

  test('is at once for people who asked for reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/test')
    await shell(page).pane.evaluate(element => element.scrollTo(0, 400))
    const button = page.getByRole('button', { name: '返回顶部' })
    await button.evaluate((element: HTMLElement) => element.click())
    expect(await shell(page).pane.evaluate(element => element.scrollTop)).toBe(0)
  })
})

test('full screen is a toggle', { tag: '@newer' }, async ({ page }) => {
  await open(page, '/home')
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false)
})

test('a loading bar shows during navigation and ends when the page stands', async ({ page }) => {
  await open(page, '/home')
  const release = await holdBack(page, '**/assets/TestPage*.js')
  await follow(page, '/test')
  await expect(page.getByTestId('loading-bar')).toBeVisible()
  release()
  await expect(page.getByLabel('任意文字')).toBeVisible()
  await expect(page.getByTestId('loading-bar')).toHaveCount(0)
})

test('加载中... shows while any request is pending, and blocks nothing', async ({ page }) => {
  await open(page, '/home')
  const release = await holdBack(page, '**/device/api/simulator/getList')
  await follow(page, '/device/deviceManagement')
  await expect(page.getByTestId('spinner')).toHaveText('加载中...')
  await page.getByRole('textbox', { name: '设备编号' }).fill('SIM-')
  await shell(page).menu.getByText('系统管理').click()
  await expect(shell(page).menu.getByText('角色管理')).toBeVisible()
  await expect(page.getByTestId('spinner')).toBeVisible()
  release()
  await expect(page.getByTestId('spinner')).toHaveCount(0)
})

test('加载中... shows while a file is being exported', async ({ page }) => {
  await open(page, '/device/deviceManagement')
  const release = await holdBack(page, '**/device/api/simulator/export*')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await expect(page.getByTestId('spinner')).toBeVisible()
  release()
  await file
  await expect(page.getByTestId('spinner')).toHaveCount(0)
})

test.describe('a message raised again while it fades', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })
  test('goes like any other', async ({ page }) => {
    await open(page, '/device/deviceManagement')
    await page.route('**/device/api/simulator/export*', route =>
      route.fulfill({ json: { code: -1, msg: '导出失败', data: null } }),
    )
    await page.evaluate(() => {
      const exported = [...document.querySelectorAll('button')].find(
        ({ title, textContent }) => title === '导出' || textContent === '导出',
      )
      let raised = 0
      const watch = new MutationObserver(() => {
        if (document.querySelector('.ant-message [class*="-leave"]') === null) return
        watch.disconnect()
        raised += 1
        exported?.click()
        document.body.dataset.raised = String(raised)
      })
      watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['class'] })
      exported?.click()
    })
    await expect(page.locator('body[data-raised="1"]')).toBeAttached()
    // The one that fades may still be there beside the new one.
    await expect(shell(page).toast('导出失败').last()).toBeVisible()
    await expect(shell(page).toast('导出失败')).toHaveCount(0)
  })
})

test('/test shows the rows of get_table_data', async ({ page, api }) => {
  const rows = await api.call(home.table)
  const answer = page.waitForResponse(`**${home.table.path}*`)
  await open(page, '/test')
  const shown = page.getByRole('table').getByRole('row')
  await expect(shown).toHaveCount(rows.length + 1)
  // Devices come and go: how many are there is what the page itself was told.
  const { data } = await (await answer).json()
  const [first] = home.table.reply.parse(data)
  if (first === undefined) throw new Error('there is no classroom')
  expect(first).toEqual({ ...rows[0], online: first.online })
  const { organName, classroomName, total, online } = first
  await expect(shown.nth(1).getByRole('cell')).toHaveText([
    organName,
    classroomName,
    String(total),
    String(online),
  ])
})

const colourOf = (element: Element) => getComputedStyle(element).color

test.describe('a page when its code does not come', () => {
  test('reloads once by itself, then gives a sentence and 重试', async ({ page, problems }) => {
    problems.allow(/TestPage|Failed to (load|fetch)|did not load|CodeLoadError/)
    await open(page, '/home')
    let loaded = 0
    page.on('load', () => {
      loaded += 1
    })
    await page.route('**/assets/TestPage*.js', route => route.fulfill({ status: 404, body: '' }))
    await follow(page, '/test')
    await expect(page.getByRole('heading', { name: /页面没有加载成功/ })).toBeVisible()
    await expect.poll(() => loaded).toBe(1)
    await expect(page.getByRole('heading', { name: /页面没有加载成功/ })).toBeVisible()
    await page.unroute('**/assets/TestPage*.js')
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByLabel('任意文字')).toBeVisible()
  })
})

test.describe('a part of a page when its code does not come', () => {
  test('is missed in a sentence; the page stays, and opening it again tries again', async ({
    page,
    problems,
  }) => {
    problems.allow(/ColumnDrawer|Failed to (load|fetch)|did not load|CodeLoadError/)
    const columns = shell(page).pane.getByRole('button', { name: '列设置' })
    await open(page, '/device/deviceManagement')
    // Its styles too: those must not be missing the second time.
    await page.route('**/assets/ColumnDrawer*', route => route.abort())
    await columns.click()
    await expect(shell(page).toast(gone)).toBeVisible()
    await expect(shell(page).pane.locator('tbody tr').first()).toBeVisible()
    await expect(shell(page).dialog('列设置')).toHaveCount(0)
    await page.unroute('**/assets/ColumnDrawer*')
    await columns.click()
    await expect(shell(page).dialog('列设置').getByRole('list', { name: '列' })).toHaveCSS(
      'list-style-type',
      'none',
    )
  })

  test('says so in its place, with 重试; what was typed beside it stays', async ({ page, problems }) => {
    problems.allow(/RichEditorArea|Failed to (load|fetch)|did not load|CodeLoadError/)
    await page.route('**/assets/RichEditorArea*', route => route.abort())
    await open(page, '/system/sendManagement?act=add')
    const form = shell(page).dialog('新增推送')
    await form.getByRole('textbox', { name: '标题' }).fill('没有编辑器时写的标题')
    const failed = form.getByRole('alert')
    await expect(failed.getByText(gone)).toBeVisible()
    const mark = await failed.locator('svg').first().evaluate(colourOf)
    expect(mark, 'its mark is red').not.toBe(await failed.getByText(gone).evaluate(colourOf))
    await page.unroute('**/assets/RichEditorArea*')
    await form.getByRole('button', { name: '重试' }).click()
    await expect(form.getByRole('textbox', { name: '内容' })).toBeVisible()
    await expect(form.getByRole('textbox', { name: '标题' })).toHaveValue('没有编辑器时写的标题')
  })
})

test.describe('dialogs', () => {
  test('can be dragged by their title', async ({ page }) => {
    await open(page, '/test')
    await page.getByRole('button', { name: '打开对话框' }).click()
    const title = page.getByText('可拖动的对话框')
    const before = await title.boundingBox()
    if (before === null) throw new Error('the dialog has no place')
    await page.mouse.move(before.x + 10, before.y + 10)
    await page.mouse.down()
    await page.mouse.move(before.x + 130, before.y + 90, { steps: 4 })
    await page.mouse.up()
    const after = await title.boundingBox()
    expect(after?.x).toBeCloseTo(before.x + 120, 0)
    expect(after?.y).toBeCloseTo(before.y + 80, 0)
  })
})

test('a text can be copied to the clipboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/test')
  await page.getByLabel('任意文字').fill('粤A1234学')
  await page.getByRole('button', { name: '复制文字' }).click()
  await expect(shell(page).toast('已复制')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('粤A1234学')
})

test.describe('language', () => {
  const local = (page: import('@playwright/test').Page) => page.evaluate(() => localStorage.getItem('local'))

  test('of a Chinese browser does not take the place of a saved choice', { tag: '@newer' }, async ({
    page,
  }) => {
    await page.goto('/health/live')
    await page.evaluate(() => localStorage.setItem('local', 'en-US'))
    await open(page, '/home')
    expect(await local(page)).toBe('en-US')
  })

  test.describe('of an English browser', () => {
    test.use({ locale: 'en-US' })
    test('wins; messages are Chinese all the same', async ({ page }) => {
      await open(page, '/home')
      expect(await local(page)).toBe('en-US')
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
      await expect(shell(page).tab('首页')).toBeVisible()
    })
  })

  test.describe('of a browser in another language', () => {
    test.use({ locale: 'fr-FR' })
    test('is the saved choice, else zh-CN', async ({ page }) => {
      await open(page, '/home')
      expect(await local(page)).toBe('zh-CN')
      await page.evaluate(() => localStorage.setItem('local', 'en-US'))
      await page.reload()
      await waitUntilSettled(page)
      expect(await local(page)).toBe('en-US')
    })
  })
})

test.describe('theme', () => {
  test('is light, dark or the system’s, and is remembered', async ({ page }) => {
    await open(page, '/home')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.getByRole('button', { name: '主题' }).click()
    await page.getByRole('menuitem', { name: '深色' }).click()
    await expect.poll(ground).not.toBe(light)
    const dark = await ground()
    await page.reload()
    // Dark is there before the program, which alone hears of paper.
    await waitUntilSettled(page)
    expect(await ground()).toBe(dark)
    // On white paper its words would be pale.
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect.poll(ground).toBe(light)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect.poll(ground).toBe(dark)
    await page.getByRole('button', { name: '主题' }).click()
    await page.getByRole('menuitem', { name: '跟随系统' }).click()
    await expect.poll(ground).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(ground).toBe(dark)
  })
})

test('a menu of the head is made when it is first pressed: it opens at once, by the keyboard too, and gives the focus back', async ({
  page,
}) => {
  await open(page, '/home')
  await expect(page.locator('#root .ant-dropdown-trigger')).toHaveCount(0)
  const button = page.getByRole('button', { name: '主题' })
  const choice = page.getByRole('menuitem', { name: '深色' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(choice).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(choice).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('menuitem', { name: '浅色' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(choice).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the menu is a drawer, and nothing is wider than the screen', async ({ page }) => {
    await open(page, '/device/deviceManagement')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: '展开菜单' }).click()
    const drawer = page.getByRole('dialog', { name: '菜单' })
    await drawer.getByText('首页', { exact: true }).click()
    await expect(page).toHaveURL('/home')
    await expect(drawer).toBeHidden()
  })

  test("a record's long name gives way to what stands beside it", async ({ page, api }) => {
    const name = `珠海市香洲区新程机动车驾驶员培训有限公司 ${process.pid}`
    const form = { name, provinceId: '440000', cityId: '440400' }
    const { organizationId } = await api.call(organisations.addSchool, form)
    await open(page, `/institution/schoolDetail?organizationId=${organizationId}`)
    await expect(shell(page).breadcrumb).toContainText(name)
    const person = page.getByRole('button', { name: /用户菜单$/ })
    const { width, x } = (await person.boundingBox()) ?? { width: 0, x: 0 }
    expect(width).toBeGreaterThanOrEqual(44)
    expect(x + width).toBeLessThanOrEqual(390)
  })
})

test('what a page loads is fetched once, however early it was asked for', async ({ page }) => {
  const requests: string[] = []
  page.on('request', request => request.url().includes('/assets/') && requests.push(request.url()))
  await open(page, '/home')
  expect(requests.filter(url => url.endsWith('.css')).length).toBeGreaterThan(1)
  expect(requests).toEqual([...new Set(requests)])
})
