import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, type Endpoint } from '@drivesim/contract'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openPool } from '../src/platform/postgres/db.ts'
import { makeOrganisation } from './factories.ts'
import { idNumberOf } from './idNumber.ts'
import { adminPassword, tokenOf } from './load.ts'
import { patience } from './pace.ts'
import {
  exitCodeOf,
  killAll,
  launch,
  makeSite,
  operate,
  ownerUrlOf,
  type Site,
  untilReady,
} from './serverProcess.ts'

let site: Site
let other: Site
let folder: string

beforeEach(async () => {
  site = await makeSite()
  other = await makeSite()
  folder = mkdtempSync(join(tmpdir(), 'drivesim-keys-'))
})
afterEach(async () => {
  await killAll(site, other)
  rmSync(folder, { recursive: true })
})

const answer = z.object({
  data: z.object({ userId: z.number().optional(), idNumber: z.string().optional() }),
})

async function call(url: string, token: string, endpoint: Endpoint, input: object) {
  const response = await fetch(`${url}/dm-api${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  })
  return answer.parse(await response.json()).data
}

async function inDatabase<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool(ownerUrlOf(site), 1)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const person = (index: number) => ({
  userName: `学员${index}`,
  userPhone: `1380000${String(index).padStart(4, '0')}`,
  idNumber: idNumberOf(index),
  gearType: 'C1',
})

test('npm run rotate-keys beside a running server, which learns the new key; back-ups open with what they hold', {
  timeout: patience(180_000),
}, async () => {
  const run = launch(site, { ADMIN_PASSWORD: adminPassword })
  await untilReady(site, run)
  const token = await tokenOf(site.url)
  const schoolId = await inDatabase(makeOrganisation)
  const students = contract.students
  const add = async (index: number) =>
    (await call(site.url, token, students.add, { ...person(index), schoolId })).userId
  const revealed = async (at: Site, userId: number | undefined) =>
    (await call(at.url, await tokenOf(at.url), students.reveal, { userId, reason: '核对证件' })).idNumber
  const first = await add(1)
  expect(await operate(site, 'backup', join(folder, 'before'), '--plain')).toMatchObject({ code: 0 })
  const keyFile = join(site.dataDir, 'data.key')
  const oldKey = readFileSync(keyFile, 'utf8')

  const rotated = await operate(site, 'rotateKeys')
  expect(rotated, rotated.said).toMatchObject({ code: 0, said: expect.stringContaining('共重新加密 1 个') })
  expect(readFileSync(keyFile, 'utf8')).not.toBe(oldKey)
  expect(await revealed(site, first)).toBe(person(1).idNumber)
  const second = await add(2)
  expect(await operate(site, 'rotateKeys', '--signing')).toMatchObject({
    code: 0,
    said: expect.stringContaining('2 分钟后起启用'),
  })
  expect(await operate(site, 'rotateKeys', '--all')).toMatchObject({
    code: 1,
    said: expect.stringContaining('用法'),
  })
  // The token of before is good.
  await add(3)
  const checked = await operate(site, 'checkData')
  expect(checked, checked.said).toMatchObject({ code: 0 })
  run.child.kill('SIGINT')
  await exitCodeOf(run)

  await untilReady(site, launch(site))
  expect(await revealed(site, second)).toBe(person(2).idNumber)
  expect(await operate(other, 'restore', join(folder, 'before'))).toMatchObject({ code: 0 })
  expect(readFileSync(join(other.dataDir, 'data.key'), 'utf8')).toBe(oldKey)
  await untilReady(other, launch(other))
  expect(await revealed(other, first)).toBe(person(1).idNumber)
})
