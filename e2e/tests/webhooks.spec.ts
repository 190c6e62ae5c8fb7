import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { row } from '../support/lists.ts'
import { open } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** Other software on this machine, which the demo may call. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/hook`, stop: () => server.close() }
}

test('事件推送: an endpoint is added, its secret shown once, tested and stopped', async ({ page }) => {
  const receiver = await startReceiver()
  try {
    const name = `接收方 ${process.pid}${process.env.TEST_PARALLEL_INDEX ?? '0'}`
    await open(page, '/system/openApi?tab=webhooks')
    await page.getByRole('button', { name: '新增推送地址' }).first().click()
    const form = page.getByRole('dialog', { name: '新增推送地址' })
    await form.getByLabel('名称', { exact: true }).fill(name)
    await form.getByLabel('地址', { exact: true }).fill('ftp://example.com')
    await form.getByRole('button', { name: '新增推送地址' }).click()
    await expect(form.getByText('请至少选择一种事件')).toBeVisible()
    await expect(form.getByText('地址应形如 https://…', { exact: false })).toBeVisible()
    await form.getByLabel('地址', { exact: true }).fill(receiver.url)
    await form.getByRole('checkbox', { name: /^学员 / }).check()
    await expect(form.getByRole('checkbox', { name: '录入学员' })).toBeChecked()
    await form.getByRole('button', { name: '新增推送地址' }).click()
    const shown = page.getByRole('dialog', { name: `“${name}”的签名密钥` })
    const secret = await shown.locator('code').innerText()
    expect(secret).toMatch(/^whsec_/)
    await shown.getByRole('button', { name: '已保存，关闭' }).click()
    await expect(row(page, name)).toContainText('启用')

    await row(page, name).getByRole('button', { name: '发送测试' }).click()
    await expect(row(page, '测试').first()).toBeVisible()
    await expect.poll(() => receiver.received.length).toBe(1)
    const [got] = receiver.received
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = got?.headers ?? {}
    const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${got?.body}`)
      .digest('base64')
    expect(got?.headers['webhook-signature']).toBe(`v1,${signature}`)
    await expect(row(page, '测试').first()).toContainText(/待发送|已送达/)
    await row(page, '测试').first().getByRole('button', { name: '查看' }).click()
    const detail = page.getByRole('dialog', { name: '推送详情' })
    await expect(detail).toContainText(String(id))
    await expect(detail).toContainText('webhook.test')
    await page.keyboard.press('Escape')

    await open(page, '/system/openApi?tab=webhooks')
    await row(page, name).getByRole('button', { name: '停用' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
    await expect(row(page, name)).toContainText('停用')
  } finally {
    receiver.stop()
  }
})
