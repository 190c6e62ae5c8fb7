import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { contract, errors, largestUploadBytes } from '@drivesim/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'

const { upload, uploadImage } = contract.files
let app: TestApp
let person: Client & { token: string }
beforeAll(async () => {
  app = await testApp()
})
// Twenty uploads a minute are a person's: a new one for each test.
beforeEach(async () => {
  person = await app.signedIn()
})
afterAll(() => app.close())

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7bd5' } })
const get = (url: string, headers = {}) => app.app.inject({ method: 'GET', url, headers })
const folder = () => join(app.services.config.dataDir, 'files')
const kept = () => (existsSync(folder()) ? readdirSync(folder()) : [])

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('%s comes back as WebP', async format => {
    const file = await canvas(40, 30).toFormat(format).toBuffer()
    const { code, data } = await person.send(upload, { file })
    expect(code).toBe(0)
    const { url } = upload.reply.parse(data)
    const response = await get(url)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private, max-age=\d{5}, immutable$/),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 40,
      height: 30,
    })
  })

  test('the old path takes it too; each upload has a name of its own that nobody can guess', async () => {
    const answers = await Promise.all([person.send(uploadImage, {}), person.send(uploadImage, {})])
    const names = answers.map(({ data }) => uploadImage.reply.parse(data).url)
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^\/files\/[\w-]{32}\.webp\?e=\d{10}&s=[\w-]{43}$/)
  })

  test('is made smaller to 1,600 pixels, turned upright, and loses where and with what it was taken', async () => {
    const file = await canvas(3200, 1000)
      .withExif({ IFD0: { Model: 'SECRET-CAMERA' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { url } = upload.reply.parse((await person.send(upload, { file })).data)
    const { rawPayload } = await get(url)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 500, height: 1600 })
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
    expect(rawPayload.toString('latin1')).not.toContain('SECRET-CAMERA')
  })

  test('what hides behind the picture is gone', async () => {
    const file = Buffer.concat([
      await canvas(10, 10).png().toBuffer(),
      Buffer.from('PK\x03\x04 an archive behind it'),
    ])
    const { url } = upload.reply.parse((await person.send(upload, { file })).data)
    expect((await get(url)).rawPayload.toString('latin1')).not.toContain('archive')
  })
})

describe('what is no picture', () => {
  const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  const cases: [string, () => Promise<Buffer> | Buffer][] = [
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    [
      'SVG behind an XML head',
      () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a GIF that is a script', () => Buffer.from('GIF89a/*<script>*/=1;alert(1)//')],
    [
      'a JPEG head before a page',
      () => Buffer.concat([jpegHead, Buffer.from('<html><body>x</body></html>')]),
    ],
    [
      'a whole PNG with a page behind it',
      async () =>
        Buffer.concat([await canvas(10, 10).png().toBuffer(), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a PNG that breaks off', async () => (await canvas(600, 600).png().toBuffer()).subarray(0, 400)],
    ['text', () => Buffer.from('hello')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['a TIFF', () => canvas(10, 10).tiff().toBuffer()],
  ]
  test.each(cases)('%s is refused, and nothing is kept', async (_name, make) => {
    const before = kept()
    const answer = await person.send(upload, { file: await make() })
    expect(answer).toMatchObject({
      status: 200,
      code: errors.notPicture.code,
      msg: '这不是可用的图片，请上传 JPG、PNG、GIF 或 WebP 图片',
    })
    expect(kept()).toEqual(before)
  })

  test.each(['heic', 'heix', 'mif1'])('a phone’s photo (%s) is refused with what to do', async brand => {
    const file = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`)])
    expect(await person.send(upload, { file })).toMatchObject({
      code: errors.heicPicture.code,
      msg: expect.stringContaining('请先转成 JPG'),
    })
  })

  test('a small file of more than 25 million pixels is refused, and one of 900 million before it is unpacked', async () => {
    expect(await person.send(upload, { file: pngBomb(5000) })).toMatchObject({ code: 0 })
    const processBefore = app.services.pictures.pid
    for (const side of [5001, 30_000]) {
      expect(await person.send(upload, { file: pngBomb(side) })).toMatchObject({
        status: 200,
        code: errors.pictureTooManyPixels.code,
        msg: '图片的尺寸太大（超过 2500 万像素），请缩小后重新上传',
      })
    }
    // One that has grown past 300 MB is replaced.
    expect(app.services.pictures.pid).toBe(processBefore)
  })

  test('more than 5 MB', async () => {
    const answer = await person.send(upload, { file: Buffer.alloc(largestUploadBytes + 1, 1) })
    expect(answer).toMatchObject({
      status: 200,
      code: errors.fileTooLarge.code,
      msg: '文件不能超过 5 MB，请压缩后重新上传',
    })
  })

  test('twice that over a real connection is answered, not cut off', async () => {
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const body = new FormData()
    body.set('file', new Blob([Buffer.alloc(2 * largestUploadBytes, 1)]), 'large.png')
    const headers = { authorization: `Bearer ${person.token}` }
    const response = await fetch(`${base}${upload.path}`, { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({ code: errors.fileTooLarge.code })
  })

  test('nothing at all, another field, or no form', async () => {
    expect((await person.send(upload, { file: Buffer.alloc(0) })).code).toBe(errors.noFile.code)
    const post = (payload: string, type: string) =>
      app.app.inject({
        method: 'POST',
        url: upload.path,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
        payload,
      })
    const other =
      '--x\r\ncontent-disposition: form-data; name="other"; filename="a.png"\r\n\r\nabc\r\n--x--\r\n'
    expect((await post(other, 'multipart/form-data; boundary=x')).json().code).toBe(errors.noFile.code)
    expect((await post('--x\r\n', 'multipart/form-data; boundary=x')).json().code).toBe(errors.noFile.code)
    expect((await post('', 'multipart/form-data')).json().code).toBe(errors.noFile.code)
    expect((await post('{}', 'application/json')).statusCode).toBe(415)
  })

  test('more than twenty within a minute of one person', async () => {
    const [busy, other] = [await app.signedIn(), await app.signedIn()]
    // One after the other: of many at once some are refused for another reason.
    for (let i = 0; i < 20; i += 1) expect((await busy.send(upload, {})).code).toBe(0)
    const refused = await busy.send(upload, {})
    expect(refused).toMatchObject({ status: 429, code: errors.tooMany.code, data: null })
    expect((await other.send(upload, {})).code).toBe(0)
  })

  test('without signing in nothing is taken', async () => {
    expect((await app.send(upload, {})).code).toBe(errors.badToken.code)
  })
})

describe('what is served', () => {
  test('nothing beside the pictures, whatever the name leads to', async () => {
    await person.send(upload, {})
    writeFileSync(join(app.services.config.dataDir, 'outside.webp'), 'a secret')
    for (const name of [
      '..%2foutside.webp',
      '%2e%2e%2foutside.webp',
      '..%5coutside.webp',
      '../outside.webp',
    ]) {
      const response = await get(`/files/${name}`)
      expect(response.statusCode).toBe(404)
      expect(response.body).not.toContain('a secret')
    }
  })

  test.each([`/files/${'a'.repeat(32)}.webp`, '/files/x.html', '/files/'])('%s: nothing', async url => {
    expect((await get(url)).statusCode).toBe(404)
  })
})

/** A PNG of nothing but zeros, side by side a million to one. */
function pngBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type), data])
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([head, body, crc])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  size.set([1, 0, 0, 0, 0], 8)
  const lines = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
