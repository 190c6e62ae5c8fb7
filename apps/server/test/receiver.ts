import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What came to a receiver. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Other software that is told of events. `answer` says what it does with each; at first 204. */
export async function startReceiver() {
  const received: Received[] = []
  let underway = 0
  const receiver = {
    url: '',
    received,
    /** Requests that it had at the same time, at most. */
    mostAtOnce: 0,
    answer: (_got: Received, response: ServerResponse): void => {
      response.writeHead(204).end()
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer(async (request, response) => {
    underway += 1
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, underway)
    response.on('close', () => {
      underway -= 1
    })
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const got = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() }
    received.push(got)
    receiver.answer(got, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
