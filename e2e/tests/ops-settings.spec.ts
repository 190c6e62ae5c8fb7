import { opsSettings, organisations } from '@drivesim/contract'
import { aPlace, newDevice, newOrder, newSn } from '../support/devices.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('a refusal is in sight where a long form was sent from its end', async ({ page, api }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  const { dataList } = await api.call(opsSettings.faultTypes, { paramValue: 'E101' })
  await open(page, '/operation/faultType')
  await shell(page).pane.getByRole('button', { name: '新增故障类型' }).click()
  const drawer = page.getByRole('dialog', { name: '新增故障类型' })
  await drawer.getByLabel('名称').fill('故障代码重复')
  const component = drawer.getByLabel('部件')
  await component.click()
  await (await choicesOf(page, component)).getByText('头显', { exact: true }).click()
  await drawer.getByLabel('故障代码').fill('E101')
  await drawer.getByLabel('故障代码').press('Enter')
  await drawer.getByLabel('排序').scrollIntoViewIfNeeded()
  await drawer.getByRole('button', { name: '新增故障类型' }).click()
  const refusal = drawer.getByRole('alert').filter({ hasText: '该故障代码已属于' })
  await expect(refusal).toContainText(dataList[0]?.name ?? '')
  await expect(refusal).toBeInViewport({ ratio: 1 })
})

test.describe('half an hour later', () => {
  test.use({ warm: false })
  test('the clocks of an order go on from when they were read last', async ({ page, api }) => {
    const place = await aPlace(api)
    const roomName = `全天教室 ${newSn().slice(4)}`
    const hours = { opensAt: '00:00', closesAt: '23:59' }
    const room = { roomName, organId: place.organId, seats: 1, ...hours }
    const { roomId } = await api.call(organisations.addClassroom, room)
    const device = await newDevice(api, { place: { ...place, roomName, roomId } })
    const { orderId } = await newOrder(api, device.simulatorId)
    await page.clock.install()
    await open(page, `/operation/orderDetail?orderId=${orderId}`)
    const { pane } = shell(page)
    const clocks = pane.getByRole('region', { name: '时限' })
    // On a holiday it stands.
    const hardlyUsed = /剩余 (23 小时 5\d 分|24 小时)/
    await expect(clocks).toContainText(hardlyUsed)
    // For this browser alone half an hour goes by; the server says what is left.
    await page.clock.fastForward('30:00')
    await pane.getByRole('textbox', { name: '评论' }).fill('已电话联系')
    await pane.getByRole('button', { name: '发表评论' }).click()
    await expect(pane.getByRole('region', { name: '评论' }).getByRole('list')).toContainText('已电话联系')
    await expect(clocks).toContainText(hardlyUsed)
  })
})
