import { opsSettings, workOrders } from '@drivesim/contract'
import type { Api } from '../support/api.ts'
import { newDevice, newOrder, quietPlace } from '../support/devices.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { newTechnician } from '../support/technicians.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

// 现场处理 on a classroom's line: what was done while it was gone is neither lost nor done twice.

const phone = { width: 390, height: 844 }

/** An order that a technician of the place has accepted. */
async function accepted(api: Api) {
  const place = await quietPlace(api)
  const device = await newDevice(api, { place })
  const technician = await newTechnician(api, place)
  const { orderId } = await newOrder(api, device.simulatorId)
  await api.call(workOrders.dispatch, { orderId, assigneeId: technician.userId })
  await technician.api.call(workOrders.accept, { orderId })
  return { orderId, technician }
}

test('a step made while the line is gone stays with what was typed, and is done once when it is back', async ({
  api,
  browser,
}) => {
  const { orderId, technician } = await accepted(api)
  const { dealResults } = await api.call(opsSettings.choices)
  const result = dealResults.find(({ needsPicture }) => !needsPicture)?.label ?? ''
  const theirs = await anotherBrowser(browser, technician.api)
  await theirs.setViewportSize(phone)
  await open(theirs, `/operation/orderDetail?orderId=${orderId}`)
  const work = theirs.getByRole('region', { name: '现场处理' })
  const problem = work.getByRole('alert').filter({ hasText: '网络连接失败' })
  const retryButton = problem.getByRole('button', { name: '重试' })
  const times = async (kind: string) =>
    (await api.call(workOrders.info, { orderId })).events.filter(event => event.kind === kind).length

  await theirs.context().setOffline(true)
  await work.getByRole('button', { name: '到场' }).click()
  await expect(problem).toContainText('内容已留在本页，网络恢复后自动重试')
  await work.getByLabel('处理说明').fill('更换踏板弹簧')
  await retryButton.click()
  await expect(retryButton).toBeVisible()
  expect(await times('arrived')).toBe(0)
  await theirs.context().setOffline(false)
  await expect(work.getByRole('region', { name: '到场' })).toContainText(/\d\d:\d\d 到场/)
  await expect(problem).toHaveCount(0)
  await expect(work.getByLabel('处理说明')).toHaveValue('更换踏板弹簧')
  expect(await times('arrived')).toBe(1)

  const results = work.getByLabel('处理结果').last()
  await results.click()
  await (await choicesOf(theirs, results)).getByText(result, { exact: true }).click()
  // It reaches the server, but the line goes before the answer comes.
  const keys: (string | undefined)[] = []
  await theirs.route(
    url => url.pathname.endsWith(workOrders.submit.path),
    async route => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await theirs.context().setOffline(true)
      await route.fetch()
      await route.abort()
    },
  )
  await work.getByRole('button', { name: '提交完工' }).click()
  await expect(retryButton).toBeVisible()
  await expect(work.getByLabel('处理说明')).toHaveValue('更换踏板弹簧')
  expect(await times('submitted')).toBe(1)
  await theirs.context().setOffline(false)
  await expect(theirs.locator('.ant-message').getByText(/已提交，等待验收$/)).toBeVisible()
  await expect(shell(theirs).pane).toContainText('待验收')
  expect(await times('submitted')).toBe(1)
  expect(keys).toEqual([keys[0], keys[0]])
  expect((await api.call(workOrders.info, { orderId })).dealNote).toBe('更换踏板弹簧')
  await theirs.context().close()
})
