import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { type Attention, endAttention, openAttention } from './service.ts'

let app: TestApp
let bill: Attention

beforeEachTest(async given => {
  app = given
  const organId = await makeOrganisation(app.services.pool)
  bill = { subject: 'bill:7', type: 'bill', key: 'toPay', organId, to: { codes: ['finance', 'device'] } }
})

const open = async () =>
  (await app.services.pool.query('select key from attention where ends_at is null order by key')).rows.map(
    row => row.key,
  )

test('one open row for each subject, to-do and addressee, whoever opens it and in which order', async () => {
  const { db } = app.services
  const again: Attention = { ...bill, to: { codes: ['device', 'finance', 'device'] } }
  const { memberId } = await app.signedIn()
  const others: Attention[] = [
    { ...bill, to: { memberId } },
    { ...bill, organId: null },
    { ...bill, key: 'toCheck' },
    { ...bill, subject: 'bill:8' },
  ]
  await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      openAttention(db, turn % 2 === 0 ? [bill, ...others] : [...others, again]),
    ),
  )
  expect(await open()).toEqual(['toCheck', 'toPay', 'toPay', 'toPay', 'toPay'])
})

test('ends one to-do or all of a subject, and nothing else; then it can be opened again', async () => {
  const { db } = app.services
  const later = new Date(Date.now() + 86_400_000)
  await openAttention(db, [
    bill,
    { ...bill, key: 'toCheck' },
    { ...bill, key: 'expires', beginsAt: later },
    { ...bill, subject: 'bill:8', key: 'other' },
  ])
  expect(await endAttention(db, [{ subject: 'bill:7', key: 'toPay' }])).toBe(1)
  expect(await open()).toEqual(['expires', 'other', 'toCheck'])
  await openAttention(db, [bill])
  expect(await endAttention(db, [{ subject: 'bill:7' }, { subject: 'bill:9' }])).toBe(3)
  expect(await endAttention(db, [{ subject: 'bill:7' }])).toBe(0)
  expect(await open()).toEqual(['other'])
})

test('what is rolled back was never opened or ended', async () => {
  const { db } = app.services
  await openAttention(db, [bill])
  const undone = db.transaction().execute(async trx => {
    await openAttention(trx, [{ ...bill, key: 'toCheck' }])
    await endAttention(trx, [{ subject: 'bill:7', key: 'toPay' }])
    throw new Error('refused')
  })
  await expect(undone).rejects.toThrow('refused')
  expect(await open()).toEqual(['toPay'])
})
