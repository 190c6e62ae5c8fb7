import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const load = (given: { jwtSecret?: string; dataKey?: string } = {}) =>
  loadSecrets({ dataDir, jwtSecret: given.jwtSecret, dataKey: given.dataKey })

test('are made once, kept, and readable by nobody else', () => {
  const made = load()
  expect(load()).toEqual(made)
  expect(made.dataKey).toHaveLength(32)
  expect(made.jwtSecret).not.toBe(made.dataKey.toString('hex'))
  for (const name of ['jwt.secret', 'data.key'])
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
})

test('given ones win', () => {
  const given = { jwtSecret: 'x'.repeat(40), dataKey: 'ab'.repeat(32) }
  expect(load(given)).toEqual({ jwtSecret: given.jwtSecret, dataKey: Buffer.alloc(32, 0xab) })
})

test('a damaged one stops the start rather than being replaced', () => {
  writeFileSync(join(dataDir, 'data.key'), 'half')
  expect(() => load()).toThrow('data.key 的内容已损坏')
})
