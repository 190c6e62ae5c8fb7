import { devices } from '@drivesim/contract'
import { newDevice } from '../support/devices.ts'
import { follow, open, openAll, shell, storedTabs, tabTitles, waitUntilSettled } from '../support/shell.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const three = ['/controlPanel', '/orderManage/rechargeOrder', '/orderManage/courseOrder'] as const
const threeTitles = ['首页', '数据看板', '充值订单', '课程订单']

test.describe('tab bar', () => {
  test('home is the fixed first tab and cannot be closed', async ({ page }) => {
    await open(page, '/controlPanel')
    await expect(tabTitles(page)).toHaveText(['首页', '数据看板'])
    await expect(shell(page).close('首页')).toHaveCount(0)
    await shell(page).tab('首页').click({ button: 'middle' })
    await shell(page).tab('首页').click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: '关闭其他' })).toHaveCount(0)
    await expect(tabTitles(page)).toHaveText(['首页', '数据看板'])
  })

  test('a page opened by its address is added, never bounced', async ({ page }) => {
    await open(page, '/system/sendManagement')
    await expect(page).toHaveURL('/system/sendManagement')
    await expect(tabTitles(page)).toHaveText(['首页', '推送管理'])
  })

  test('closing the current tab goes to its right neighbour, else its left, else home', async ({ page }) => {
    await openAll(page, ...three)
    await shell(page).tab('充值订单').click()
    await shell(page).close('充值订单').click()
    await expect(page).toHaveURL('/orderManage/courseOrder')
    await shell(page).close('课程订单').click()
    await expect(page).toHaveURL('/controlPanel')
    await shell(page).close('数据看板').click()
    await expect(page).toHaveURL('/home')
    await expect(tabTitles(page)).toHaveText(['首页'])
  })

  test('the list is kept in local storage as tagNaveList and stands again after a reload; closing another tab does not navigate', async ({
    page,
  }) => {
    await openAll(page, ...three)
    await expect
      .poll(() => storedTabs(page).then(tabs => tabs.map(tab => tab.name)))
      .toEqual(['home', 'controlPanel', 'rechargeOrder', 'courseOrder'])
    await page.reload()
    await expect(tabTitles(page)).toHaveText(threeTitles)
    await expect(page).toHaveURL('/orderManage/courseOrder')

    await test.step('by its close icon, which does not activate it', async () => {
      await shell(page).close('数据看板').click()
      await expect(tabTitles(page)).toHaveText(['首页', '充值订单', '课程订单'])
      await expect(page).toHaveURL('/orderManage/courseOrder')
    })

    await test.step('by a middle click', async () => {
      await shell(page).tab('充值订单').click({ button: 'middle' })
      await expect(tabTitles(page)).toHaveText(['首页', '课程订单'])
    })
  })

  test('tabs belong to the person: another account on the same browser starts with home alone', async ({
    page,
    signedIn,
    context,
  }) => {
    await openAll(page, ...three)
    const { tokens } = await signedIn('school')
    const address = new URL(page.url()).origin
    await context.addCookies([
      { name: 'token', value: tokens.token, url: address },
      { name: 'refreshToken', value: tokens.refreshToken, url: address },
    ])
    await open(page, '/home')
    await expect(tabTitles(page)).toHaveText(['首页'])
  })

  test('a page that declares a check asks 确定要关闭这一页吗 before it closes; no closes nothing', async ({
    page,
  }) => {
    await open(page, '/test')
    await page.getByLabel('任意文字').fill('没有保存')
    await shell(page).close('测试页').click()
    const question = shell(page).dialog('确定要关闭这一页吗')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: /取\s*消/ }).click()
    await expect(page.getByLabel('任意文字')).toHaveValue('没有保存')
    await shell(page).close('测试页').click()
    await question.getByRole('button', { name: /关\s*闭/ }).click()
    await expect(page).toHaveURL('/home')
    await expect(tabTitles(page)).toHaveText(['首页'])
  })

  test('a page without a check, or with nothing to lose, closes without a question', async ({ page }) => {
    await openAll(page, '/test', '/controlPanel')
    await shell(page).close('数据看板').click()
    await expect(page).toHaveURL('/test')
    await shell(page).close('测试页').click()
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('close others and close all ask once, naming the pages that would lose input', async ({ page }) => {
    await openAll(page, '/controlPanel', '/test')
    await page.getByLabel('任意文字').fill('没有保存')
    const choose = async (name: string) => {
      await page.getByRole('button', { name: '标签页操作' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    const question = shell(page).dialog('确定要关闭这些页面吗')
    await choose('关闭所有')
    await expect(question).toContainText('测试页 有尚未保存的内容')
    await expect(question).not.toContainText('数据看板')
    await question.getByRole('button', { name: '取消' }).click()
    await expect(tabTitles(page)).toHaveText(['首页', '数据看板', '测试页'])
    await expect(page.getByLabel('任意文字')).toHaveValue('没有保存')
    // Closed from another page it is one of the others.
    await shell(page).tab('数据看板').click()
    await choose('关闭其他')
    await expect(question).toContainText('测试页 有尚未保存的内容')
    await question.getByRole('button', { name: '取消' }).click()
    await shell(page).tab('测试页').click()
    await expect(page.getByLabel('任意文字')).toHaveValue('没有保存')
    // The page that stays is not asked about.
    await choose('关闭其他')
    await expect(tabTitles(page)).toHaveText(['首页', '测试页'])
    await expect(question).toHaveCount(0)
    await choose('关闭所有')
    await question.getByRole('button', { name: '关闭' }).click()
    await expect(page).toHaveURL('/home')
    await expect(tabTitles(page)).toHaveText(['首页'])
  })
})

test.describe('tabs of one route', () => {
  test('two ids are two tabs', async ({ page }) => {
    await openAll(page, '/argu/params/1', '/argu/params/2')
    await expect(tabTitles(page)).toHaveText(['首页', '动态路由参数', '动态路由参数'])
    await expect(shell(page).pane.getByTestId('param-id')).toHaveText('2')
    await tabTitles(page).nth(1).click()
    await expect(page).toHaveURL('/argu/params/1')
    await expect(shell(page).pane.getByTestId('param-id')).toHaveText('1')
  })

  test('the query key that says which thing it is makes a tab, any other only updates its entry', async ({
    page,
  }) => {
    await openAll(page, '/argu/query?id=1', '/argu/query?id=2', '/argu/query?id=1&colour=red')
    await expect(tabTitles(page)).toHaveText(['首页', '带参路由', '带参路由'])
    await expect(shell(page).pane).toContainText('red')
    const stored = await storedTabs(page)
    expect(stored[1]?.query).toEqual({ id: '1', colour: 'red' })
  })
})

test.describe('live pages', () => {
  test('a form half filled stays while its tab is open', async ({ page }) => {
    await open(page, '/test')
    await page.getByLabel('任意文字').fill('写到一半')
    await shell(page).tab('首页').click()
    await expect(page.getByLabel('任意文字')).toBeHidden()
    await shell(page).tab('测试页').click()
    await expect(page.getByLabel('任意文字')).toHaveValue('写到一半')
  })

  test('a list keeps its filters, and what was typed but not yet asked for', async ({ page }) => {
    await open(page, '/device/deviceManagement?stateId=offline')
    await page.getByRole('textbox', { name: '设备编号' }).fill('SIM-')
    await shell(page).tab('首页').click()
    await shell(page).tab('设备列表').click()
    await expect(page).toHaveURL('/device/deviceManagement?stateId=offline')
    await expect(page.getByRole('textbox', { name: '设备编号' })).toHaveValue('SIM-')
  })

  test('a tab that comes back is where it was; a new page starts at its top', async ({ page }) => {
    await open(page, '/test')
    const scrollTop = () => shell(page).pane.evaluate(pane => pane.scrollTop)
    await shell(page).pane.evaluate(pane => pane.scrollTo(0, 300))
    await expect.poll(scrollTop).toBe(300)
    await shell(page).tab('首页').click()
    await expect.poll(scrollTop).toBe(0)
    await shell(page).tab('测试页').click()
    await expect.poll(scrollTop).toBe(300)
  })

  test('a tab that comes back is laid out and on the screen before its page runs again', async ({ page }) => {
    await open(page, '/device/deviceManagement')
    await shell(page).tab('首页').click()
    await expect(shell(page).pane.getByTestId('home-body')).toBeVisible()
    await waitUntilSettled(page)
    const came = await shell(page)
      .tab('设备列表')
      .evaluate(async tab => {
        const panes = [...document.querySelectorAll('main[data-pane]')]
        const shown = () => panes.find(pane => pane.checkVisibility())
        const left = shown()
        const keptHeight = panes.find(pane => pane !== left)?.getBoundingClientRect().height
        if (tab instanceof HTMLElement) tab.click()
        const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
        do await frame()
        while (shown() === left)
        // The bar runs until the page does.
        return { keptHeight, bar: document.querySelector('[data-testid=loading-bar]')?.className }
      })
    expect(came.keptHeight).toBeGreaterThan(300)
    expect(came.bar).toContain('running')
    await expect(page.getByTestId('loading-bar')).toHaveCount(0)
  })

  test('a page that changes while its tab is hidden stays laid out', async ({ page }) => {
    await open(page, '/home')
    await follow(page, '/device/deviceManagement')
    await waitUntilSettled(page)
    const left = page.locator('main[data-pane]').filter({ has: page.getByTestId('home-body') })
    // The page that was opened is then among those looked at last.
    await expect(left).toContainText('设备列表')
    await expect(left).toBeHidden()
    expect(await left.evaluate(pane => pane.getBoundingClientRect().height)).toBeGreaterThan(300)
  })

  test('closing frees the page: opened again it starts anew', async ({ page }) => {
    await openAll(page, '/argu/params/1', '/test')
    await page.getByRole('button', { name: '打开对话框' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /取\s*消/ })
      .click()
    await shell(page).pane.evaluate(pane => pane.scrollTo(0, 300))
    await shell(page).close('测试页').click()
    await expect(tabTitles(page)).toHaveText(['首页', '动态路由参数'])
    await expect(page).toHaveURL('/argu/params/1')
    await follow(page, '/test')
    await expect.poll(() => shell(page).pane.evaluate(pane => pane.scrollTop)).toBe(0)
  })

  test('a dialog left open in a hidden tab is there when the tab comes back', async ({ page }) => {
    await open(page, '/test')
    await page.getByRole('button', { name: '打开对话框' }).click()
    await follow(page, '/home')
    await expect(page.getByRole('dialog')).toBeHidden()
    await follow(page, '/test')
    await expect(shell(page).dialog('可拖动的对话框')).toBeVisible()
  })
})

test.describe('many tabs', () => {
  const many = [
    '/controlPanel',
    '/addStudent',
    '/payStudent',
    '/rechargeMoney',
    '/courseOrderLine',
    '/incomeMoney',
    '/appUseAmount',
    '/coursePayAmount',
    '/courseUseAmount',
    '/message',
    '/test',
    '/orderManage/rechargeOrder',
    '/orderManage/courseOrder',
    '/student/studentManagement',
  ]

  test('the arrows scroll in steps of 240 px, the wheel scrolls, the active tab scrolls into view', async ({
    page,
  }) => {
    await openAll(page, ...many)
    const strip = page.getByTestId('tab-strip')
    const left = () => strip.evaluate(element => Math.round(element.scrollLeft))
    await expect(shell(page).tab('学员列表')).toBeInViewport({ ratio: 1 })
    // The scroll has ended when two looks see the same.
    let before = -1
    await expect
      .poll(async () => {
        const now = await left()
        const still = now === before && now > 0
        before = now
        return still
      })
      .toBe(true)
    const end = await left()
    await page.getByRole('button', { name: '向左滚动' }).click()
    await expect.poll(left).toBe(end - 240)
    await page.getByRole('button', { name: '向右滚动' }).click()
    await expect.poll(left).toBe(end)
    await strip.hover()
    await page.mouse.wheel(0, -100_000)
    await expect.poll(left).toBe(0)
    await page.mouse.wheel(0, 120)
    await expect.poll(left).toBe(120)
  })

  test('the active tab stays in view when the window changes', async ({ page }) => {
    await openAll(page, ...many)
    for (const width of [900, 600]) {
      await page.setViewportSize({ width, height: 768 })
      await expect(shell(page).tab('学员列表')).toBeInViewport({ ratio: 1 })
    }
  })

  test('a tab is whole in view once the name of its record has come', async ({ page, api }) => {
    const { simulatorId, carNum } = await newDevice(api)
    await openAll(page, ...many)
    let answer = () => {}
    const mayAnswer = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(`**${devices.baseInfo.path}*`, async route => {
      await mayAnswer
      await route.continue()
    })
    await follow(page, `/device/teachDateDisplay?simulatorId=${simulatorId}`)
    await expect(shell(page).tab('教学数据')).toBeInViewport({ ratio: 1 })
    answer()
    const namedTab = shell(page).tab(`教学数据 · ${carNum}`)
    await expect(namedTab).toBeVisible()
    await expect(shell(page).close(`教学数据 · ${carNum}`)).toBeInViewport({ ratio: 1 })
    await expect(namedTab).toBeInViewport({ ratio: 1 })
  })
})

test('two browsers of one person keep their own tabs', async ({ page, browser, api }) => {
  await openAll(page, '/controlPanel')
  const other = await anotherBrowser(browser, api)
  await open(other, '/home')
  await expect(tabTitles(other)).toHaveText(['首页'])
  await other.context().close()
})
