import { workOrders } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { type Acts, countActs } from '../support/clicks.ts'
import {
  confirmOnPhone,
  newComer,
  newKnown,
  ordersOf,
  part,
  partButton,
  payCode,
  saysLast,
  sheet,
} from '../support/counter.ts'
import { newDevice, newSn, quietPlace } from '../support/devices.ts'
import { chooseByKeys, openByKeys, pressByKeys, tabTo, typeByKeys } from '../support/keys.ts'
import { patience } from '../support/pace.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** The frequent flows without a mouse, counted by the keys that type no text, Tab and arrows among them. */
test.use({ account: 'school', warm: false })

function expectKeys(acts: Acts, most: number): void {
  expect(acts).toEqual({ clicks: 0, keys: expect.any(Number) })
  expect(acts.keys).toBeLessThanOrEqual(most)
}

/** Opens a student by Ctrl-K and 办理 there. */
async function serveByKeys(page: Page, userName: string): Promise<void> {
  await openByKeys(page, userName)
  const { pane } = shell(page)
  await expect(pane.getByRole('heading', { level: 1, name: userName })).toBeVisible()
  await pressByKeys(page, pane.getByRole('button', { name: '办理', exact: true }))
  await expect(part(page, '付款').getByLabel('实收金额')).toBeFocused()
}

test('cash of a known student', async ({ page, api }) => {
  const { userId, userName } = await newKnown(api)
  await open(page, '/home')
  const acts = await countActs(page)
  await serveByKeys(page, userName)
  await page.keyboard.type('12.34')
  await page.keyboard.press('Enter')
  await saysLast(page, /^已收现金 ¥12\.34$/)
  expectKeys(acts, 10)
  expect((await ordersOf(api, userId))?.recharges).toMatchObject([{ amount: 1234, tender: 'cash' }])
})

test('a code is paid and a course ordered', async ({ page, api }) => {
  const { userId, userName } = await newKnown(api)
  await open(page, '/home')
  const acts = await countActs(page)
  await serveByKeys(page, userName)
  await chooseByKeys(page, part(page, '付款').getByRole('radiogroup', { name: '收款方式' }), '微信支付')
  await page.keyboard.press('Control+Enter')
  await expect(part(page, '付款').getByRole('img', { name: /的收款码$/ })).toBeVisible()
  await payCode(page, api, userId)
  await expect(partButton(page, '课程', '下单')).toBeFocused()
  await page.keyboard.press('Enter')
  await saysLast(page, /^已下单，并从余额支付$/)
  expectKeys(acts, 20)
})

test.describe('of the platform', () => {
  test.use({ account: 'admin' })

  test('a simulator is found by its plate and reported', async ({ page, api }) => {
    const carNum = `粤Z${newSn().replaceAll(/\D/g, '').slice(-4)}学`
    const device = await newDevice(api, { carNum, place: await quietPlace(api) })
    await open(page, '/home')
    const acts = await countActs(page)
    await openByKeys(page, device.carNum)
    const { pane } = shell(page)
    await expect(pane.getByRole('heading', { level: 1 })).toContainText(device.name)
    expectKeys(acts, 2)
    await pressByKeys(page, pane.getByRole('button', { name: '报修', exact: true }))
    const form = page.getByRole('dialog', { name: `报修 ${device.carNum} ${device.name}` })
    await expect(form.getByLabel('故障描述')).toBeFocused()
    await page.keyboard.type('踏板踩下后不回弹')
    await page.keyboard.press('Control+Enter')
    await expect(form).toHaveCount(0)
    expectKeys(acts, 12)
    const { dataList } = await api.call(workOrders.list, { simulatorId: device.simulatorId })
    expect(dataList).toHaveLength(1)
  })

  test('a new school, from nothing to its first bill', async ({ page }) => {
    test.setTimeout(patience(150_000))
    const name = `首单驾校${newSn().slice(4)}`
    const { userName, userPhone } = newComer()
    await open(page, '/home')
    const acts = await countActs(page)
    const { keyboard } = page
    const { pane, dialog } = shell(page)
    await openByKeys(page, '新增驾校')
    const school = dialog('新增驾校')
    await expect(school.getByLabel('名称')).toBeFocused()
    await keyboard.type(name)
    await typeByKeys(page, school.getByLabel('所在地区'), '珠海')
    await expect(page.getByRole('menuitemcheckbox', { name: /珠海市/ })).toBeVisible()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await keyboard.press('Control+Enter')
    await saysLast(page, /^已新增/)
    await openByKeys(page, name)

    const setup = pane.getByRole('region', { name: '开通步骤' })
    await pressByKeys(page, setup.getByRole('button', { name: '新增教室' }))
    const room = dialog('新增教室')
    await expect(room.getByLabel('教室名称')).toBeFocused()
    await keyboard.type('一号教室')
    await typeByKeys(page, room.getByLabel('座位数'), '4')
    await keyboard.press('Enter')
    await expect(room).toHaveCount(0)
    await pressByKeys(page, setup.getByRole('button', { name: '新增设备' }))
    const device = dialog('新增设备')
    await expect(device.getByLabel('设备名称')).toBeFocused()
    await keyboard.type('一号机')
    await typeByKeys(page, device.getByLabel('设备编号'), newSn())
    await keyboard.press('Enter')
    await pressByKeys(page, page.getByRole('button', { name: '已保存，关闭' }))
    await pressByKeys(page, setup.getByRole('button', { name: '新增合同' }))
    const contract = dialog('新增合同')
    await typeByKeys(page, contract.getByLabel('平台分成比例'), '30')
    await typeByKeys(page, contract.getByLabel('约定押金'), '0')
    await keyboard.press('Control+Enter')
    await expect(contract).toHaveCount(0)
    await pressByKeys(page, setup.getByRole('button', { name: '配置课程' }))
    await pressByKeys(page, page.getByRole('button', { name: /上\s*架/ }))
    await pressByKeys(page, page.getByRole('button', { name: '保存课程配置' }))
    await saysLast(page, /^课程配置已保存$/)
    await openByKeys(page, name)

    await pressByKeys(page, pane.getByRole('button', { name: '办理', exact: true }))
    await expect(sheet(page).getByLabel('姓名')).toBeFocused()
    await keyboard.type(userName)
    await typeByKeys(page, sheet(page).getByLabel('手机号'), userPhone)
    await chooseByKeys(page, sheet(page).getByRole('radiogroup', { name: '驾照类型' }), 'C1 手动挡')
    await keyboard.press('Enter')
    await expect(part(page, '付款').getByLabel('实收金额')).toBeFocused()
    await keyboard.type('9000')
    await chooseByKeys(page, part(page, '付款').getByRole('radiogroup', { name: '收款方式' }), '微信支付')
    await keyboard.press('Control+Enter')
    const opened = page.waitForEvent('popup')
    await pressByKeys(page, part(page, '付款').getByRole('link', { name: '打开模拟支付页' }))
    await confirmOnPhone(await opened)
    await tabTo(page, part(page, '课程').getByRole('combobox', { name: '课程' }))
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await keyboard.press('Control+Enter')
    await saysLast(page, /^已下单，并从余额支付$/)
    await keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await chooseByKeys(page, pane.getByRole('radiogroup').first(), '账单')
    await expect(pane).toContainText('每月出账日自动生成上月的账单')
    // Of all of them some fifty do something; the others are Tab along fields, and along words that the glossary explains.
    expectKeys(acts, 320)
  })
})
