import { rows } from '../support/lists.ts'
import { newMember } from '../support/people.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('a link to another page takes the keyboard along, and the way back brings it to the link', async ({
  page,
}) => {
  await open(page, '/device/deviceManagement')
  const link = rows(page).nth(2).getByRole('link').first()
  await link.press('Enter')
  await expect(page).toHaveURL(/deviceDetail/)
  await expect(shell(page).pane).toBeFocused()
  await shell(page).tab('设备列表').press('Enter')
  await expect(page).toHaveURL(/deviceManagement/)
  // Closed by its cross, a tab leaves the keyboard in the page that comes.
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/deviceDetail/)
  await shell(page).tabs.last().getByRole('button', { name: /^关闭/ }).press('Enter')
  await expect(link).toBeFocused()
})

test('what takes its own link away leaves the keyboard in the page', async ({ page }) => {
  await open(page, '/rechargeMoney')
  await shell(page).pane.locator('tbody').getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(/by=list/)
  await expect(shell(page).pane).toBeFocused()
})

test('a sheet to print, and the board from the wall, give the keyboard back', async ({ page }) => {
  await open(page, '/orderManage/rechargeOrder')
  const receipt = rows(page).first().getByRole('button', { name: '收据' })
  await receipt.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: '打印' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(receipt).toBeFocused()
  await open(page, '/controlPanel')
  const wall = page.getByRole('button', { name: '大屏' })
  await wall.press('Enter')
  await expect(page.getByRole('dialog', { name: '数据看板大屏' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wall).toBeFocused()
})

test('what Ctrl-K found stays open, whatever had the focus before', async ({ page }) => {
  await open(page, '/device/deviceManagement')
  await page.getByRole('menuitem', { name: '设备列表' }).focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '页面或记录' })).toBeFocused()
  await page.keyboard.type('成员管理')
  await expect(page.getByRole('option', { name: '成员管理' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/system/memberManagement')
  await expect(page.getByRole('dialog')).toBeHidden()
  await waitUntilSettled(page)
  await expect(page).toHaveURL('/system/memberManagement')
})

test('a menu opened by keys has the focus, and gives it back to its button', async ({ page }) => {
  await open(page, '/device/deviceManagement')
  const button = page.getByRole('button', { name: /用户菜单$/ })
  const item = (name: string) => page.getByRole('menuitem', { name })
  // The first press makes the menu, later ones show it again.
  for (const key of ['Enter', 'ArrowDown', 'Enter']) {
    await button.focus()
    await page.keyboard.press(key)
    await expect(item('个人中心')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(item('消息中心')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(item('消息中心')).toBeHidden()
    await expect(button).toBeFocused()
  }
  await page.keyboard.press('ArrowDown')
  await expect(item('个人中心')).toBeFocused()
  await page.keyboard.press('Enter')
  const centre = page.getByRole('dialog', { name: '个人中心' })
  await expect(centre).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(centre).toBeHidden()
  await expect(button).toBeFocused()
})

test('更多 at the head of a page is walked through by keys, and has the focus again after it', async ({
  page,
  api,
}) => {
  const { userId } = await newMember(api)
  await open(page, `/system/memberDetail?userId=${userId}`)
  const more = shell(page).pane.getByRole('button', { name: '更多' })
  const entries = page.locator('.ant-dropdown').getByRole('menuitem')
  for (const key of ['Enter', 'ArrowDown']) {
    await more.focus()
    await page.keyboard.press(key)
    await expect(entries.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(entries.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(entries.first()).toBeHidden()
    await expect(more).toBeFocused()
  }
})

test('what the keyboard comes to stands clear of the pager', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 600 })
  await open(page, '/student/studentManagement')
  await waitUntilSettled(page)
  const pager = page.getByRole('navigation', { name: '分页' })
  const links = rows(page).getByRole('link')
  await links.first().focus()
  for (let at = 1; at < (await links.count()); at += 1) {
    await links.nth(at).focus()
    const [link, edge] = [await links.nth(at).boundingBox(), await pager.boundingBox()]
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((edge?.y ?? 0) + 1)
  }
})

test.describe('as finance', () => {
  test.use({ account: 'finance' })
  test('lists in which one can do nothing have no column for it', async ({ page }) => {
    for (const path of ['/orderManage/courseOrder', '/student/studentManagement']) {
      await open(page, path)
      await expect(rows(page).first()).toBeVisible()
      await expect(shell(page).pane.getByRole('columnheader', { name: '操作' })).toHaveCount(0)
    }
  })
})

test('a sentence of 值得注意 opens a page that compares as it does', async ({ page }) => {
  await open(page, '/controlPanel')
  const findings = shell(page).pane.locator('section').filter({ hasText: '值得注意' }).getByRole('link')
  await expect(findings.first()).toBeVisible()
  const sentence = await findings.first().innerText()
  await findings.first().press('Enter')
  const change = /比前四周平均(高|低) \d+%/.exec(sentence)?.[0] ?? ''
  expect(change).not.toBe('')
  await expect(shell(page).pane.getByText(change, { exact: true })).toBeVisible()
  await expect(shell(page).pane.getByRole('radio', { name: '前四周平均' })).toBeChecked()
})

test('a form that Ctrl-K opened gives the focus to its button, and nothing is framed for who goes by a pointer', async ({
  page,
}) => {
  const { pane } = shell(page)
  await open(page, '/home')
  await page.getByRole('banner').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '页面或记录' })).toBeFocused()
  await page.keyboard.type('登记充值')
  await page.getByRole('option').filter({ hasText: '登记充值' }).first().click()
  await expect(page.getByRole('dialog').getByLabel('实收金额')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(pane.getByRole('button', { name: '登记线下充值' })).toBeFocused()
  // Given by the program, after something was typed: the browser takes it for a focus that is to be seen.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '页面或记录' })).toBeFocused()
  await page.keyboard.type('成员管理')
  await page.getByRole('option', { name: '成员管理' }).first().click()
  await expect(page).toHaveURL('/system/memberManagement')
  const box = page.locator('[data-pane]:focus, [data-rows]:focus')
  await expect(box).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Tab')
  await pane.focus()
  await expect(pane).toHaveCSS('outline-style', 'solid')
})
