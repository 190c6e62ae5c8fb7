import { students } from '@drivesim/contract'
import { countActs } from '../support/clicks.ts'
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
import { row, rows } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** How the frequent flows are counted: presses of the pointer, or keys that type no text. */
test.use({ account: 'school', warm: false })

const byName = (name: string) => `/student/studentManagement?paramValue=${encodeURIComponent(name)}`

test('a new student is enrolled, pays cash, gets a course and a receipt, by the mouse', async ({
  page,
  api,
}) => {
  const { userName, userPhone } = newComer()
  await open(page, '/home')
  const acts = await countActs(page)
  await shell(page).pane.getByRole('link', { name: '办理' }).click()
  await sheet(page).getByLabel('姓名').fill(userName)
  await sheet(page).getByLabel('手机号').fill(userPhone)
  await sheet(page).getByText('C1 手动挡', { exact: true }).click()
  await sheet(page)
    .getByRole('button', { name: /^报\s*名$/ })
    .click()
  await saysLast(page, /已报名$/)
  expect(acts.clicks).toBeLessThanOrEqual(4)
  // The course that is sold most lately fills in the amount; nothing is sent for that.
  await expect(part(page, '付款').getByLabel('实收金额')).not.toHaveValue('')
  await partButton(page, '付款', '收款').click()
  await saysLast(page, /^已收现金/)
  await partButton(page, '课程', '下单').click()
  await saysLast(page, /^已下单，并从余额支付$/)
  await part(page, '收据').getByRole('button', { name: '打印收据' }).click()
  const receipt = page.getByRole('dialog', { name: /^收据 CZ/ })
  await expect(receipt.getByText('线下（现金）')).toBeVisible()
  await receipt.getByRole('button', { name: /打\s*印/ }).click()
  expect(acts.clicks).toBeLessThanOrEqual(8)
  const { dataList } = await api.call(students.list, { paramValue: userName })
  const { recharges, courses } = (await ordersOf(api, dataList[0]?.userId ?? 0)) ?? {}
  expect(recharges).toMatchObject([{ state: 'paid', tender: 'cash' }])
  expect(courses).toMatchObject([{ state: 'paid' }])
})

test('the same by the keyboard alone, from Ctrl-K', async ({ page }) => {
  const { userName, userPhone } = newComer()
  await open(page, '/home')
  const acts = await countActs(page)
  const { keyboard } = page
  await keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '页面或记录' })).toBeFocused()
  await keyboard.type('办理')
  await expect(page.getByRole('option', { name: /^办理/ })).toBeVisible()
  await keyboard.press('Enter')
  await expect(sheet(page).getByLabel('姓名')).toBeFocused()
  await keyboard.type(userName)
  await keyboard.press('Tab')
  await keyboard.type(userPhone)
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expect(part(page, '付款').getByLabel('实收金额')).toBeFocused()
  await keyboard.press('Enter')
  await expect(partButton(page, '课程', '下单')).toBeFocused()
  await keyboard.press('Enter')
  await expect(part(page, '收据').getByRole('button', { name: '打印收据' })).toBeFocused()
  await keyboard.press('Enter')
  const receipt = page.getByRole('dialog', { name: /^收据 CZ/ })
  await expect(receipt.getByRole('button', { name: /打\s*印/ })).toBeFocused()
  expect(acts).toEqual({ clicks: 0, keys: expect.any(Number) })
  expect(acts.keys).toBeLessThanOrEqual(10)
})

test('cash of a known student: from the row, the amount typed', async ({ page, api }) => {
  const { userId, userName } = await newKnown(api)
  await open(page, byName(userName))
  const acts = await countActs(page)
  await row(page, userName).getByRole('button', { name: '办理' }).click()
  await part(page, '付款').getByLabel('实收金额').fill('12.34')
  await part(page, '付款').getByText('POS', { exact: true }).click()
  await partButton(page, '付款', '收款').click()
  await saysLast(page, /^已收POS ¥12\.34$/)
  expect(acts.clicks).toBeLessThanOrEqual(3)
  expect((await ordersOf(api, userId))?.recharges).toMatchObject([{ amount: 1234, tender: 'pos' }])
  // A second time it is asked about, and the form stands.
  await sheet(page).getByRole('button', { name: /^付款/ }).click()
  await part(page, '付款').getByLabel('实收金额').fill('12.34')
  await partButton(page, '付款', '收款').click()
  await page.getByRole('dialog', { name: '可能是重复登记' }).getByRole('button', { name: '返回核对' }).click()
  await expect(part(page, '付款').getByRole('alert')).toContainText('10 分钟内已为该学员登记过相同金额')
  await expect(part(page, '付款').getByLabel('实收金额')).toHaveValue('12.34')
})

