import { organisationErrors, organisations, search } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { holdBack } from '../support/network.ts'
import { patience } from '../support/pace.ts'
import { routes } from '../support/routes.ts'
import { findPage, follow, open, shell, tabTitles } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const highlighted = (page: Page) => shell(page).menu.locator('[aria-current="page"]')

test.describe('menu', () => {
  test('is 256 px wide, 64 collapsed, and the choice is remembered', async ({ page }) => {
    await open(page, '/home')
    const { menu } = shell(page)
    const width = () => menu.evaluate(element => element.getBoundingClientRect().width)
    await expect.poll(width).toBe(256)
    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(width).toBe(64)
    await page.reload()
    await expect.poll(width).toBe(64)
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect.poll(width).toBe(256)
  })

  test('is built from the routes that are not hidden; one group is open at a time, of which an entry leads to its page', async ({
    page,
  }) => {
    await open(page, '/home')
    const { menu } = shell(page)
    const groups = [
      '设备管理',
      '机构管理',
      '财务管理',
      '订单管理',
      '学员管理',
      '系统管理',
      '运维管理',
      '运营管理',
    ]
    const entries: string[] = ['首页', '数据看板']
    for (const [at, group] of groups.entries()) {
      await menu.getByText(group, { exact: true }).click()
      const item = menu.getByRole('menuitem', { name: group })
      const shown = menu.getByRole('menu', { name: group }).getByRole('menuitem')
      await expect(item).toHaveAttribute('aria-expanded', 'true')
      await expect(shown.first()).toBeVisible()
      // One at a time.
      const before = groups[at - 1]
      if (before !== undefined)
        await expect(menu.getByRole('menu', { name: before }).getByRole('menuitem').first()).toBeHidden()
      entries.push(...(await shown.allInnerTexts()))
    }
    expect(entries).toEqual(routes.filter(route => !route.hidden).map(route => route.title))

    await test.step('the highlighted entry follows the route', async () => {
      await menu.getByText('设备管理').click()
      await menu.getByText('设备列表').click()
      await expect(page).toHaveURL('/device/deviceManagement')
      await expect(highlighted(page)).toHaveText('设备列表')
      await page.goBack()
      await expect(highlighted(page)).toHaveText('首页')
    })

    await test.step('a group with one visible child still shows as a group', async () => {
      await menu.getByText('学员管理').click()
      await menu.getByText('学员列表').click()
      await expect(page).toHaveURL('/student/studentManagement')
    })
  })

  test('a hidden page highlights the list it came from, with its group open', async ({ page }) => {
    await open(page, '/system/roleDetail?roleId=1')
    await expect(highlighted(page)).toHaveText('角色管理')
    await expect(shell(page).menu.getByText('成员管理')).toBeVisible()
  })

  test('the mark of a page deep in a long group is to be seen, opened by its address or found by Ctrl-K', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1366, height: 480 })
    await open(page, '/operation/opsSetting')
    await expect(highlighted(page)).toHaveText('运维设置')
    await expect(highlighted(page)).toBeInViewport({ ratio: 1 })
    await open(page, '/home')
    await findPage(page, '运维设置')
    await expect(highlighted(page)).toHaveText('运维设置')
    await expect(highlighted(page)).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1366, height: 400 })
    await expect(highlighted(page)).toBeInViewport({ ratio: 1 })
  })

  test('collapsed, groups open a fly-out and entries get tooltips', async ({ page }) => {
    await open(page, '/home')
    await page.getByRole('button', { name: '收起菜单' }).click()
    const { menu } = shell(page)
    await menu.getByRole('menuitem', { name: '数据看板' }).hover()
    await expect(page.getByRole('tooltip', { name: '数据看板' })).toBeVisible()
    await menu.getByRole('menuitem', { name: '设备管理' }).hover()
    const flyOut = menu.getByRole('menuitem', { name: '运行状态' })
    await expect(flyOut).toBeVisible()
    await flyOut.click()
    await expect(page).toHaveURL('/device/runningState')
  })

  test('keys go through it, into groups and out of them, and Tab past it', async ({ page }) => {
    await open(page, '/device/runningState')
    const { menu } = shell(page)
    const item = (name: string) => menu.getByRole('menuitem', { name })
    const steps: [key: string, to: string][] = [
      ['ArrowUp', '设备列表'],
      ['ArrowLeft', '设备管理'],
      ['ArrowUp', '数据看板'],
      ['Home', '首页'],
      ['ArrowUp', '运营管理'],
      ['Home', '首页'],
      ['End', '运营管理'],
      ['ArrowRight', '运营管理'],
      ['ArrowRight', '应用管理'],
      ['ArrowLeft', '运营管理'],
      ['ArrowLeft', '运营管理'],
      ['ArrowDown', '首页'],
    ]
    // Tab enters where one is.
    for (let tabs = 0; tabs < 2; tabs += 1) await page.keyboard.press('Tab')
    await expect(item('运行状态')).toBeFocused()
    for (const [key, to] of steps) {
      await page.keyboard.press(key)
      await expect(item(to)).toBeFocused()
    }
    await expect(item('运营管理')).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '收起菜单' })).toBeFocused()
  })

  test('collapsed, keys open what flies out, and Escape gives the focus back', async ({ page }) => {
    // The last group has the least room.
    await page.setViewportSize({ width: 1366, height: 560 })
    await open(page, '/home')
    await page.getByRole('button', { name: '收起菜单' }).click()
    const { menu } = shell(page)
    const group = menu.getByRole('menuitem', { name: '运维管理' })
    await group.focus()
    await page.keyboard.press('Enter')
    const pages = menu.getByRole('menu', { name: '运维管理' }).getByRole('menuitem')
    await expect(pages.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(pages.last()).toBeFocused()
    await expect(pages.last()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowDown')
    await expect(pages.first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(group).toBeFocused()
    await expect(pages.first()).toBeHidden()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/operation/workOrder')
    await expect(pages.first()).toBeHidden()
  })

  test.describe('of somebody without any code', () => {
    test.use({ account: 'guest' })
    test('leaves out what they may not open', async ({ page }) => {
      await open(page, '/home')
      const { menu } = shell(page)
      await expect(menu.getByText('订单管理')).toBeVisible()
      for (const group of ['设备管理', '财务管理', '系统管理', '运维管理', '机构管理']) {
        await expect(menu.getByText(group)).toHaveCount(0)
      }
    })
  })
})

test.describe('breadcrumb', () => {
  test('reads home › group › page, home being a link; the window is titled with the product and the page', async ({
    page,
  }) => {
    await open(page, '/device/deviceManagement')
    const { breadcrumb } = shell(page)
    await expect(breadcrumb.getByRole('listitem')).toHaveText(['首页', '设备管理', '设备列表'])
    await expect(page).toHaveTitle('驾训模拟器管理后台 - 设备列表')
    await breadcrumb.getByRole('link', { name: '首页' }).click()
    await expect(page).toHaveURL('/home')
    await expect(breadcrumb.getByRole('listitem')).toHaveText(['首页'])
    await expect(page).toHaveTitle('驾训模拟器管理后台 - 首页')

    await test.step('shows hidden pages too', async () => {
      await follow(page, '/finacial/pastBill')
      const crumbs = ['首页', '财务管理', '对账管理', '往期账单']
      await expect(breadcrumb.getByRole('listitem')).toHaveText(crumbs)
    })

    await test.step('names the entry that the menu highlights, which leads there', async () => {
      await follow(page, '/enroll/coach')
      const crumbs = ['首页', '机构管理', '驾校管理', '教练管理']
      await expect(breadcrumb.getByRole('listitem')).toHaveText(crumbs)
      await expect(highlighted(page)).toHaveText('驾校管理')
      await breadcrumb.getByRole('link', { name: '驾校管理' }).click()
      await expect(page).toHaveURL('/institution/drivingManagement')
    })
  })
})

test.describe('page search', () => {
  test('Ctrl-K finds every page these codes open', async ({ page }) => {
    await open(page, '/home')
    await page.keyboard.press('Control+k')
    const { dialog } = shell(page)
    await dialog('搜索').getByRole('combobox').fill('运行')
    await expect(dialog('搜索').getByRole('option')).toHaveText([/运行状态/])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/device/runningState')
    await expect(tabTitles(page)).toHaveText(['首页', '运行状态'])
  })

  test('who types on before its code has come loses nothing of it', async ({ page }) => {
    // Here `n` by itself begins a form.
    await open(page, '/device/deviceManagement')
    const letCome = await holdBack(page, /\/assets\/Search-[^/]+\.js$/)
    const filter = shell(page).pane.getByRole('textbox').first()
    await filter.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xynlb')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    letCome()
    const dialog = shell(page).dialog('搜索')
    await expect(dialog.getByRole('option')).toHaveText([/^学员列表/])
    await expect(dialog.getByRole('combobox')).toHaveValue('xylb')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(filter).toBeFocused()
  })

  test('Ctrl-K finds records too: Enter opens one, Ctrl-Enter keeps the dialog, and a slow answer is not in the way', async ({
    page,
  }) => {
    await open(page, '/home')
    const letCome = await holdBack(page, `**${search.records.path}`)
    await page.keyboard.press('Control+k')
    const dialog = shell(page).dialog('搜索')
    await dialog.getByRole('combobox').fill('sblb')
    await expect(dialog.getByRole('option')).toHaveText([/^设备列表/])
    await dialog.getByRole('combobox').fill('SIM-GZ01-0003')
    letCome()
    await expect(dialog.getByRole('group', { name: '设备' }).getByRole('option')).toHaveText([
      /SIM-GZ01-0003/,
    ])
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/\/device\/deviceDetail\?simulatorId=\d+$/)
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await dialog.getByRole('combobox').fill('没有这样的记录')
    await expect(dialog).toContainText('没有找到，请换一个词')
  })

  test('Ctrl-K finds what may be begun, by words or initials, and each opens its form', async ({ page }) => {
    test.setTimeout(patience(90_000))
    await open(page, '/home')
    const dialog = shell(page).dialog('搜索')
    const acts = dialog.getByRole('group', { name: '操作' }).getByRole('option')
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await dialog.getByRole('combobox').fill(text)
    }
    await find('dxd')
    await expect(acts).toHaveText([/^代下单/])
    await page.keyboard.press('Escape')
    await find('增')
    await expect(acts.first()).toBeVisible()
    const found = await acts.locator('span').allInnerTexts()
    await page.keyboard.press('Escape')
    for (const act of [
      ...found,
      '登记充值',
      '扫码收款',
      '代下单',
      '报修',
      '导入学员',
      '添加运维人员',
      '开始盘点',
    ]) {
      await find(act)
      await expect(acts).toHaveText([new RegExp(`^${act}`)])
      await acts.click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('dialog'), act).toHaveCount(1)
      await expect(page, act).not.toHaveURL(/act=/)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Close|关闭)$/ })
        .first()
        .click()
      await expect(page.getByRole('dialog'), act).toHaveCount(0)
    }
  })
})

test.describe('an address that begins something', () => {
  test('opens the form of who may, as soon as that is known', async ({ page }) => {
    const letCome = await holdBack(page, `**${organisations.list.path}*`)
    await page.goto('/operation/dealResult?act=add')
    await expect(page.getByRole('button', { name: '新增处理结果' })).toBeVisible()
    await expect(page).toHaveURL(/act=add/)
    letCome()
    await expect(shell(page).dialog('新增处理结果')).toBeVisible()
  })

  test.describe('of a school', () => {
    test.use({ account: 'school' })
    test('says why it is not for them, and opens nothing', async ({ page }) => {
      await open(page, '/institution/drivingManagement?act=add')
      await expect(shell(page).toast(organisationErrors.platformOnly.sentence('驾校名录'))).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
})
