import { inspections } from '@drivesim/contract'
import { newDevice, newOrder, quietPlace } from '../support/devices.ts'
import { row } from '../support/lists.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('报修 finds a simulator by its plate and by its seat in a classroom', async ({ page, api }) => {
  const place = await quietPlace(api)
  const device = await newDevice(api, { place, name: '02 号模拟器' })
  await newDevice(api, { place, name: '12 号模拟器' })
  await open(page, '/operation/workOrder?act=add')
  const form = page.getByRole('dialog', { name: '报修' })
  const picker = form.getByRole('combobox', { name: '设备' })
  for (const words of [device.carNum, `${place.roomName} 02号`]) {
    await picker.fill(words)
    const choices = await choicesOf(page, picker)
    await expect(choices.getByText(device.sn)).toBeVisible()
    await expect(choices.getByRole('option')).toHaveCount(1)
  }
  await (await choicesOf(page, picker)).getByText(device.carNum).click()
  await expect(form).toContainText(`${device.carNum} 02 号模拟器`)
})

test('报修 begins at the device: in its head, behind 更多, and on its tile of 运行状态', async ({
  page,
  api,
}) => {
  const place = await quietPlace(api)
  const device = await newDevice(api, { place })
  const form = page.getByRole('dialog', { name: `报修 ${device.carNum} ${device.name}` })
  const { pane } = shell(page)
  await open(page, `/device/deviceDetail?simulatorId=${device.simulatorId}`)
  await pane.getByRole('button', { name: '报修', exact: true }).click()
  await expect(form.getByLabel('故障描述')).toBeVisible()
  await expect(form.getByRole('combobox', { name: '设备' })).toHaveCount(0)
  await form.getByRole('button', { name: '取消' }).click()
  await expect(form).toHaveCount(0)
  await pane.getByRole('button', { name: '更多', exact: true }).first().click()
  await page.getByRole('menuitem', { name: '报修' }).click()
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: '取消' }).click()

  await open(page, `/device/runningState?roomId=${place.roomId}`)
  await pane.getByRole('button', { name: `${device.carNum} 的操作` }).click()
  await page.getByRole('menuitem', { name: '报修' }).click()
  await expect(form.getByLabel('故障描述')).toBeVisible()
})

test('work orders, labels and stock-taking say plates', async ({ page, api }) => {
  const place = await quietPlace(api)
  const device = await newDevice(api, { place })
  const { orderId } = await newOrder(api, device.simulatorId)
  const { pane } = shell(page)
  const deviceLine = `${device.carNum} ${device.name}`
  await open(page, `/operation/workOrder?paramValue=${encodeURIComponent(device.carNum)}`)
  await expect(row(page, deviceLine)).toContainText('待派单')
  await open(page, `/operation/workOrder?tab=board&paramValue=${encodeURIComponent(device.carNum)}`)
  await expect(pane.getByRole('link', { name: deviceLine })).toBeVisible()
  await open(page, `/operation/orderDetail?orderId=${orderId}`)
  await expect(pane.getByRole('heading', { level: 1 })).toContainText(deviceLine)
  await expect(pane.getByText(device.carNum, { exact: true })).toBeVisible()

  await open(page, `/device/deviceDetail?simulatorId=${device.simulatorId}`)
  await pane.getByRole('button', { name: '更多', exact: true }).first().click()
  await page.getByRole('menuitem', { name: '打印标签' }).click()
  await expect(page.getByTestId('label').locator('strong').first()).toHaveText(device.carNum)

  const { stocktakeId } = await api.call(inspections.openStocktake, {
    organId: place.organId,
    roomId: place.roomId,
  })
  await open(page, '/operation/inspection?tab=stocktakes')
  await page.getByRole('button', { name: new RegExp(place.roomName) }).click()
  const drawer = page.getByRole('dialog', { name: '盘点' })
  await expect(drawer.getByRole('cell', { name: device.carNum })).toBeVisible()
  await api.call(inspections.scan, { stocktakeId, raw: device.sn })
  await page.reload()
  await page.getByRole('button', { name: new RegExp(place.roomName) }).click()
  await expect(drawer.getByRole('cell', { name: deviceLine })).toBeVisible()
})
