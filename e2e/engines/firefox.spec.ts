import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, inflateSync } from 'node:zlib'
import { bills } from '@drivesim/contract'
import { button } from '../support/engines/seat.ts'
import { expect, test } from '../support/engines/test.ts'
import { patience } from '../support/pace.ts'

// What WebKit's driver does not do: paper, and files that are saved.

const devicesList = '/device/deviceManagement'

test('a sheet goes on paper alone', async ({ firefox }) => {
  await firefox.go(devicesList)
  await firefox.click('tbody tr.ui-row input[type=checkbox]')
  await firefox.click(button('打印标签'))
  await firefox.until(() => (document.querySelector('.ui-print')?.textContent ?? '').includes('扫码'))
  expect(pagesOf(Buffer.from(await firefox.page.pdf({ preferCSSPageSize: true })))).toBe(1)
})

test('a long sheet is numbered page by page', async ({ firefox, api }) => {
  const { dataList } = await api.call(bills.list, { pageSize: 1 })
  await firefox.page.evaluateOnNewDocument(() => {
    const real = window.fetch
    const adjustments = Array.from({ length: 120 }, (_, at) => ({
      adjustmentId: at + 1,
      amount: 100 + at,
      reason: `原因${at}`,
      forBillNo: null,
      createdBy: '林婉清',
      createdAt: '2026-01-05T02:00:00.000Z',
    }))
    window.fetch = async (input, init) => {
      const reply = await real(input, init)
      if (!String(input).includes('/finance/api/bill/info')) return reply
      const body = await reply.json()
      return Response.json({ ...body, data: { ...body.data, adjustments } })
    }
  })
  await firefox.go(`/finacial/statement?billId=${dataList[0]?.billId}`)
  await firefox.click(button('打印对账单'))
  await firefox.until(() => document.querySelectorAll('.ui-print-page').length > 2)
  const feet = await firefox.evaluate(() =>
    [...document.querySelectorAll('.ui-print-page > footer')].map(foot => foot.textContent ?? ''),
  )
  expect(feet).toEqual(
    feet.map((_, at) => `对账单 ${dataList[0]?.no}　第 ${at + 1} 页 / 共 ${feet.length} 页`),
  )
  expect(pagesOf(Buffer.from(await firefox.page.pdf({ preferCSSPageSize: true })))).toBe(feet.length)
})

/** How many pages a PDF has; what it says of them is packed. */
function pagesOf(pdf: Buffer): number {
  const plain = pdf.toString('latin1')
  const packed = [...plain.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    try {
      return inflateSync(pdf.subarray(index + length), { finishFlush: constants.Z_SYNC_FLUSH }).toString(
        'latin1',
      )
    } catch {
      return ''
    }
  })
  return [plain, ...packed].join().match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('a file is saved', async ({ firefox, downloads }) => {
  await firefox.go(devicesList)
  await firefox.click(button('导出'))
  const files = () => readdirSync(downloads).filter(name => name.endsWith('.csv'))
  await expect.poll(files, { timeout: patience(10_000) }).toHaveLength(1)
  await expect
    .poll(() => {
      const file = join(downloads, files()[0] ?? '')
      return existsSync(file) ? readFileSync(file, 'utf8') : ''
    })
    .toContain('设备编号')
})
