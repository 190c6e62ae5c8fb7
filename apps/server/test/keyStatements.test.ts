import { contract } from '@drivesim/contract'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { apiKeysOf } from './apiKeys.ts'
import { beforeEachTest, type TestApp } from './app.ts'

// Before the first connection is made: its statements pass through here.
const sent = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => vi.restoreAllMocks())

let app: TestApp
beforeEachTest(async built => {
  app = built
})
const { keyOf } = apiKeysOf(() => app)

/** How many statements something needs; less than what runs beside it by chance. */
async function statementsOf(work: () => Promise<{ code: number }>): Promise<number> {
  const counts: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = sent.mock.calls.length
    expect(await work()).toMatchObject({ code: 0 })
    counts.push(sent.mock.calls.length - before)
  }
  return Math.min(...counts)
}

test('a call by a key takes as many statements as its owner’s: one that says who it is, and those of the call', async () => {
  const person = await app.signedIn()
  const key = await keyOf(person)
  const own = await statementsOf(() => person.call(contract.courses.list, {}))
  const byKey = await statementsOf(() => key.call(contract.courses.list, {}))
  console.log(`listing courses: ${own} statements of a person, ${byKey} of their key`)
  expect([own, byKey]).toEqual([own, own])
})
