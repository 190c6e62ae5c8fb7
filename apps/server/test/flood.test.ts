import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { contract } from '@drivesim/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from './app.ts'
import { until } from './device.ts'

// What strangers do to the connection itself: others are served meanwhile, and it costs no memory to speak of.

const megabyte = 2 ** 20
const mostGrowth = 150 * megabyte

let app: TestApp
let person: Client & { token: string }
let port: number
const sockets = new Set<Socket>()

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' })
  person = await app.signedIn({ codes: ['device:simulator'] })
  port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

let before: number
beforeEach(() => {
  before = process.memoryUsage().rss
})
afterEach(() => {
  expect(process.memoryUsage().rss - before).toBeLessThan(mostGrowth)
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

/** A connection, and what came back on it so far. */
async function open(): Promise<{ socket: Socket; received(): string; isClosed(): boolean }> {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  let text = ''
  let closed = false
  socket.on('data', data => {
    text += data.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    closed = true
  })
  await once(socket, 'connect')
  return { socket, received: () => text, isClosed: () => closed }
}

/** Sends bytes as they are. @returns the whole answer, once the connection is closed */
async function exchange(bytes: string | Buffer): Promise<string> {
  const { socket, received, isClosed } = await open()
  socket.write(bytes)
  await until('the connection is closed', isClosed)
  return received()
}

/** Before the test's own time-out, which is before any limit that would have ended what keeps the server busy. */
async function othersAreServed(): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/dm-api${contract.devices.list.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ code: 0 })
  }
}

const head = (...lines: string[]) =>
  [
    `POST /dm-api${contract.devices.list.path} HTTP/1.1`,
    'host: x',
    'connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n')
const signedIn = () => `authorization: Bearer ${person.token}`
const json = 'content-type: application/json'

test('300 requests that come a byte at a time', async () => {
  const request = head(signedIn(), json, 'content-length: 2')
  const slow = await Promise.all(Array.from({ length: 300 }, open))
  let at = 0
  const drip = setInterval(() => {
    for (const { socket } of slow) socket.write(request.charAt(at))
    at += 1
  }, 50)
  await othersAreServed()
  clearInterval(drip)
})

test('a request may not take for ever: there are limits to its head and to the whole of it', () => {
  const { server } = app.app
  expect(server.headersTimeout).toBeLessThanOrEqual(60_000)
  expect(server.requestTimeout).toBeLessThanOrEqual(30_000)
})

test('1,000 idle connections', async () => {
  await Promise.all(Array.from({ length: 1000 }, open))
  await othersAreServed()
})

test('bodies without an end are cut off at the limit', async () => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x20), Buffer.from('\r\n')])
  const endless = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const connection = await open()
      connection.socket.write(head(signedIn(), json, 'transfer-encoding: chunked'))
      return connection
    }),
  )
  await until('every one is closed', async () => {
    for (const { socket, isClosed } of endless)
      if (!isClosed() && !socket.writableNeedDrain) socket.write(chunk)
    return endless.every(({ isClosed }) => isClosed())
  })
  // A reset may have overtaken the refusal of some.
  expect(endless.some(({ received }) => received().startsWith('HTTP/1.1 413'))).toBe(true)
  await othersAreServed()
})

test('a body that is announced too large is refused before it comes', async () => {
  expect(await exchange(head(signedIn(), json, 'content-length: 99999999999'))).toMatch(/^HTTP\/1\.1 413/)
})

test('a head of a megabyte', async () => {
  expect(await exchange(head(`x-much: ${'x'.repeat(megabyte)}`))).toMatch(/^(HTTP\/1\.1 431|$)/)
  const many = Array.from({ length: 5_000 }, (_, n) => `x-${n}: 1`)
  expect(await exchange(head(...many))).toMatch(/^(HTTP\/1\.1 431|$)/)
})

const body = (text: string, type = json) => head(signedIn(), type, `content-length: ${text.length}`) + text

test.each<[name: string, request: () => string, status: string]>([
  ['no HTTP', () => '\u0016\u0003\u0001\r\n\r\n', '400'],
  ['a head without an end of its first line', () => `${'x'.repeat(100)}\n\n`, '400'],
  ['two lengths', () => head(signedIn(), json, 'content-length: 2', 'content-length: 3'), '400'],
  [
    'a length and chunks',
    () => head(signedIn(), json, 'content-length: 2', 'transfer-encoding: chunked'),
    '400',
  ],
  ['a token that is none', () => head('authorization: Bearer \u00ff\u00fe.{}.%%'), '200'],
  [
    'cookies of rubbish',
    () => head(signedIn(), `cookie: ${'=;%;\u00ff'.repeat(500)}`, 'content-length: 0'),
    '200',
  ],
  [
    'an address that is not percent-encoded text',
    () => 'GET /dm-api/%ff%00%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    '404',
  ],
  ['JSON nested a hundred thousand times', () => body(`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`), '200'],
  ['a field named __proto__', () => body('{"__proto__": {"isAdmin": true}}'), '200'],
  ['bytes that are no UTF-8', () => body('{"simulatorNum": "\u00ff"}'), '200'],
  [
    'a compressed body',
    () => `${head(signedIn(), json, 'content-encoding: gzip', 'content-length: 2')}{}`,
    '(200|415)',
  ],
  ['a form without its boundary', () => body('x', 'content-type: multipart/form-data'), '415'],
])('%s', async (_name, request, status) => {
  const answer = await exchange(Buffer.from(request(), 'latin1'))
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`))
  expect(answer).not.toMatch(/node_modules|\n\s+at |FST_|HPE_/)
  await othersAreServed()
})
