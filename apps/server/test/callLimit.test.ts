import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from './app.ts'

const { account, messages } = contract
const most = 60
let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { CALLS_PER_MINUTE: String(most) },
)

test('of whatever call, a person has so many a minute, and is told when there are more; others go on', async () => {
  const [busy, other] = [await app.signedIn(), await app.signedIn()]
  const answers = await Promise.all(
    Array.from({ length: most + 2 }, (_, n) =>
      n % 2 === 0 ? busy.call(account.me) : busy.call(messages.list, {}),
    ),
  )
  const refused = answers.filter(({ code }) => code !== 0)
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({ status: 429, code: errors.tooMany.code, data: null })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(await other.call(account.me)).toMatchObject({ code: 0 })
})
