import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { apiKeysOf } from './apiKeys.ts'
import { beforeEachTest, type TestApp } from './app.ts'

const { students, account } = contract
const most = 20
let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { CALLS_PER_MINUTE: String(most) },
)
const { keyOf } = apiKeysOf(() => app)

test('a key has so many calls a minute, all of one owner twice that; people and other owners go on', async () => {
  const [person, other] = [await app.signedIn(), await app.signedIn()]
  const [busy, second, third] = [
    await keyOf(person, { name: '一' }),
    await keyOf(person, { name: '二' }),
    await keyOf(person, { name: '三' }),
  ]
  const theirs = await keyOf(other)
  const first = await busy.call(students.list)
  expect(first.headers).toMatchObject({
    'ratelimit-policy': `"key";q=${most};w=60, "owner";q=${2 * most};w=60`,
    ratelimit: `"key";r=${most - 1};t=60, "owner";r=${2 * most - 1};t=60`,
  })
  // Far more than its own do not take the others' part.
  const answers = await Promise.all(Array.from({ length: 3 * most }, () => busy.call(students.list)))
  const refused = answers.filter(({ code }) => code !== 0)
  expect(refused).toHaveLength(2 * most + 1)
  expect(refused[0]).toMatchObject({ status: 429, code: errors.tooMany.code, data: null })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused[0]?.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/)

  for (let n = 0; n < most; n += 1) expect(await second.call(students.list)).toMatchObject({ code: 0 })
  const beyond = await third.call(students.list)
  expect(beyond).toMatchObject({ status: 429, code: errors.tooMany.code })
  expect(beyond.headers.ratelimit).toMatch(/"key";r=19;t=\d+, "owner";r=0;t=\d+/)

  expect(await theirs.call(students.list)).toMatchObject({ code: 0 })
  const me = await person.call(account.me)
  expect(me).toMatchObject({ code: 0 })
  expect(me.headers).not.toHaveProperty('ratelimit')
})
