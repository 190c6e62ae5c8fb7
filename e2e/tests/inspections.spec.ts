import { workOrders } from '@drivesim/contract'
import type { Api } from '../support/api.ts'
import { newDevice, newPlace } from '../support/devices.ts'
import { startedInspection } from '../support/inspections.ts'
import { confirm } from '../support/lists.ts'
import { open } from '../support/shell.ts'
import { newTechnician } from '../support/technicians.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'
import { tooSmall } from '../support/thumb.ts'

const phone = { width: 390, height: 844 }

/** A device in a school of its own, and a technician who is responsible for it. */
async function given(api: Api) {
  const place = await newPlace(api)
  return { place, first: await newDevice(api, { place }), technician: await newTechnician(api, place) }
}

test('检查清单: the next device comes into sight when the one before is done', async ({ api, browser }) => {
  const { place, first, technician } = await given(api)
  const second = await newDevice(api, { place })
  const points = Array.from({ length: 12 }, (_, index) => `第 ${index + 1} 项`)
  const orderId = await startedInspection(
    api,
    technician.api,
    first,
    points.map((text, index) => ({ key: `point${index}`, text, kind: 'passFail', required: false })),
  )
  const theirs = await anotherBrowser(browser, technician.api)
  await theirs.setViewportSize(phone)
  await open(theirs, `/operation/orderDetail?orderId=${orderId}`)
  const checks = theirs.getByRole('region', { name: '检查清单' })
  const next = checks.getByRole('button', { name: second.name })
  await checks.getByRole('button', { name: '通过', exact: true }).click()
  await expect(next).toHaveAttribute('aria-expanded', 'true')
  await expect(next).toBeInViewport({ ratio: 1 })
  await expect(checks.getByLabel('第 1 项', { exact: true })).toBeInViewport()
})

test('我的: a planned order that nobody was sent is claimed there', async ({ api, browser }) => {
  const { place, first, technician } = await given(api)
  const orderId = await startedInspection(api, technician.api, first, [{ key: 'screen', text: '画面清晰' }])
  await api.call(workOrders.reassign, { orderId, reason: '不指定' })
  const theirs = await anotherBrowser(browser, technician.api)
  await theirs.setViewportSize(phone)
  await open(theirs, '/operation/workOrder')
  const waiting = theirs.getByRole('region', { name: '可认领的计划工单' })
  await expect(waiting.getByRole('listitem')).toContainText([`计划 ${first.name}`])
  expect(await tooSmall(theirs)).toEqual([])
  await waiting.getByRole('button', { name: '认领' }).click()
  await confirm(theirs, '认领')
  const own = theirs.getByRole('region', { name: `${place.organName} ${place.roomName}` })
  await expect(own.getByRole('listitem')).toContainText(['处理中'])
  await expect(waiting).toHaveCount(0)
})
