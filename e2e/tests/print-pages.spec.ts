import { bills, workOrders } from '@drivesim/contract'
import { open } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test.use({ account: 'finance' })

test('a long 对账单 is numbered page by page, and nothing of it is lost', async ({ page, api }) => {
  const { dataList } = await api.call(bills.list, { pageSize: 1 })
  const { billId = 0, no = '' } = dataList[0] ?? {}
  const long = '很长的原因'.repeat(700)
  await page.route('**/finance/api/bill/info*', async route => {
    const response = await route.fetch()
    const body = await response.json()
    const adjustments = Array.from({ length: 90 }, (_, at) => ({
      adjustmentId: at + 1,
      amount: 100 + at,
      reason: at === 40 ? long : `原因${String(at).padStart(3, '0')}`,
      forBillNo: null,
      createdBy: '林婉清',
      createdAt: '2026-01-05T02:00:00.000Z',
    }))
    await route.fulfill({ response, json: { ...body, data: { ...body.data, adjustments } } })
  })
  await open(page, `/finacial/statement?billId=${billId}`)
  await page.getByRole('button', { name: '打印对账单' }).click()
  const sheets = page.locator('.ui-print .ui-print-page')
  await expect.poll(() => sheets.count()).toBeGreaterThan(3)
  const texts = await sheets.allTextContents()
  expect(texts.map(text => /第 \d+ 页 \/ 共 \d+ 页/.exec(text)?.[0])).toEqual(
    texts.map((_, at) => `第 ${at + 1} 页 / 共 ${texts.length} 页`),
  )
  expect(texts.every(text => text.includes(`对账单 ${no}`))).toBe(true)
  const allText = texts.join('')
  for (let at = 0; at < 90; at++)
    if (at !== 40) expect(allText.split(`原因${String(at).padStart(3, '0')}`)).toHaveLength(2)
  expect(allText.match(/很长的原因/g)?.length).toBeGreaterThanOrEqual(690)
  // A box is a page, no less and no more.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(texts.length)
})

test.describe('a 工单', () => {
  test.use({ account: 'ops' })

  test('keeps words that stand beside a picture, however many they are', async ({ page, api }) => {
    const { dataList } = await api.call(workOrders.list, { pageSize: 1 })
    const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    await page.route('**/ops/api/order/info*', async route => {
      const response = await route.fetch()
      const body = await response.json()
      const signature = { name: '很长的名字'.repeat(1000), url }
      await route.fulfill({ response, json: { ...body, data: { ...body.data, signature } } })
    })
    await open(page, `/operation/orderDetail?orderId=${dataList[0]?.orderId}`)
    await page.getByRole('button', { name: '打印' }).first().click()
    const sheets = page.locator('.ui-print .ui-print-page')
    await expect.poll(() => sheets.count()).toBeGreaterThan(1)
    const allText = (await sheets.allTextContents()).join('')
    expect(allText).toContain('驾校签字：')
    expect(allText.match(/很长的名字/g)?.length).toBeGreaterThanOrEqual(990)
  })
})
