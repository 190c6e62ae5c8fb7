import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, s3Server } from '../../../test/s3Server.ts'
import { readConfig } from '../start/config.ts'
import { type FileStore, type ListedFile, missingIn, newStoredName, wholeBytes } from './fileStore.ts'
import { type Files, openFiles } from './openFiles.ts'

// What every store does. S3_TEST_URL, as FILES_URL has it, is a bucket on a real server, whose folder “files” these tests use.

const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-store-'))
let server: S3Server
beforeAll(async () => {
  server = await s3Server()
})
afterAll(async () => {
  await server.kill()
  rmSync(dataDir, { recursive: true })
})

const real = process.env.S3_TEST_URL
const stores: [string, () => string | undefined][] = [
  ['folder', () => undefined],
  ['bucket', () => server.url],
  ...(real === undefined ? [] : [['bucket on a real server', () => real] satisfies [string, () => string]]),
]

async function listOf(store: FileStore): Promise<ListedFile[]> {
  const listed: ListedFile[] = []
  for await (const file of store.list()) listed.push(file)
  return listed
}

async function contentOf(store: FileStore, name: string): Promise<Buffer | undefined> {
  const stored = await store.open(name)
  if (stored === undefined) return undefined
  const content = Buffer.isBuffer(stored.content) ? stored.content : await buffer(stored.content)
  expect(content.length).toBe(stored.bytes)
  return content
}

describe.each(stores)('a %s', (_name, urlOf) => {
  let files: Files
  let store: FileStore
  beforeAll(() => {
    const url = urlOf()
    files = openFiles(readConfig({ DATA_DIR: dataDir, ...(url !== undefined && { FILES_URL: url }) }))
    store = files.folder('files')
  })
  afterAll(() => files.close())

  const listed = () => listOf(store)

  test('gives back what it was given, and says what is not there', async () => {
    const [name, other] = [newStoredName('webp'), newStoredName('webp')]
    const content = randomBytes(1000)
    await store.put(name, content)
    expect(await contentOf(store, name)).toEqual(content)
    expect(await contentOf(store, other)).toBeUndefined()
    expect([await store.has(name), await store.has(other)]).toEqual([true, false])
    expect(await missingIn(store, [name, other])).toEqual([other])
    expect((await listed()).filter(file => file.name === name)).toEqual([
      { name, bytes: 1000, writtenAt: expect.any(Number) },
    ])
    // Of another folder there is none of this name.
    expect(await files.folder('vouchers').has(name)).toBe(false)
    await store.remove(name)
    expect([await store.has(name), await contentOf(store, name)]).toEqual([false, undefined])
    // What is not there is removed already.
    await store.remove(name)
  })

  test.each([0, 1, wholeBytes, wholeBytes + 1, 3 * wholeBytes])(
    'keeps a file of %d bytes as it comes',
    async bytes => {
      const name = newStoredName('csv.gz')
      const content = randomBytes(bytes)
      const parts = function* () {
        for (let at = 0; at < bytes; at += 100_000) yield content.subarray(at, at + 100_000)
      }
      await store.write(name, Readable.from(parts()))
      expect((await contentOf(store, name))?.equals(content)).toBe(true)
      const stored = await store.open(name)
      expect(Buffer.isBuffer(stored?.content)).toBe(bytes <= wholeBytes)
      if (stored !== undefined && !Buffer.isBuffer(stored.content)) stored.content.destroy()
      await store.remove(name)
    },
  )

  test('keeps nothing of a file that breaks off', async () => {
    const before = (await listed()).length
    const parts = async function* () {
      yield Buffer.from('half')
      throw new Error('the other half')
    }
    await expect(store.write(newStoredName('xlsx'), Readable.from(parts()))).rejects.toThrow('the other half')
    expect(await listed()).toHaveLength(before)
    expect(readdirSync(dataDir).includes('uploads') ? readdirSync(join(dataDir, 'uploads')) : []).toEqual([])
  })

  test('opens nothing whose name was not made here', async () => {
    for (const name of ['', '..', '../files/x.webp', 'a.webp', `${'x'.repeat(32)}.txt`])
      expect(await store.open(name)).toBeUndefined()
  })
})

test('a list of more than a page of the store is whole', async () => {
  const files = openFiles(readConfig({ DATA_DIR: dataDir, FILES_URL: server.url }))
  const store = files.folder('exports')
  const names = Array.from({ length: 1_001 }, () => newStoredName('xlsx'))
  for (let at = 0; at < names.length; at += 50)
    await Promise.all(names.slice(at, at + 50).map(name => store.put(name, Buffer.from('x'))))
  const listed = (await listOf(store)).map(({ name }) => name)
  expect(listed.toSorted()).toEqual(names.toSorted())
  files.close()
})
