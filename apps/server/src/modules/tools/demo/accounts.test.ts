import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessCodes } from '@drivesim/contract'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetDatabase, type TestDatabase, workerDatabase } from '../../../../test/database.ts'
import { modules } from '../../../modules.ts'
import { hashPassword, verifyPassword } from '../../../platform/auth/passwords.ts'
import { gatherParts } from '../../../platform/parts.ts'
import { openDb, openPool } from '../../../platform/postgres/db.ts'
import { seedDemo } from './seed.ts'
import { prepareFirstStart } from './service.ts'

const { seed } = gatherParts(modules)
const size = { schools: 3, classrooms: 10, simulators: 70, students: 900, days: 1, lessonDays: 1 }
const now = Date.parse('2026-03-16T16:30:00+08:00')

let database: TestDatabase
let pool: pg.Pool
let dataDir: string
const dataKey = Buffer.alloc(32, 7)

beforeAll(async () => {
  database = await workerDatabase()
  pool = openPool(database.ownerUrl, 2)
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-demo-'))
})
afterAll(async () => {
  await pool.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const one = async (sql: string): Promise<Record<string, unknown>> => (await pool.query(sql)).rows[0] ?? {}

describe('first accounts', () => {
  beforeEach(() => resetDatabase(database))

  const config = (given: object) => ({
    dataDir,
    dataKey: undefined,
    jwtSecret: undefined,
    exposed: false,
    adminPassword: undefined,
    secondStepFor: 'all' as const,
    ...given,
  })
  const passwordOf = async (account: string) =>
    String((await one(`select password_hash from member where account = '${account}'`)).password_hash)

  const file = () => join(dataDir, 'first-passwords.txt')
  const left = (account: string) =>
    new RegExp(`^${account} (\\S+)$`, 'm').exec(readFileSync(file(), 'utf8'))?.[1] ?? ''

  test('without the demo there is one administrator; the password is printed nowhere and must be changed', async () => {
    const lines = await prepareFirstStart(database.ownerUrl, seed, config({}), false)
    const password = left('admin')
    expect(password.length).toBeGreaterThanOrEqual(16)
    expect(await verifyPassword(await passwordOf('admin'), password)).toBe(true)
    expect(lines.join('\n')).not.toContain(password)
    expect(lines.join('\n')).toContain(file())
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    // Nobody else could give them another one: it does not end.
    expect(await one('select first_password_until, must_change_password from member')).toEqual({
      first_password_until: null,
      must_change_password: true,
    })
    expect(await one('select count(*) from role_access a join member_role using (role_id)')).toEqual({
      count: accessCodes.length,
    })
    expect(await prepareFirstStart(database.ownerUrl, seed, config({}), false)).toEqual([])
    expect(await one('select count(*) from member')).toEqual({ count: 1 })
    expect(left('admin')).toBe(password)
    await pool.query('update member set password_hash = $1', [await hashPassword('Another-Password-1')])
    await prepareFirstStart(database.ownerUrl, seed, config({}), false)
    expect(existsSync(file())).toBe(false)
  })

  test('a given administrator password is taken and not shown', async () => {
    const lines = await prepareFirstStart(
      database.ownerUrl,
      seed,
      config({ adminPassword: 'Given-Password-1' }),
      false,
    )
    expect(lines.join('\n')).not.toContain('Given-Password-1')
    expect(await verifyPassword(await passwordOf('admin'), 'Given-Password-1')).toBe(true)
  })

  test.each([
    ['Password2026', '新密码太常见'],
    ['the-admin-of-it', '新密码不能含有您的账号'],
  ])(
    'the administrator password %s is refused with its reason, and nobody is made',
    async (adminPassword, reason) => {
      const start = prepareFirstStart(database.ownerUrl, seed, config({ adminPassword }), false)
      await expect(start).rejects.toThrow(reason)
      await expect(start).rejects.toThrow('ADMIN_PASSWORD')
      expect(await one('select count(*) from member')).toEqual({ count: 0 })
    },
  )

  test('five servers starting at once make one administrator', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => prepareFirstStart(database.ownerUrl, seed, config({}), false)),
    )
    expect(await one('select count(*) from member')).toEqual({ count: 1 })
  })

  test('reached from outside, no demo account keeps the well-known password, whenever it was made', async () => {
    await seedDemo(openDb(pool), seed, { dataDir, dataKey, isLoopback: true, size, now })
    expect(await verifyPassword(await passwordOf('guest'), 'Demo@2026')).toBe(true)
    expect((await prepareFirstStart(database.ownerUrl, seed, config({}), true)).join('\n')).toContain(
      'Demo@2026',
    )

    const lines = await prepareFirstStart(database.ownerUrl, seed, config({ exposed: true }), true)
    expect(lines.join('\n')).not.toContain('Demo@2026')
    const password = left('guest')
    expect(lines.join('\n')).not.toContain(password)
    expect(await verifyPassword(await passwordOf('guest'), password)).toBe(true)
    expect(await prepareFirstStart(database.ownerUrl, seed, config({ exposed: true }), true)).toEqual([])
  })
})
