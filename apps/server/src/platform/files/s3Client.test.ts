import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { patience } from '../../../test/pace.ts'
import { type S3Server, s3Server } from '../../../test/s3Server.ts'
import { readConfig } from '../start/config.ts'
import { type FileStore, newStoredName, StoreAway, wholeBytes } from './fileStore.ts'
import { S3Client, type S3Watch } from './s3Client.ts'
import { s3Store } from './s3Store.ts'

// A store that fails: what is tried again, how long, and what is said.

let server: S3Server
let files: ReturnType<typeof opened>
let store: FileStore
let told: string[]
/** Where files lie until they are whole. */
const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-s3-client-'))
function opened(url: string) {
  const { filesBucket } = readConfig({ FILES_URL: url })
  if (filesBucket === undefined) throw new Error('no bucket')
  const watch: S3Watch = {
    done: (method, outcome, problem) => told.push(`${method} ${outcome} ${problem?.message ?? ''}`.trim()),
  }
  const client = new S3Client(filesBucket, watch, { idleMs, pauseMs: 1 })
  return { store: s3Store(client, 'files', dataDir), close: () => client.close() }
}

beforeEach(async () => {
  server = await s3Server()
  told = []
  files = opened(server.url)
  store = files.store
})
afterEach(async () => {
  files.close()
  await server.kill()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

/** What a silent store is given, on this machine. */
const idleMs = patience(600)

const name = newStoredName('webp')
const failing = (times: number, fate: ReturnType<S3Server['fate']>) => {
  let left = times
  server.fate = () => {
    left -= 1
    return left < 0 ? 'served' : fate
  }
}

test.each([503, 500, 429, 'cut'] as const)(
  '%s twice is passed over, of every kind of request',
  async fate => {
    const content = randomBytes(10)
    failing(2, fate)
    await store.put(name, content)
    failing(2, fate)
    expect((await store.open(name))?.content).toEqual(content)
    failing(2, fate)
    expect(await store.has(name)).toBe(true)
    failing(2, fate)
    for await (const listed of store.list()) expect(listed.name).toBe(name)
    failing(2, fate)
    await store.write(newStoredName('xlsx'), Readable.from([randomBytes(1_000_000)]))
    failing(2, fate)
    await store.remove(name)
    expect(told).toEqual(['PUT done', 'GET done', 'HEAD done', 'GET done', 'PUT done', 'DELETE done'])
    expect(server.seen).toHaveLength(18)
  },
)

test('after the third time it is away: 503 in one sentence, and the log has the reason', async () => {
  server.fate = () => 503
  const refusal = await store.open(name).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreAway)
  expect(refusal).toMatchObject({
    code: -50503,
    message: '图片和文件的存储暂时不可用，请稍后重试',
    cause: expect.objectContaining({ message: 'the store answered 503 OfTheTest' }),
  })
  expect(server.seen).toHaveLength(3)
  expect(told).toEqual(['GET failed the store answered 503 OfTheTest'])
})

test('a refusal is not asked again', async () => {
  server.fate = () => 403
  await expect(store.put(name, randomBytes(1))).rejects.toBeInstanceOf(StoreAway)
  expect(server.seen).toHaveLength(1)
})

test('a wrong secret, and a bucket that is not there, are a store that is away and no file that is missing', async () => {
  for (const [url, said] of [
    [server.url.replace(':S3RVER@', ':wrong@'), /^the store answered 403/],
    [server.url.replace('/drivesim?', '/another?'), /^the store answered 404 NoSuchBucket$/],
  ] as const) {
    const other = opened(url)
    for (const ask of [() => other.store.open(name), () => other.store.has(name)])
      await expect(ask()).rejects.toMatchObject({
        code: -50503,
        cause: expect.objectContaining({ message: expect.stringMatching(said) }),
      })
    other.close()
  }
})

test('a file that comes and cannot be kept leaves nothing on disk either', async () => {
  const content = randomBytes(3 * wholeBytes)
  for (const fate of ['cut', 403, 'hung'] as const) {
    server.fate = () => fate
    await expect(store.write(newStoredName('xlsx'), Readable.from([content]))).rejects.toBeInstanceOf(
      StoreAway,
    )
  }
  expect(readdirSync(dataDir)).toEqual([])
  failing(2, 'cut')
  const kept = newStoredName('xlsx')
  await store.write(kept, Readable.from([content]))
  server.fate = () => 'served'
  const stored = await store.open(kept)
  if (stored === undefined || Buffer.isBuffer(stored.content)) throw new Error('it is no stream')
  expect((await buffer(stored.content)).equals(content)).toBe(true)
})

test('whoever is slow to read is no store that is away', async () => {
  const large = newStoredName('pdf')
  const content = randomBytes(8 * wholeBytes)
  await store.put(large, content)
  const stored = await store.open(large)
  if (stored === undefined || Buffer.isBuffer(stored.content)) throw new Error('it is no stream')
  const reader = stored.content[Symbol.asyncIterator]()
  const first = await reader.next()
  // Longer than a store may take.
  const over = AbortSignal.timeout(2 * idleMs)
  await once(over, 'abort')
  let bytes = first.value.length
  for await (const part of { [Symbol.asyncIterator]: () => reader }) bytes += part.length
  expect(bytes).toBe(content.length)
})

test('one that does not answer is given up after two deadlines', async () => {
  server.fate = () => 'hung'
  await expect(store.open(name)).rejects.toMatchObject({
    cause: { message: `no answer within ${idleMs} ms` },
  })
  expect(server.seen).toHaveLength(2)
})

test('one that stops in the middle of a small file is asked again, and of a large one the stream breaks', async () => {
  const [small, large] = [newStoredName('pdf'), newStoredName('pdf')]
  await store.put(small, randomBytes(1000))
  await store.put(large, randomBytes(2 * wholeBytes))
  failing(1, 'halved')
  expect((await store.open(small))?.bytes).toBe(1000)
  failing(1, 'halved')
  const stored = await store.open(large)
  if (stored === undefined || Buffer.isBuffer(stored.content)) throw new Error('it is no stream')
  await expect(buffer(stored.content)).rejects.toThrow(`nothing more within ${idleMs} ms`)
})