test('a code is paid and a course ordered; half-way, 办理 opened again goes on', async ({ page, api }) => {
  const { userId, userName } = await newKnown(api)
  await open(page, byName(userName))
  const acts = await countActs(page)
  await row(page, userName).getByRole('button', { name: '办理' }).click()
  await part(page, '付款').getByText('微信支付', { exact: true }).click()
  await part(page, '付款').getByRole('button', { name: '生成收款码' }).click()
  await expect(part(page, '付款').getByRole('img', { name: /的收款码$/ })).toBeVisible()
  const before = acts.clicks

  // Closed and opened again, it shows the code that waits.
  await sheet(page).getByRole('button', { name: '关闭', exact: true }).click()
  await expect(sheet(page)).toHaveCount(0)
  await row(page, userName).getByRole('button', { name: '办理' }).click()
  await expect(part(page, '付款').getByRole('img', { name: /的收款码$/ })).toBeVisible()
  const again = acts.clicks - before

  await payCode(page, api, userId)
  await partButton(page, '课程', '下单').click()
  await saysLast(page, /^已下单，并从余额支付$/)
  expect(acts.clicks - again).toBeLessThanOrEqual(5)
  await sheet(page).getByRole('button', { name: '关闭', exact: true }).click()
  await row(page, userName).getByRole('button', { name: '办理' }).click()
  await expect(part(page, '收据').getByRole('button', { name: '打印收据' })).toBeVisible()
})

test('a student who is there already is refused at the phone, and 新增学员 offers 办理', async ({
  page,
  api,
}) => {
  const { userName, userPhone } = await newKnown(api)
  await open(page, '/student/studentManagement?act=counter')
  await sheet(page).getByLabel('姓名').fill(userName)
  await sheet(page).getByLabel('手机号').fill(userPhone)
  await sheet(page).getByText('C1 手动挡', { exact: true }).click()
  await sheet(page)
    .getByRole('button', { name: /^报\s*名$/ })
    .click()
  await expect(sheet(page).locator('.ant-form-item').filter({ hasText: '手机号' })).toContainText(
    '本驾校已有姓名和手机号相同的学员',
  )
  // What was typed is asked about before it is thrown away.
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: '放弃填写的内容？' })
    .getByRole('button', { name: '放弃填写' })
    .click()
  await expect(sheet(page)).toHaveCount(0)

  const person = newComer()
  await shell(page).pane.getByRole('button', { name: '新增学员' }).click()
  const form = shell(page).dialog('新增学员')
  await form.getByLabel('姓名').fill(person.userName)
  await form.getByLabel('手机号').fill(person.userPhone)
  await form.getByText('C2 自动挡', { exact: true }).click()
  await form.getByRole('button', { name: '新增学员' }).click()
  await page
    .locator('.ant-message')
    .getByRole('button', { name: /办\s*理/ })
    .click()
  await expect(sheet(page).getByRole('button', { name: /^学员/ })).toContainText(person.userName)
  await expect(part(page, '付款')).toBeVisible()
})

test.describe('at a simulator', () => {
  test.use({ account: 'admin' })

  test('it is found by its plate, and reported with what it does', async ({ page, api }) => {
    const device = await newDevice(api, { place: await quietPlace(api) })
    await open(page, '/device/deviceManagement')
    const acts = await countActs(page)
    const plate = page.getByRole('textbox', { name: '车牌号' })
    await plate.click()
    await page.keyboard.type(device.carNum)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await row(page, device.carNum).getByRole('link').first().click()
    await expect(shell(page).pane.getByRole('heading', { level: 1 })).toContainText(device.name)
    expect(acts.clicks).toBeLessThanOrEqual(2)

    const found = acts.clicks
    await shell(page).pane.getByRole('button', { name: '报修', exact: true }).click()
    const form = page.getByRole('dialog', { name: `报修 ${device.carNum} ${device.name}` })
    await expect(form.getByLabel('故障描述')).toBeFocused()
    await page.keyboard.type('踏板踩下后不回弹')
    await expect(form).toContainText('未分类')
    await form.getByRole('button', { name: '提交报修' }).click()
    await expect(form).toHaveCount(0)
    expect(acts.clicks - found).toBeLessThanOrEqual(2)
  })
})

