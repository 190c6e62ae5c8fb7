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

const textOf = (query: unknown) =>
  String(typeof query === 'string' ? query : Reflect.get(Object(query), 'text'))
/** What finds who calls, and what is asked of courses; not what runs beside it by chance. */
const kindOf = (text: string) =>
  /from (session s|api_key k)\b|from ("course")/.exec(text)?.slice(1).find(Boolean)

/** The statements of a call that was made before, by what they are about. */
async function statementsOf(call: () => Promise<{ code: number }>) {
  await call()
  const before = sent.mock.calls.length
  expect(await call()).toMatchObject({ code: 0 })
  return sent.mock.calls.slice(before).flatMap(([query]) => kindOf(textOf(query)) ?? [])
}

test('one statement says whose a key is, as one does of a session; the rest of the call is the same', async () => {
  const person = await app.signedIn()
  const key = await keyOf(person)
  const [who, ...rest] = await statementsOf(() => person.call(contract.courses.list, {}))
  expect([who, rest.length]).toEqual(['session s', 1])
  expect(await statementsOf(() => key.call(contract.courses.list, {}))).toEqual(['api_key k', ...rest])
})
