import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { accessCodes, contract, type Endpoint, errors } from '@drivesim/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

const page = `<!doctype html><title>page</title>${' '.repeat(3000)}`
const labelPage = '<!doctype html><title>label</title>'
const script = `console.log('${'x'.repeat(3000)}')`

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drivesim-site-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'label.html'), labelPage)
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/main-1.js'), script)
  writeFileSync(join(folder, 'assets/main-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets/main-1.js.gz'), gzipSync(script))
  app = await testApp({}, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url, headers })

describe('a file', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('for %s comes as it was compressed at the build', async (accepted, encoding, decompress) => {
    const { statusCode, headers, rawPayload } = await get('/assets/main-1.js', {
      'accept-encoding': accepted,
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(rawPayload.length),
      vary: 'accept-encoding',
    })
    expect(decompress(rawPayload).toString()).toBe(script)
  })

  test('is whole for who takes nothing compressed, and caches know the two apart', async () => {
    const plain = await get('/assets/main-1.js')
    expect(plain.body).toBe(script)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('accept-encoding')
    const compressed = await get('/assets/main-1.js', { 'accept-encoding': 'br' })
    expect(compressed.headers.etag).not.toBe(plain.headers.etag)
  })

  test('that is known already is not sent again', async () => {
    const accepts = { 'accept-encoding': 'br' }
    const { etag = '' } = (await get('/assets/main-1.js', accepts)).headers
    const again = await get('/assets/main-1.js', { ...accepts, 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
  })

  test('too small to be compressed comes as it is', async () => {
    const { headers, body } = await get('/icon.svg', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(body).toBe('<svg/>')
  })

  test.each(['/assets/main-0.js', '/assets/main-1.js.br', '/assets/main-1.js.gz'])(
    'there is no %s',
    async url => {
      const { statusCode, headers } = await get(url, { accept: 'text/html' })
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toContain('json')
    },
  )
})

describe('a file of another release', () => {
  let published: string
  let other: TestApp
  beforeAll(async () => {
    published = mkdtempSync(join(tmpdir(), 'drivesim-assets-'))
    writeFileSync(join(published, 'releases.json'), '[]')
    other = await testApp({ ASSETS_DIR: published }, folder)
  })
  afterAll(async () => {
    await other.close()
    rmSync(published, { recursive: true })
  })
  const ask = (url: string, headers: Record<string, string> = {}) =>
    other.app.inject({ method: 'GET', url, headers })
  /** As `npm run assets:publish` does, while the server runs. */
  const publish = (name: string, content: string | Buffer) => {
    mkdirSync(join(published, 'assets'), { recursive: true })
    writeFileSync(join(published, 'assets', name), content)
  }

  test('is there as soon as it is published, compressed and for ever', async () => {
    expect((await ask('/assets/main-2.js')).statusCode).toBe(404)
    publish('main-2.js', script)
    publish('main-2.js.br', brotliCompressSync(script))
    const plain = await ask('/assets/main-2.js')
    expect(plain.body).toBe(script)
    expect(plain.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    })
    const { headers, rawPayload } = await ask('/assets/main-2.js', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': plain.headers['cache-control'],
    })
    expect(brotliDecompressSync(rawPayload).toString()).toBe(script)
  })

  test('gives way to one of its own build, and is not there without ASSETS_DIR', async () => {
    publish('main-1.js', 'other')
    publish('main-3.js', 'other')
    expect((await ask('/assets/main-1.js')).body).toBe(script)
    expect((await ask('/assets/main-3.js')).body).toBe('other')
    expect((await get('/assets/main-3.js')).statusCode).toBe(404)
  })

  test.each([
    '/assets/../releases.json',
    '/assets/..%2freleases.json',
    '/assets/%2e%2e/releases.json',
    '/assets/..%5creleases.json',
    '/assets//etc/passwd',
    '/assets/.hidden.js',
    '/assets/main-2.js.br',
    '/assets/main-9.js',
    '/assets/',
  ])('%s is none', async url => {
    publish('.hidden.js', 'hidden')
    publish('main-2.js.br', brotliCompressSync(script))
    const { statusCode, headers, body } = await ask(url)
    expect([400, 404]).toContain(statusCode)
    expect(headers['content-type']).toContain('json')
    expect(JSON.parse(body)).toMatchObject({ code: expect.any(Number), msg: expect.any(String) })
  })
})

test('every answer says the version, and the page which one it is of', async () => {
  writeFileSync(join(folder, 'index.html'), '<meta name="version" content="__VERSION__">')
  const other = await testApp({}, folder)
  writeFileSync(join(folder, 'index.html'), page)
  const ask = (url: string) => other.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
  const { headers, body } = await ask('/login')
  const version = String(headers['x-version'])
  expect(version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/)
  expect(body).toBe(`<meta name="version" content="${version}">`)
  for (const url of ['/assets/main-1.js', '/assets/main-0.js', '/dm-api/nothing', '/health/ready'])
    expect((await ask(url)).headers['x-version'], url).toBe(version)
  // A build that gives out other pages is another version.
  expect((await get('/login')).headers['x-version']).not.toBe(version)
  await other.close()
})