test.describe('a new school', () => {
  test.use({ account: 'admin' })

  test('from nothing to its first bill, which the billing day makes', async ({ page }) => {
    test.setTimeout(patience(150_000))
    const name = `首单驾校${newSn().slice(4)}`
    const { userName, userPhone } = newComer()
    await open(page, '/institution/drivingManagement')
    const acts = await countActs(page)
    const { pane } = shell(page)
    await pane.getByRole('button', { name: '新增驾校' }).click()
    const school = shell(page).dialog('新增驾校')
    await school.getByLabel('名称').fill(name)
    await school.getByLabel('所在地区').click()
    await page.getByRole('menuitemcheckbox', { name: '广东省' }).click()
    await page.getByRole('menuitemcheckbox', { name: '珠海市' }).click()
    await school.getByRole('button', { name: '新增驾校' }).click()
    await page.locator('.ant-message').getByRole('link', { name: '查看' }).click()

    const setup = pane.getByRole('region', { name: '开通步骤' })
    await setup.getByRole('button', { name: '新增教室' }).click()
    const room = shell(page).dialog('新增教室')
    await room.getByLabel('教室名称').fill('一号教室')
    await room.getByLabel('座位数').fill('4')
    await room.getByRole('button', { name: '新增教室' }).click()
    await setup.getByRole('button', { name: '新增设备' }).click()
    const device = shell(page).dialog('新增设备')
    await device.getByLabel('设备名称').fill('一号机')
    await device.getByLabel('设备编号').fill(newSn())
    await device.getByRole('button', { name: '新增设备' }).click()
    await page.getByRole('button', { name: '已保存，关闭' }).click()
    await setup.getByRole('button', { name: '新增合同' }).click()
    const contract = shell(page).dialog('新增合同')
    await contract.getByLabel('平台分成比例').fill('30')
    await contract.getByLabel('约定押金').fill('0')
    await contract.getByRole('button', { name: '新增合同' }).click()
    await expect(contract).toHaveCount(0)
    await setup.getByRole('button', { name: '配置课程' }).click()
    await page
      .getByRole('button', { name: /上\s*架/ })
      .first()
      .click()
    await page.getByRole('button', { name: '保存课程配置' }).click()
    await saysLast(page, /^课程配置已保存$/)
    await shell(page).tab(name).click()

    await pane.getByRole('button', { name: '办理', exact: true }).click()
    await sheet(page).getByLabel('姓名').fill(userName)
    await sheet(page).getByLabel('手机号').fill(userPhone)
    await sheet(page).getByText('C1 手动挡', { exact: true }).click()
    await sheet(page)
      .getByRole('button', { name: /^报\s*名$/ })
      .click()
    await part(page, '付款').getByLabel('实收金额').fill('9000')
    await part(page, '付款').getByText('微信支付', { exact: true }).click()
    await part(page, '付款').getByRole('button', { name: '生成收款码' }).click()
    const opened = page.waitForEvent('popup')
    await part(page, '付款').getByRole('link', { name: '打开模拟支付页' }).click()
    const phone = await opened
    await confirmOnPhone(phone)
    const course = part(page, '课程').getByRole('combobox', { name: '课程' })
    await course.click()
    await (await choicesOf(page, course)).locator('.ant-select-item-option').first().click()
    await partButton(page, '课程', '下单').click()
    await saysLast(page, /^已下单，并从余额支付$/)
    await sheet(page).getByRole('button', { name: '关闭', exact: true }).click()
    await pane.getByText('账单', { exact: true }).click()
    // Its month is closed by itself; from here on nobody presses anything.
    await expect(pane).toContainText('每月出账日自动生成上月的账单')
    expect(acts.clicks).toBeLessThanOrEqual(35)
  })
})
