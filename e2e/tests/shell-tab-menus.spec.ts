import { devices } from '@drivesim/contract'
import { ofTab, openAll, reloadIsAsked, shell, tabTitles } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const three = ['/controlPanel', '/orderManage/rechargeOrder', '/orderManage/courseOrder'] as const
const threeTitles = ['首页', '数据看板', '充值订单', '课程订单']

test('the right-click menu on other tabs than home closes the others, keeping the current one and home, or all: back to home', async ({
  page,
}) => {
  await openAll(page, ...three)
  await shell(page).tab('充值订单').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect(tabTitles(page)).toHaveText(['首页', '课程订单'])
  await expect(page).toHaveURL('/orderManage/courseOrder')
  await ofTab(page, '课程订单', '关闭所有')
  await expect(page).toHaveURL('/home')
  await expect(tabTitles(page)).toHaveText(['首页'])
})

test('the right-click menu is of the tab that was clicked last, stands where it was clicked, and Escape closes it', async ({
  page,
}) => {
  await openAll(page, ...three)
  await expect(page.locator('.ant-dropdown-trigger')).toHaveCount(0)
  const pin = page.getByRole('menuitem', { name: '固定', exact: true })
  await shell(page).tab('数据看板').click({ button: 'right' })
  await expect(pin).toBeVisible()
  await shell(page).tab('充值订单').click({ button: 'right' })
  await expect(pin).toHaveCount(1)
  const tab = await shell(page).tab('充值订单').boundingBox()
  const menu = await page.getByRole('menu').filter({ has: pin }).boundingBox()
  expect(menu?.x).toBeCloseTo((tab?.x ?? 0) + (tab?.width ?? 0) / 2, -1)
  await page.keyboard.press('Escape')
  await expect(pin).toHaveCount(0)
  await ofTab(page, '充值订单', '固定')
  await expect(tabTitles(page)).toHaveText(['首页', '充值订单', '数据看板', '课程订单'])
})

test('关闭左侧 and 关闭右侧 are to the sides of the tab that was clicked, which shows if the current one goes', async ({
  page,
}) => {
  await openAll(page, ...three)
  await ofTab(page, '充值订单', '关闭左侧')
  await expect(tabTitles(page)).toHaveText(['首页', '充值订单', '课程订单'])
  await expect(page).toHaveURL('/orderManage/courseOrder')
  await ofTab(page, '充值订单', '关闭右侧')
  await expect(tabTitles(page)).toHaveText(['首页', '充值订单'])
  await expect(page).toHaveURL('/orderManage/rechargeOrder')
  await shell(page).tab('充值订单').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '关闭右侧' })).toBeDisabled()
})

test('a pinned tab stands after home without a close icon, is spared by the sides, and is pinned after a reload', async ({
  page,
}) => {
  await openAll(page, ...three)
  await ofTab(page, '课程订单', '固定')
  await expect(tabTitles(page)).toHaveText(['首页', '课程订单', '数据看板', '充值订单'])
  await expect(shell(page).close('课程订单')).toHaveCount(0)
  await shell(page).tab('课程订单').click({ button: 'middle' })
  await page.reload()
  await expect(tabTitles(page)).toHaveText(['首页', '课程订单', '数据看板', '充值订单'])
  await expect(page.getByRole('img', { name: '已固定' })).toBeVisible()
  await ofTab(page, '充值订单', '关闭左侧')
  await expect(tabTitles(page)).toHaveText(['首页', '课程订单', '充值订单'])
  await ofTab(page, '课程订单', '取消固定')
  await shell(page).close('课程订单').click()
  await expect(tabTitles(page)).toHaveText(['首页', '充值订单'])
})

test('a page is where it was when its tab is let go and moves behind another', async ({ page }) => {
  await openAll(page, '/controlPanel', '/test')
  await ofTab(page, '测试页', '固定')
  await ofTab(page, '数据看板', '固定')
  await expect(tabTitles(page)).toHaveText(['首页', '测试页', '数据看板'])
  const { pane } = shell(page)
  await pane.evaluate(element => element.scrollTo(0, 300))
  await ofTab(page, '测试页', '取消固定')
  await expect(tabTitles(page)).toHaveText(['首页', '数据看板', '测试页'])
  expect(await pane.evaluate(element => element.scrollTop)).toBe(300)
})

test('刷新 begins the page anew and asks for its data, and asks first where input would be lost', async ({
  page,
}) => {
  await openAll(page, '/device/deviceManagement', '/test')
  await page.getByLabel('任意文字').fill('没有保存')
  await shell(page).tab('设备列表').click()
  await ofTab(page, '测试页', '刷新')
  const question = shell(page).dialog('确定要刷新这一页吗')
  await question.getByRole('button', { name: '取消' }).click()
  await expect(page).toHaveURL('/device/deviceManagement')
  await ofTab(page, '测试页', '刷新')
  await question.getByRole('button', { name: '刷新' }).click()
  await expect(page).toHaveURL('/test')
  await expect(page.getByLabel('任意文字')).toHaveValue('')

  // The second time they are fresh: it is asked all the same.
  for (let turn = 0; turn < 2; turn += 1) {
    const answered = page.waitForResponse(`**${devices.list.path}*`)
    await ofTab(page, '设备列表', '刷新')
    await answered
  }
  await expect(page).toHaveURL('/device/deviceManagement')
  await expect(tabTitles(page)).toHaveText(['首页', '设备列表', '测试页'])
})

test('the dropdown lists the open tabs, marks the current one, and opens another, and closes others and all', async ({
  page,
}) => {
  await openAll(page, ...three)
  await page.getByRole('button', { name: '标签页操作' }).click()
  const entries = page.locator('.ant-dropdown').getByRole('menuitem')
  await expect(entries).toHaveText([
    ...threeTitles,
    '刷新',
    '固定',
    '关闭左侧',
    '关闭右侧',
    '关闭其他',
    '关闭所有',
  ])
  await expect(entries.locator('[aria-current="page"]')).toHaveText('课程订单')
  await entries.getByText('数据看板').click()
  await expect(page).toHaveURL('/controlPanel')
  await page.getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect(tabTitles(page)).toHaveText(['首页', '数据看板'])
  await page.getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: '关闭所有' }).click()
  await expect(tabTitles(page)).toHaveText(['首页'])
})

test('beside an open form the tabs stay in reach, and closing its page asks', async ({ page }) => {
  await openAll(page, '/controlPanel', '/institution/drivingManagement')
  await page.getByRole('button', { name: '新增驾校' }).click()
  const form = shell(page).dialog('新增驾校')
  await form.getByLabel('名称').fill('还没有保存的驾校')
  await shell(page).tab('数据看板').click()
  await expect(page).toHaveURL('/controlPanel')
  await expect(form).toBeHidden()
  // Unseen it is known as unsaved all the same: closing its tab asks, and so does the browser before it loads anew.
  await shell(page).close('驾校管理').click()
  await expect(shell(page).dialog('确定要关闭这一页吗')).toBeVisible()
  await page.keyboard.press('Escape')
  await reloadIsAsked(page)
  await shell(page).tab('驾校管理').click()
  await expect(form.getByLabel('名称')).toHaveValue('还没有保存的驾校')
  await shell(page).close('驾校管理').click()
  await shell(page).dialog('确定要关闭这一页吗').getByRole('button', { name: '关闭' }).click()
  await expect(form).toHaveCount(0)
  await expect(tabTitles(page)).toHaveText(['首页', '数据看板'])
})
