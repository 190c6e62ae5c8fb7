import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { endpoint } from '@drivesim/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { limitBodies } from './bodyDeadline.ts'

const definition = {
  title: '',
  method: 'POST',
  access: 'signedIn',
  input: z.object({}),
  reply: z.null(),
} as const
const form = endpoint({ ...definition, path: '/form' })
const file = endpoint({ ...definition, path: '/file', upload: 'disk' })

let app: FastifyInstance
/** Bytes of bodies that came so far. */
let come: number
let sender: Socket
let answer: Promise<string>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  come = 0
  app = Fastify()
  limitBodies(app)
  app.addContentTypeParser('*', (_request, body, done) => {
    body.on('data', (chunk: Buffer) => (come += chunk.length)).on('end', () => done(null))
  })
  for (const one of [form, file]) app.post(one.path, { config: { endpoint: one } }, async () => 'done')
  await app.listen({ port: 0, host: '127.0.0.1' })
  sender = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  answer = text(sender)
})

afterEach(async () => {
  vi.useRealTimers()
  sender.destroy()
  await app.close()
})

const begin = (path: string) =>
  sender.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: a/b\r\ncontent-length: 300000\r\n\r\n`,
  )

/** Sends so many bytes more, and waits until they are there. */
async function send(bytes: number): Promise<void> {
  const whole = come + bytes
  sender.write('x'.repeat(bytes))
  await vi.waitUntil(() => come === whole)
}

test('a body that is not there after half a minute is answered 408', async () => {
  begin(form.path)
  await send(200_000)
  vi.advanceTimersByTime(30_000)
  expect(await answer).toMatch(/^HTTP\/1.1 408 /)
})

test('a large file takes as long as its line needs, while it goes on coming', async () => {
  begin(file.path)
  for (const part of [150_000, 100_000]) {
    await send(part)
    vi.advanceTimersByTime(30_000)
  }
  await send(50_000)
  expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*done$/)
})

test('a large file that hardly comes is answered 408', async () => {
  begin(file.path)
  await send(150_000)
  vi.advanceTimersByTime(30_000)
  await send(1_000)
  vi.advanceTimersByTime(30_000)
  expect(await answer).toMatch(/^HTTP\/1.1 408 /)
})
