import { contract } from '@drivesim/contract'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { password } from '../../../../test/factories.ts'
import { basic, origin, secondStepsOf } from '../../../../test/secondSteps.ts'

// Before the first connection is made: its statements pass through here.
const sent = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => vi.restoreAllMocks())

let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { PUBLIC_URL: origin },
)
const { session } = contract
const { withPasskey } = secondStepsOf(() => app)

const rounds = 5

/** How many statements something needs, the beginnings and ends of transactions with them; less than what runs beside it by chance. */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  const counts: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = sent.mock.calls.length
    await work()
    counts.push(sent.mock.calls.length - before)
  }
  return Math.min(...counts)
}

test('signing in with a passkey alone takes three statements more than with a password, at most', async () => {
  const plain = await app.signedIn()
  const withPassword = await statementsOf(async () => {
    expect(await app.signIn(plain.account, password)).toMatchObject({ code: 0 })
  })
  const person = await withPasskey()
  const alone = await statementsOf(async () => {
    const { data } = await app.call(session.beginPasskey, undefined, basic)
    const given = { grant_type: 'passkey' as const, challenge: data.challenge }
    const assertion = person.authenticator.sign(data.options)
    expect(await app.call(session.token, { ...given, assertion }, basic)).toMatchObject({ code: 0 })
  })
  console.log(`signing in: ${withPassword} statements with a password, ${alone} with a passkey`)
  expect(alone).toBeLessThanOrEqual(withPassword + 3)
})
