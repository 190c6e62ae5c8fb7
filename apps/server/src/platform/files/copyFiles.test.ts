import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type S3Server, s3Server } from '../../../test/s3Server.ts'
import { newStoredName, wholeBytes } from './fileStore.ts'

// npm run files:copy, as an operator runs it.

let store: S3Server
let dataDir: string
beforeEach(async () => {
  store = await s3Server()
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-copy-'))
})
afterEach(async () => {
  await store.kill()
  rmSync(dataDir, { recursive: true })
})

const program = join(import.meta.dirname, '../../../dist/src/commands/copyFiles.js')

function copy(...words: string[]): Promise<{ code: unknown; said: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, FILES_URL: store.url }
  return new Promise(resolve => {
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, said: stdout + stderr }),
    )
  })
}

/** @returns its path below the data folder */
function made(folder: string, name: string, bytes: number): string {
  mkdirSync(join(dataDir, folder), { recursive: true })
  writeFileSync(join(dataDir, folder, name), randomBytes(bytes))
  return join(folder, name)
}

test('there and back: every file, whatever its size, and none that is not ours', async () => {
  const paths = [
    ...Array.from({ length: 20 }, (_, bytes) => made('files', newStoredName('webp'), bytes)),
    made('vouchers', newStoredName('webp'), 10),
    made('attachments', newStoredName('pdf'), 3 * wholeBytes),
    made('exports', newStoredName('csv.gz'), 10),
  ]
  made('files', 'a-draft.tmp', 10)
  expect(await copy('to-store')).toEqual({
    code: 0,
    // Slow, it says before how far it is.
    said: expect.stringMatching(/(^|\n)✓ 全部完成：核对一致 23 个，其中新复制 23 个（3\.1 MB）\n$/),
  })
  expect(store.names('files')).toHaveLength(20)
  const back = mkdtempSync(join(dataDir, 'back-'))
  expect(await copy('from-store', back)).toMatchObject({ code: 0 })
  for (const path of paths)
    expect(readFileSync(join(back, path)).equals(readFileSync(join(dataDir, path))), path).toBe(true)
  expect(readdirSync(join(back, 'files'))).toHaveLength(20)
})

test('interrupted, it goes on with what is missing, and mends what is not the same', async () => {
  const paths = Array.from({ length: 30 }, () => made('files', newStoredName('webp'), 100))
  let puts = 0
  store.fate = request => {
    if (request.startsWith('PUT')) puts += 1
    return puts > 10 ? 403 : 'served'
  }
  expect(await copy('to-store')).toEqual({
    code: 1,
    said: expect.stringContaining(
      '图片和文件的存储暂时不可用，请稍后重试（Error: the store answered 403 OfTheTest）',
    ),
  })
  store.fate = () => 'served'
  const kept = store.names('files')
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(30)
  expect((await copy('to-store')).said).toContain(`核对一致 30 个，其中新复制 ${30 - kept.length} 个`)
  // As long as before.
  writeFileSync(join(dataDir, paths[0] ?? ''), randomBytes(100))
  expect((await copy('to-store')).said).toContain('核对一致 30 个，其中新复制 1 个')
  expect((await copy('to-store')).said).toContain('核对一致 30 个，其中新复制 0 个')
})

test('without a direction or a store it says what is missing', async () => {
  expect(await copy()).toMatchObject({
    code: 1,
    said: expect.stringContaining('请说明方向：npm run files:copy -- to-store'),
  })
  store.fate = () => 403
  made('files', newStoredName('webp'), 1)
  expect(await copy('to-store')).toMatchObject({ code: 1, said: expect.stringContaining('暂时不可用') })
})
