import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { bills, contract, errors, longFile, plainPicture } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onePixel, type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { pdf } from '../../../../test/pdfs.ts'
import { type S3Server, s3Server } from '../../../../test/s3Server.ts'
import { storedFolders } from '../../../platform/files/fileStore.ts'
import { missingPictures, pictureStore, removeUnused } from './service.ts'

// Two servers on one database and one bucket; each has a data folder of its own.

const { account, devices, exports, files, vouchers } = contract
let store: S3Server
let one: TestApp
let other: TestApp
let person: Awaited<ReturnType<TestApp['signedIn']>>
let school: number
let own: { authorization: string }
let log = ''

beforeAll(async () => {
  store = await s3Server()
  const env = { FILES_URL: store.url, DATA_KEY: 'ab'.repeat(32), EXPORT_ROWS: '0' }
  const kept = new PassThrough().on('data', (line: Buffer) => {
    log += line.toString()
  })
  one = await testApp(env, undefined, kept)
  other = await testApp(env, undefined, kept)
  // The second began with an empty database, and so with a key of its own.
  await one.services.signingKeys.refresh()
})
beforeEach(async () => {
  await resetDatabase(one.database)
  store.fate = () => 'served'
  log = ''
  school = await makeOrganisation(one.services.pool)
  const codes = ['finance:edit', 'finance', 'finance:accCheck', 'device:simulator'] as const
  person = await one.signedIn({ codes, organs: [school] })
  own = { authorization: `Bearer ${person.token}` }
})
afterAll(async () => {
  await one.close()
  await other.close()
  await store.kill()
})

const rows = (sql: string, values: unknown[] = []) => query(one.database.ownerUrl, sql, values)
const upload = async () => (await person.call(files.upload)).data.url
const get = (from: TestApp, url: string) => from.app.inject({ method: 'GET', url })
const unavailable = { code: errors.unavailable.code, msg: '图片和文件的存储暂时不可用，请稍后重试' }
const metric = async () => (await get(one, '/metrics')).body

test('what is sent to one is shown by the other, with our own headers, and lies in no folder', async () => {
  const shown = await get(other, await upload())
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(shown.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  expect(shown.headers).toMatchObject({
    'cache-control': expect.stringMatching(/^private, max-age=\d{5}, immutable$/),
    'content-length': String(shown.rawPayload.length),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
  expect(shown.headers).not.toHaveProperty('etag')

  const { voucherId } = (await person.call(vouchers.upload)).data
  const voucher = (await other.call(vouchers.url, { voucherId }, own)).data.url
  expect((await get(other, voucher)).headers['content-type']).toBe('image/webp')

  const file = pdf()
  const { attachmentId } = bills.uploadAttachment.reply.parse(
    (await person.send(bills.uploadAttachment, { file })).data,
  )
  const attachment = (await other.call(bills.attachmentUrl, { attachmentId }, own)).data.url
  expect((await get(other, attachment)).rawPayload.equals(file)).toBe(true)

  const room = await makeClassroom(one.services.pool, school)
  await makeSimulator(one.services.pool, { organ: school, room, name: '一号机' })
  const { jobId } = longFile.parse((await person.call(devices.export, {})).data)
  await until(
    'it is written',
    async () => (await rows(`select from job where state = 'finished'`)).length === 1,
  )
  for (const server of [one, other])
    expect((await server.call(exports.file, { jobId }, own)).body).toContain('一号机')

  for (const { services } of [one, other])
    for (const folder of storedFolders)
      expect(existsSync(join(services.config.dataDir, folder)), folder).toBe(false)
})

test('what nothing uses goes in the store, too; what is used and not there is missed', async () => {
  const [unused, face] = [plainPicture(await upload()), plainPicture(await upload())]
  const me = { userId: person.memberId, userName: '王五', userPhone: '13800000000', userMail: null }
  await rows(`update member set phone = '13800000000' where id = $1`, [person.memberId])
  await person.call(account.modify, { ...me, userIcon: face })
  const isKept = (address: string) => store.names('files').includes(address.replace('/files/', ''))
  const { services } = other
  const pictures = pictureStore(services.files)
  await removeUnused(services, pictures)
  await rows(
    `update picture set unused_since = now() - interval '25 hours', uploaded_at = now() - interval '25 hours'`,
  )
  await removeUnused(services, pictures)
  expect([isKept(unused), isKept(face)]).toEqual([false, true])
  const missing = () => missingPictures(services.db, services.parts.pictures, services.files)
  expect(await missing()).toEqual([])
  await pictures.remove(face.replace('/files/', ''))
  expect(await missing()).toEqual([face])
})

test('an upload that failed leaves its row, so that a file which arrived all the same goes with it', async () => {
  // It is kept, and nobody hears of that.
  store.fate = request => (request.startsWith('PUT') ? 'unheard' : 'served')
  const before = store.names('files').length
  expect(await person.send(files.upload, {})).toMatchObject({ status: 503, ...unavailable })
  expect(store.names('files')).toHaveLength(before + 1)
  store.fate = () => 'served'
  await rows(
    `update picture set unused_since = now() - interval '25 hours', uploaded_at = now() - interval '25 hours'`,
  )
  await removeUnused(one.services, pictureStore(one.services.files))
  expect(store.names('files')).toHaveLength(before)
  expect(log).toMatch(/socket hang up[^\n]+"the file store fails"[\s\S]+"the file store answers again"/)
  expect(await rows('select from picture')).toEqual([])
})

test('a store that is killed: 503 in one sentence, nothing is forgotten, and the server stays ready', async () => {
  const url = await upload()
  const room = await makeClassroom(one.services.pool, school)
  await makeSimulator(one.services.pool, { organ: school, room })
  const { jobId } = longFile.parse((await person.call(devices.export, {})).data)
  await until(
    'it is written',
    async () => (await rows(`select from job where state = 'finished'`)).length === 1,
  )
  await store.kill()
  const shown = await get(other, url)
  expect([shown.statusCode, shown.json()]).toEqual([503, { ...unavailable, data: null }])
  expect(await person.send(files.upload, { file: onePixel })).toMatchObject({ status: 503, ...unavailable })
  expect(await person.send(vouchers.upload, {})).toMatchObject({ status: 503, ...unavailable })
  expect(await person.send(bills.uploadAttachment, { file: pdf() })).toMatchObject({
    status: 503,
    ...unavailable,
  })
  expect(await person.send(exports.file, { jobId })).toMatchObject({ status: 503, ...unavailable })
  // Its file is not taken for one that is gone.
  expect(await rows('select from export_file')).toHaveLength(1)
  await rows(
    `update picture set unused_since = now() - interval '25 hours', uploaded_at = now() - interval '25 hours'`,
  )
  await expect(removeUnused(one.services, pictureStore(one.services.files))).rejects.toMatchObject({
    message: unavailable.msg,
  })
  expect((await rows('select from picture')).length).toBeGreaterThan(0)
  expect((await get(one, '/health/ready')).statusCode).toBe(200)
  expect(log).toMatch(/ECONNREFUSED[^\n]+"the file store fails"/)
  // Neither the key nor what it signs.
  expect(log).not.toMatch(/AWS4-HMAC|S3RVER/)
  expect(await metric()).toMatch(/^file_store_requests_total\{method="PUT",outcome="failed"\} [1-9]/m)
})
