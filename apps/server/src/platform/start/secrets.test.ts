import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataKeyOf } from '../keys/dataKeys.ts'
import { keepDataKeys, loadSecrets } from './secrets.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const load = (given: { jwtSecret?: string; dataKey?: string; previousDataKey?: string } = {}) => {
  const { jwtSecret, dataKeys } = loadSecrets({
    dataDir,
    jwtSecret: given.jwtSecret,
    dataKey: given.dataKey,
    previousDataKey: given.previousDataKey,
  })
  return { jwtSecret, dataKeys: dataKeys.all.map(({ bytes }) => bytes) }
}

test('are made once, kept, and readable by nobody else', () => {
  const made = load()
  expect(load()).toEqual(made)
  expect(made.dataKeys).toHaveLength(1)
  expect(made.dataKeys[0]).toHaveLength(32)
  expect(made.jwtSecret).not.toBe(made.dataKeys[0]?.toString('hex'))
  for (const name of ['jwt.secret', 'data.key'])
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
})

test('given ones win', () => {
  const given = { jwtSecret: 'x'.repeat(40), dataKey: 'ab'.repeat(32) }
  expect(load(given)).toEqual({ jwtSecret: given.jwtSecret, dataKeys: [Buffer.alloc(32, 0xab)] })
  expect(load({ ...given, previousDataKey: 'cd'.repeat(32) }).dataKeys).toEqual([
    Buffer.alloc(32, 0xab),
    Buffer.alloc(32, 0xcd),
  ])
})

test('a key that was added while the server runs is found once it is asked for', () => {
  const { dataKeys } = loadSecrets({ dataDir, jwtSecret: undefined, dataKey: undefined })
  const added = dataKeyOf(Buffer.alloc(32, 9))
  expect(dataKeys.find(added.id)).toBeUndefined()
  keepDataKeys(dataDir, [dataKeys.newest.bytes, added.bytes])
  expect(dataKeys.find(added.id)).toEqual(added)
  expect(dataKeys.newest).toEqual(added)
})

test('a damaged one stops the start rather than being replaced', () => {
  writeFileSync(join(dataDir, 'data.key'), 'half', { mode: 0o600 })
  expect(() => load()).toThrow('data.key 的内容已损坏')
})

test('one that others can read stops the start', () => {
  load()
  chmodSync(join(dataDir, 'data.key'), 0o640)
  expect(() => load()).toThrow('chmod 600')
})
