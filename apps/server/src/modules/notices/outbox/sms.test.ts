import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { aliyunProvider } from './sms.provider.ts'

test('a message is sent to no other address than the one that is set', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const provider = aliyunProvider({
      provider: 'aliyun',
      keyId: 'id',
      keySecret: 'secret',
      sign: 'sign',
      template: 'SMS_1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    })
    const message = { messageId: 'one', recipient: '13800000000', title: 'x', content: '<p>x</p>' }
    await expect(provider.send(message)).rejects.toThrow()
    expect(asked).toEqual(['/'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
