import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onePixel, type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
let folder: string
let port: number
let token: string
let picture: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drivesim-site-'))
  mkdirSync(join(folder, 'assets'))
  for (const name of ['index.html', 'label.html'])
    writeFileSync(join(folder, name), '<!doctype html><title>x</title>')
  writeFileSync(join(folder, 'pdf.html'), '<script type="module">void 0</script><style>a {}</style>')
  writeFileSync(join(folder, 'assets/main-1.js'), 'void 0')
  writeFileSync(join(folder, 'assets/main-1.css'), 'a {}')
  app = await testApp({}, folder)
  const person = await app.signedIn({ codes: ['device', 'device:simulator', 'device:running'] })
  token = person.token
  const { data } = await person.send(contract.files.upload, { file: onePixel })
  picture = contract.files.upload.reply.parse(data).url
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** As it is written: a client that is no attacker's would tidy an address up. */
async function answerTo(
  method: string,
  path: string,
  body = '',
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: '*/*',
    },
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  response.destroy()
  return { status: response.statusCode, headers: response.headers }
}

const list = `/dm-api${contract.devices.list.path}`

test.each([
  ['a reply', 'POST', list, '{}', 200],
  ['a refusal', 'POST', list, '{"pageNum": -1}', 200],
  ['a body that is none', 'POST', list, '{', 200],
  ['a body that is too large', 'POST', list, `"${'x'.repeat(10_000_000)}"`, 413],
  ['a call that is not there', 'POST', '/dm-api/no/such', '{}', 404],
  ['another method', 'DELETE', list, '', 404],
  ['what browsers ask beforehand', 'OPTIONS', list, '', 404],
  ['a file of rows', 'GET', `/dm-api${contract.devices.export.path}`, '', 200],
  ['the live stream', 'GET', `/dm-api${contract.live.stream.path}`, '', 200],
  ['health', 'GET', '/health/ready', '', 200],
  ['metrics', 'GET', '/metrics', '', 200],
  ['a picture that is not there', 'GET', '/files/none.webp', '', 404],
  ['a stylesheet', 'GET', '/assets/main-1.css', '', 200],
  ['a file that is not there', 'GET', '/assets/none.js', '', 404],
  ['the document', 'GET', '/docs/json', '', 200],
  ['the reader', 'GET', '/docs', '', 200],
  ['a script of the reader', 'GET', '/docs/static/swagger-ui-bundle.js', '', 200],
  ['what the reader has not', 'GET', '/docs/static/none.js', '', 404],
  ['a page', 'GET', '/device/list', '', 200],
  ['the head of a page', 'HEAD', '/', '', 200],
  ['a script', 'GET', '/assets/main-1.js', '', 200],
  ['what cannot be an address', 'GET', '/%zz', '', 404],
  ['a climbing path', 'GET', '/docs/static/../../package.json', '', 404],
])('%s says what it may do as a page', async (_what, method, path, body, status) => {
  const { status: got, headers } = await answerTo(method, path, body)
  expect(got).toBe(status)
  expect(headers['content-security-policy']).toMatch(/^default-src '(none|self)'(;|$)/)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('a picture is in a sandbox of its own', async () => {
  const { headers } = await answerTo('GET', picture)
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
})

test('what draws PDFs runs what stands in it alone, fetches nothing, and is shown by our pages in a sandbox', async () => {
  const { status, headers } = await answerTo('GET', '/pdf.html')
  expect(status).toBe(200)
  const checksum = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${checksum('void 0')} 'wasm-unsafe-eval'`,
    `style-src ${checksum('a {}')}`,
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts',
    "frame-ancestors 'self'",
  ])
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(headers['cache-control']).toBe('no-cache')
  const page = await answerTo('GET', '/')
  expect(page.headers['content-security-policy']).toContain("frame-src 'self'")
})

test('what has scripts may load its own, and nothing else has', async () => {
  const scripts = async (path: string) =>
    /script-src ([^;]+)/.exec(String((await answerTo('GET', path)).headers['content-security-policy']))?.[1]
  expect(await scripts('/assets/main-1.js')).toBe("'self'")
  expect(await scripts('/docs')).toBe("'self'")
  expect(await scripts('/')).toMatch(/^'self' 'nonce-[\w+/=]+'$/)
  expect(await scripts('/assets/main-1.css')).toBeUndefined()
  expect(await scripts('/health/live')).toBeUndefined()
})

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['too much before its body', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
])('a request that is %s gets its status and the same headers', async (_what, bytes, status) => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', data => {
    text += data.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(text).toContain("content-security-policy: default-src 'none'")
})
