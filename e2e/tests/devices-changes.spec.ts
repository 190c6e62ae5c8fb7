import { devices, organisations } from '@drivesim/contract'
import type { Locator, Page } from '@playwright/test'
import { aPlace, newDevice, newSn } from '../support/devices.ts'
import { pickByName } from '../support/pickers.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { Simulator } from '../support/simulator.ts'
import { expect, test } from '../support/test.ts'

const list = '/device/deviceManagement'
const rows = (page: Page) => shell(page).pane.locator('tbody tr.ui-row')

const pick = (page: Page, form: Locator, label: string, choice: string) =>
  pickByName(page, form.getByLabel(label, { exact: true }), choice)

test('新增设备: the key is shown once, can be copied, and cannot be seen again', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organName, roomName } = await aPlace(api)
  const sn = newSn()
  await open(page, list)
  await page.getByRole('button', { name: '新增设备' }).click()
  const form = page.getByRole('dialog', { name: '新增设备' })
  await form.getByLabel('设备名称').fill('新来的模拟器')
  // As it is typed; it reads and is kept in capitals.
  await form.getByLabel('设备编号').fill(sn.toLowerCase())
  await expect(form.getByLabel('设备编号')).toHaveCSS('text-transform', 'uppercase')
  await pick(page, form, '机构', organName)
  await pick(page, form, '教室', roomName)
  await form.getByRole('button', { name: '新增设备' }).click()
  const shown = page.getByRole('dialog', { name: `设备 ${sn} 的密钥` })
  await expect(shown).toContainText('密钥只显示这一次')
  const key = await shown.locator('code').innerText()
  expect(key).toMatch(/^[\w-]{43}$/)
  await shown.getByRole('button', { name: '复制密钥' }).click()
  await expect(shell(page).toast('密钥已复制')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  // Its label is what most people want next.
  await shown.getByRole('button', { name: '已保存，打印标签' }).click()
  await expect(shown).toHaveCount(0)
  const labels = page.getByRole('dialog', { name: '打印标签（1 张）' })
  await expect(labels).toContainText(sn)
  await expect(labels.getByRole('button', { name: /打\s*印$/ })).toBeFocused()
  await labels
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click()
  await open(page, `${list}?simulatorNum=${sn}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText(key)).toHaveCount(0)
  // With this key the device signs in.
  const simulator = await Simulator.connect({ sn, key })
  await simulator.leave()
})

test('what is wrong is said at its field, by the rules of the contract', async ({ page }) => {
  await open(page, list)
  await page.getByRole('button', { name: '新增设备' }).click()
  const form = page.getByRole('dialog', { name: '新增设备' })
  await form.getByLabel('设备编号').fill('sim 01')
  await form.getByLabel('头显 IP').fill('300.1.1.1')
  await form.getByRole('button', { name: '新增设备' }).click()
  await expect(form.getByText('设备名称不能为空')).toBeVisible()
  await expect(form.getByText('设备编号只能用 4 至 32 个字母、数字或连字符')).toBeVisible()
  await expect(form.getByText('机构不能为空')).toBeVisible()
  await expect(form.getByText('教室不能为空')).toBeVisible()
  await expect(form.getByText(/头显 IP 格式不正确/)).toBeVisible()
  await expect(form.getByLabel('设备名称')).toBeFocused()
})

test('a refusal of the server is shown in the form, and what was typed stays', async ({ page, api }) => {
  const otherDevice = await newDevice(api)
  await open(page, list)
  await page.getByRole('button', { name: '新增设备' }).click()
  const form = page.getByRole('dialog', { name: '新增设备' })
  await form.getByLabel('设备名称').fill('同号的模拟器')
  await form.getByLabel('设备编号').fill(otherDevice.sn)
  await pick(page, form, '机构', otherDevice.organName)
  await pick(page, form, '教室', otherDevice.roomName)
  await form.getByRole('button', { name: '新增设备' }).click()
  await expect(form.getByRole('alert')).toContainText(`设备编号 ${otherDevice.sn} 已被使用`)
  await expect(form.getByLabel('设备名称')).toHaveValue('同号的模拟器')
})

test('closing a form asks before it throws away what was typed', async ({ page }) => {
  await open(page, list)
  await page.getByRole('button', { name: '新增设备' }).click()
  const form = page.getByRole('dialog', { name: '新增设备' })
  await form.getByLabel('设备名称').fill('写到一半')
  await form.getByRole('button', { name: /取\s*消/ }).click()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(form.getByLabel('设备名称')).toHaveValue('写到一半')
  await form.getByRole('button', { name: /取\s*消/ }).click()
  await page.getByRole('button', { name: '放弃填写' }).click()
  await expect(form).toHaveCount(0)
})

test('编辑 changes the device', async ({ page, api }) => {
  const device = await newDevice(api)
  await open(page, `${list}?simulatorNum=${device.sn}`)
  await rows(page)
    .getByRole('button', { name: /编\s*辑/ })
    .click()
  const form = page.getByRole('dialog', { name: /编辑设备/ })
  await form.getByLabel('设备名称').fill('改过的名字')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  await expect(rows(page)).toContainText('改过的名字')
})

test('saved by somebody else meanwhile: both versions are shown, and the person chooses', async ({
  page,
  api,
}) => {
  const device = await newDevice(api)
  await open(page, `${list}?simulatorNum=${device.sn}`)
  await rows(page)
    .getByRole('button', { name: /编\s*辑/ })
    .click()
  const form = page.getByRole('dialog', { name: /编辑设备/ })
  await form.getByLabel('设备名称').fill('我的名字')
  const { version } = await api.call(devices.baseInfo, { simulatorId: device.simulatorId })
  await api.call(devices.modify, {
    simulatorId: device.simulatorId,
    version,
    simulatorName: '他人的名字',
    simulatorNum: device.sn,
    organId: device.organId,
    roomId: device.roomId,
    carNum: device.carNum,
  })
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByText(/已被他人修改/)).toBeVisible()
  await expect(form.getByRole('row', { name: /设备名称/ })).toContainText('他人的名字')
  await expect(form.getByRole('row', { name: /设备名称/ })).toContainText('我的名字')
  await form.getByRole('button', { name: '保留我填写的，继续修改' }).click()
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  await expect(rows(page)).toContainText('我的名字')
})

test('停用 names the device and the consequence, and the button says the verb', async ({ page, api }) => {
  const device = await newDevice(api)
  await open(page, `${list}?simulatorNum=${device.sn}`)
  await rows(page)
    .getByRole('button', { name: /停\s*用/ })
    .click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(device.name)
  await expect(question).toContainText('停用后设备会被断开')
  await question.getByRole('button', { name: '停用设备' }).click()
  await expect(rows(page).getByRole('cell', { name: '停用', exact: true })).toBeVisible()
  await expect(Simulator.connect(device)).rejects.toThrow()
  await rows(page)
    .getByRole('button', { name: /启\s*用/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '启用设备' }).click()
  await expect(rows(page)).toContainText('未接入')
})

test('an act that the state forbids is marked disabled and says why', async ({ page, api }) => {
  const device = await newDevice(api)
  const simulator = await Simulator.connect(device)
  await simulator.begin(1, 1)
  await open(page, `${list}?simulatorNum=${device.sn}`)
  await expect(rows(page)).toContainText('训练中')
  const disable = rows(page).getByRole('button', { name: /停\s*用/ })
  await expect(disable).toHaveAttribute('aria-disabled', 'true')
  await disable.hover()
  await expect(page.getByRole('tooltip')).toContainText('设备正在训练中，请等训练结束后再操作')
  await simulator.leave()
})

test('移动 puts the device into another classroom', async ({ page, api }) => {
  const device = await newDevice(api)
  const rooms = await api.call(organisations.classroomsOfOrganisation, {})
  const organs = await api.call(organisations.list, {})
  const other = rooms.find(({ organId }) => organId !== device.organId)
  const organ = organs.find(({ organizationId }) => organizationId === other?.organId)
  if (other === undefined || organ === undefined) throw new Error('there is another classroom')
  await open(page, `${list}?simulatorNum=${device.sn}`)
  await rows(page)
    .getByRole('button', { name: /移\s*动/ })
    .click()
  const form = page.getByRole('dialog', { name: /移动设备/ })
  await pick(page, form, '移动到机构', organ.name)
  await pick(page, form, '移动到教室', other.roomName)
  await form.getByRole('button', { name: '移动设备' }).click()
  await expect(form).toHaveCount(0)
  await expect(rows(page)).toContainText(other.roomName)
  await expect(rows(page)).toContainText(organ.name)
})

test('更换密钥 ends the old key at once and shows the new one once', async ({ page, api }) => {
  const device = await newDevice(api)
  await open(page, `${list}?simulatorNum=${device.sn}`)
  await rows(page).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '更换密钥' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '更换密钥' }).click()
  const shown = page.getByRole('dialog', { name: `设备 ${device.sn} 的密钥` })
  const key = await shown.locator('code').innerText()
  expect(key).not.toBe(device.key)
  await expect(Simulator.connect(device)).rejects.toThrow()
  const simulator = await Simulator.connect({ sn: device.sn, key })
  await simulator.leave()
})

test('设备详情 shows the device, and two devices are two tabs told apart by their plates', async ({
  page,
  api,
}) => {
  const [first, second] = [await newDevice(api), await newDevice(api)]
  await open(page, `/device/deviceDetail?simulatorId=${first.simulatorId}`)
  const { pane, breadcrumb } = shell(page)
  await expect(pane.getByRole('heading', { name: first.name })).toBeVisible()
  await expect(pane).toContainText(first.sn)
  await expect(pane).toContainText(`${first.organName} · ${first.roomName}`)
  await expect(pane).toContainText('从未上报')
  for (const panel of ['最近 24 小时', '基础信息', '使用情况', '训练记录']) {
    await expect(pane.getByText(panel, { exact: true }).first()).toBeVisible()
  }
  await pane.getByRole('tab', { name: '故障记录' }).click()
  await expect(pane).toContainText('没有故障记录')
  await expect(breadcrumb).toContainText(first.carNum)
  await page.goto(`/device/deviceDetail?simulatorId=${second.simulatorId}`)
  await waitUntilSettled(page)
  await expect(shell(page).tab(first.carNum)).toBeVisible()
  await expect(shell(page).tab(second.carNum)).toBeVisible()
})

test('a device that is not there says so', async ({ page }) => {
  await open(page, '/device/deviceDetail?simulatorId=999999')
  await expect(page.getByText(/不存在，或不在您管理的机构内/)).toBeVisible()
  await expect(shell(page).pane.getByRole('link', { name: '打开设备列表' })).toHaveAttribute(
    'href',
    '/device/deviceManagement',
  )
  // Of other records too.
  for (const [path, link] of [
    ['/student/studentDetail?userId=999999', '打开学员列表'],
    ['/operation/orderDetail?orderId=999999', '打开工单列表'],
    ['/finacial/statement?billId=999999', '打开账单列表'],
    ['/institution/schoolDetail?organizationId=999999', '打开驾校列表'],
    ['/system/memberDetail?userId=999999', '打开成员列表'],
    ['/system/roleDetail?roleId=999999', '打开角色列表'],
    ['/operation/opsMemberDetail?userId=999999', '打开运维人员列表'],
    ['/device/teachDateDisplay?simulatorId=999999', '打开设备列表'],
  ] as const) {
    await open(page, path)
    await expect(shell(page).pane.getByRole('link', { name: link }).first()).toBeVisible()
  }
  await open(page, '/device/deviceDetail')
  await expect(page.getByText('没有指定设备')).toBeVisible()
})

test('设备详情 says by how much a clock is off, and that several devices use one number', async ({
  page,
  api,
}) => {
  const device = await newDevice(api)
  const first = await Simulator.connect(device, 'one')
  await first.report({ at: new Date(Date.now() - 180_000).toISOString() })
  await open(page, `/device/deviceDetail?simulatorId=${device.simulatorId}`)
  const { pane } = shell(page)
  await expect(pane.getByText(/^慢 [23] 分/)).toBeVisible()
  const warning = pane.getByRole('alert').filter({ hasText: '同一编号多台设备' })
  await expect(warning).toHaveCount(0)
  const two = await Simulator.connect(device, 'two')
  for (const machine of [first, first, two, two, first, first, two, two]) await machine.report({})
  await page.reload()
  await expect(warning).toContainText('请给每台设备配置自己的编号和密钥')
  await first.leave()
  await two.leave()
})
