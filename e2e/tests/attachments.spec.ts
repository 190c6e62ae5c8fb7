import { attachmentCalls } from '@drivesim/contract'
import { newDevice, newOrder } from '../support/devices.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const pdf = Buffer.from(`%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj
trailer << /Root 1 0 R >>
startxref
0
%%EOF
`)
const acting = Buffer.from(pdf.toString().replace('/Pages 2 0 R', '/Pages 2 0 R /OpenAction 4 0 R'))

test('a PDF beside a work order is uploaded, saved and removed; one that acts is refused with what to do', async ({
  page,
  api,
}) => {
  const { simulatorId } = await newDevice(api)
  const { orderId } = await newOrder(api, simulatorId)
  await open(page, `/operation/orderDetail?orderId=${orderId}`)
  const files = shell(page).pane.getByRole('region', { name: '附件', exact: true })
  await expect(files).toContainText('还没有附件')
  const choose = files.getByLabel('选择附件')
  await choose.setInputFiles({ name: '报价单.pdf', mimeType: 'application/pdf', buffer: acting })
  await expect(files.getByRole('status')).toContainText('请用“打印”另存为 PDF')
  await choose.setInputFiles({ name: '报价单.pdf', mimeType: 'application/pdf', buffer: pdf })
  const file = files.getByRole('button', { name: '下载 报价单.pdf，1 KB' })
  await expect(file).toBeVisible()
  const saved = page.waitForEvent('download')
  await file.click()
  expect((await saved).suggestedFilename()).toBe('报价单.pdf')
  await files.getByRole('button', { name: '移除 报价单.pdf' }).click()
  await page.getByRole('button', { name: '移除附件' }).click()
  await expect(files).toContainText('还没有附件')
  expect(await api.call(attachmentCalls.workOrder.list, { subjectId: orderId })).toEqual([])
})
