import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeMember } from '../../../../test/factories.ts'
import { dataKeyOf, makeDataKeys } from '../../../platform/keys/dataKeys.ts'
import { allLettersSealedWith, resealLetters } from './rotation.service.ts'
import { addLetters, openLetter } from './sealed.service.ts'
import { deliverDue } from './service.ts'

let app: TestApp
let memberId: number
beforeEachTest(async built => {
  app = built
  memberId = (await makeMember(app.services.pool)).id
})

const sql = (text: string) =>
  query(app.database.ownerUrl, text) as Promise<{ id: string; sealed: Buffer | null; state: string }[]>
const text = { title: '验证码 12345678', content: '<p>12345678</p>' }
const write = () =>
  app.services.db
    .transaction()
    .execute(trx =>
      addLetters(app.services, trx, [
        { memberId, channel: 'email', recipient: 'a@example.com', title: '验证码', text, minutes: 10 },
      ]),
    )
const sent: string[] = []
const deliver = () =>
  deliverDue(
    app.services,
    'email',
    {
      send: async ({ title }) => {
        sent.push(title)
        return 'taken'
      },
    },
    () => false,
  )

test('a letter that nobody sent in time is not sent, and forgotten', async () => {
  sent.length = 0
  await write()
  await sql(`update outbox set ends_at = now() - interval '1 s'`)
  await deliver()
  expect(sent).toEqual([])
  expect(await sql('select state, sealed from outbox')).toEqual([{ state: 'failed', sealed: null }])
})

test('without a provider a code is not even kept', async () => {
  await write()
  await deliverDue(app.services, 'email', undefined, () => false)
  expect(await sql('select state, sealed from outbox')).toEqual([{ state: 'kept', sealed: null }])
})

test('a change of the data key seals what waits anew; what does not open is given up', async () => {
  await write()
  await write()
  const { dataKeys, db } = app.services
  const next = dataKeyOf(randomBytes(32))
  const both = makeDataKeys(() => [next.bytes, ...dataKeys.all.map(({ bytes }) => bytes)])
  await sql(
    `update outbox set sealed = substring(sealed for length(sealed) - 1) || '\\x00' where id = (select max(id) from outbox)`,
  )
  expect(await allLettersSealedWith(db, next)).toBe(false)
  await resealLetters(db, both, next)
  expect(await allLettersSealedWith(db, next)).toBe(true)
  const [good, broken] = await sql('select id, sealed, state from outbox order by id')
  if (good === undefined || good.sealed === null) throw new Error('the letter is gone')
  const onlyNext = makeDataKeys(() => [next.bytes])
  expect(openLetter(onlyNext, { id: Number(good.id), sealed: good.sealed })).toEqual(text)
  expect(broken).toMatchObject({ state: 'failed', sealed: null })
})
