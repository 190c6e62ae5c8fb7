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

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Some pages, each with a word in a font that the file does not have. */
function pagesOf(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, at) => at)
  const word = 'BT /F 40 Tf 72 700 Td (Quotation) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map(at => `${at + 5} 0 R`).join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${word.length} >> stream\n${word}\nendstream`,
    ...numbers.map(
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>',
    ),
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj ${object} endobj`).join('\n')
  return Buffer.from(`%PDF-1.7\n${body}\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`)
}

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
  await expect(files.getByText('请用“打印”另存为 PDF')).toBeVisible()
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

test('a PDF is read inside by keyboard, in a frame that has nothing of ours; a picture is seen the same way', async ({
  page,
  api,
  problems,
}) => {
  // What the frame is made to try below.
  problems.allow(/\/health\/live/)
  const { simulatorId } = await newDevice(api)
  const { orderId } = await newOrder(api, simulatorId)
  await open(page, `/operation/orderDetail?orderId=${orderId}`)
  const files = shell(page).pane.getByRole('region', { name: '附件', exact: true })
  const choose = files.getByLabel('选择附件')
  await choose.setInputFiles({ name: '报价单.pdf', mimeType: 'application/pdf', buffer: pagesOf(3) })
  const look = files.getByRole('button', { name: '查看 报价单.pdf' })
  await look.press('Enter')

  const viewer = shell(page).dialog('报价单.pdf')
  await expect(viewer).toContainText('第 1 / 3 页')
  const inside = viewer.frameLocator('iframe')
  const sheet = (number: number) => inside.getByRole('img', { name: `第 ${number} 页，共 3 页` })
  const darkest = () =>
    sheet(1)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
        return data?.reduce((least, value, at) => (at % 4 === 3 ? least : Math.min(least, value)), 255)
      })
  await expect.poll(darkest).toBeLessThan(100)
  const frame = page.frames().find(one => one.url().endsWith('/pdf.html'))
  const has = await frame?.evaluate(async () => ({
    origin: self.origin,
    net: await fetch('/health/live').then(
      () => true,
      () => false,
    ),
  }))
  expect(has).toEqual({ origin: 'null', net: false })

  await page.keyboard.press('PageDown')
  await expect(viewer).toContainText('第 2 / 3 页')
  await expect(sheet(2)).toBeInViewport()
  await page.keyboard.press('End')
  await expect(viewer).toContainText('第 3 / 3 页')
  await expect(viewer.getByRole('button', { name: '下一页' })).toBeDisabled()
  const percent = viewer.getByText(/^\d+%$/)
  const fitting = await percent.textContent()
  await page.keyboard.press('-')
  await expect(percent).not.toHaveText(fitting ?? '')
  await viewer.getByRole('button', { name: '适合宽度' }).click()
  await expect(percent).toHaveText(fitting ?? '')
  // Also where the frame has the keys.
  await sheet(3).click()
  await page.keyboard.press('Home')
  await expect(viewer).toContainText('第 1 / 3 页')
  const saved = page.waitForEvent('download')
  await viewer.getByRole('button', { name: '下载' }).click()
  expect((await saved).suggestedFilename()).toBe('报价单.pdf')
  await sheet(1).click()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(look).toBeFocused()

  await choose.setInputFiles({ name: '现场.png', mimeType: 'image/png', buffer: onePixel })
  await files.getByRole('button', { name: '查看 现场.png' }).click()
  const picture = shell(page).dialog('现场.png').getByRole('img', { name: '现场.png' })
  await expect(picture).toHaveJSProperty('naturalWidth', 1)
})

test('a PDF that cannot be drawn is offered for saving', async ({ page, api, problems }) => {
  problems.allow(/the PDF cannot be shown/)
  const { simulatorId } = await newDevice(api)
  const { orderId } = await newOrder(api, simulatorId)
  await open(page, `/operation/orderDetail?orderId=${orderId}`)
  const files = shell(page).pane.getByRole('region', { name: '附件', exact: true })
  await files
    .getByLabel('选择附件')
    .setInputFiles({ name: '报价单.pdf', mimeType: 'application/pdf', buffer: pdf })
  await page.route(/\.pdf\?/, route => route.fulfill({ contentType: 'application/pdf', body: 'no PDF' }))
  await files.getByRole('button', { name: '查看 报价单.pdf' }).click()
  const viewer = shell(page).dialog('报价单.pdf')
  await expect(viewer.getByRole('alert')).toContainText('这个文件打不开，请下载后查看')
  await expect(viewer.getByRole('alert').getByRole('button', { name: '下载' })).toBeVisible()
})
