import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { TestApp } from './app.ts'

/** The address that the payment channels are given: what they send there goes to the app of the test. */
export async function openChannelAddress(app: () => TestApp) {
  /** What they were answered. */
  const answers: [status: number, body: string][] = []
  const post = (url: string, headers: object, payload: Buffer) =>
    app().app.inject({ method: 'POST', url, headers: { ...headers }, payload })
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { statusCode, body } = await post(request.url ?? '', request.headers, Buffer.concat(parts))
    answers.push([statusCode, body])
    response.writeHead(statusCode).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, answers, post }
}
