import { contract } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { patience } from '../../../../test/pace.ts'
import { serveDue } from './service.ts'

const { messages, pushes } = contract
let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a push to 20,000 people is served in rounds, between which nobody is held up', {
  timeout: patience(120_000),
}, async () => {
  const school = await makeOrganisation(app.services.pool)
  const sender = await app.signedIn({ codes: ['system:noticePush'], organs: [school] })
  const reader = await app.signedIn({ organs: [school] })
  await query(
    app.database.ownerUrl,
    `insert into member (account, name, password_hash, organ_id)
     select 'crowd' || n, '成员' || n, '-', $1 from generate_series(1, 20000) n`,
    [school],
  )
  await query(app.database.ownerUrl, 'analyze member')
  const draft = async (audience: { kind: 'all' } | { kind: 'people'; ids: number[] }) =>
    (
      await sender.call(pushes.save, {
        title: '国庆放假安排',
        content: '<p>十月一日至三日休息</p>',
        audience,
        channels: ['system'],
      })
    ).data
  await sender.call(pushes.send, await draft({ kind: 'people', ids: [reader.memberId] }))
  await serveAll()
  const [message] = (await reader.call(messages.list, {})).data.dataList
  const one = await draft({ kind: 'all' })
  await sender.call(pushes.send, one)
  let rounds: number | undefined
  const served = serveAll().then(count => {
    rounds = count
  })
  let changes = 0
  while (rounds === undefined) {
    // A reader who is getting messages meanwhile.
    await reader.call(messages.remove, { messageId: message?.messageId ?? 0 })
    await reader.call(messages.restore, { msg_id: message?.messageId ?? 0 })
    changes += 2
  }
  await served
  console.log(`20,000 people in ${rounds} rounds, ${changes} changes of a reader meanwhile`)
  expect(rounds).toBe(41)
  // In a single transaction the reader would wait with the first of them for its end.
  expect(changes).toBeGreaterThan(4)
  expect((await sender.call(pushes.info, one)).data).toMatchObject({ state: 'sent', delivered: 20_002 })
})

/** @returns how many rounds it took */
async function serveAll(): Promise<number> {
  let rounds = 0
  while (await serveDue(app.services)) rounds += 1
  return rounds
}