test('the page is compressed as replies are', async () => {
  const { headers, rawPayload } = await get('/login', { accept: 'text/html', 'accept-encoding': 'gzip, br' })
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(rawPayload).toString()).toBe(page)
})

describe('whoever asks, however, a path of the application is answered by the page', () => {
  test.each(['/', '/?from=mail', '/login', '/device/list?pageNum=2', '/no/such/page', '/dm-api-news'])(
    '%s',
    async url => {
      for (const accept of [{}, { accept: '*/*' }, { accept: 'image/*' }, { accept: 'text/html' }]) {
        const { statusCode, headers, body } = await get(url, accept)
        expect(statusCode).toBe(200)
        expect(headers['content-type']).toBe('text/html; charset=utf-8')
        expect(headers['content-security-policy']).toContain("object-src 'none'")
        expect(headers['permissions-policy']).toContain('camera=(self)')
        expect(body).toBe(page)
      }
    },
  )

  test('a scanned label leads passers-by to a page of its own', async () => {
    expect((await get('/d/SN-1?c=12345678')).body).toBe(labelPage)
    expect((await get('/d/SN-1?c=12345678', { cookie: 'token=somebody' })).body).toBe(page)
    expect((await get('/label.html')).body).not.toBe(labelPage)
  })

  test('HEAD answers what GET does, without the body', async () => {
    const { headers } = await get('/login')
    const head = await app.app.inject({ method: 'HEAD', url: '/login' })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-type']).toBe(headers['content-type'])
    expect(head.headers['content-length']).toBe(headers['content-length'])
    expect(head.body).toBe('')
  })
})

describe('what is no page says so', () => {
  test.each(['/dm-api', '/dm-api/', '/dm-api/no/such/call', '/files/none.webp', '/health', '/robots.txt'])(
    'GET %s',
    async url => {
      const { statusCode, body } = await get(url, { accept: '*/*' })
      expect(statusCode).toBe(404)
      expect(JSON.parse(body)).toMatchObject({ code: errors.notServed.code })
    },
  )

  test('nor is anything answered by it that is not asked for', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { statusCode, body } = await app.app.inject({ method, url: '/login' })
      expect(statusCode).toBe(404)
      expect(JSON.parse(body)).toMatchObject({ code: errors.notServed.code })
    }
  })

  test('a person who goes to a path like a file is told by the page', async () => {
    expect((await get('/report.pdf', { accept: 'text/html,*/*' })).body).toBe(page)
  })
})

describe('HEAD of a call', () => {
  const head = (url: string, token: string) =>
    app.app.inject({ method: 'HEAD', url: `/dm-api${url}`, headers: { authorization: `Bearer ${token}` } })

  test('that reads has the head of its answer; nobody signed in, that of the refusal', async () => {
    const { token } = await app.signedIn()
    const answer = await head(contract.messages.count.path, token)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('json')
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(20)
    expect(answer.body).toBe('')
    expect((await app.app.inject({ method: 'HEAD', url: '/health/ready' })).statusCode).toBe(200)
  })

  test('that streams or changes something is not served: nothing is opened, nothing done', async () => {
    const { token } = await app.signedIn({ codes: [...accessCodes] })
    const calls = Object.values<Record<string, Endpoint>>(contract)
      .flatMap(domain => Object.values(domain))
      .filter(({ method, reply, change }) => method === 'GET' && (typeof reply === 'string' || change))
    expect(calls.length).toBeGreaterThan(5)
    for (const { path } of calls)
      expect((await head(path.replaceAll(/\{\w+\}/g, '1'), token)).statusCode, path).toBe(404)
  })
})

test('with the API at / a page is what asks for HTML, and / itself; the rest are calls', async () => {
  const atRoot = await testApp({ API_BASE: '/' }, folder)
  const ask = (method: 'GET' | 'HEAD', url: string, accept = '*/*') =>
    atRoot.app.inject({ method, url, headers: { accept } })
  const { path } = contract.messages.count
  expect((await ask('GET', '/')).body).toBe(page)
  expect((await ask('HEAD', '/')).statusCode).toBe(200)
  for (const url of ['/login', '/no/such/page', path])
    expect((await ask('GET', url, 'text/html')).body, url).toBe(page)
  expect((await ask('HEAD', path, 'text/html')).headers['content-type']).toContain('html')
  expect((await ask('GET', path)).json()).toMatchObject({ code: errors.badToken.code })
  expect((await ask('GET', '/no/such/call')).json()).toMatchObject({ code: errors.notServed.code })
  await atRoot.close()
})
