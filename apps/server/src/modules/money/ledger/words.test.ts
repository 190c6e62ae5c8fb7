import { ledgerAccounts, postingKinds } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

/** What the database lets a column have: the words of the check that is named after it. */
async function checked(table: string, column: string): Promise<string[]> {
  const { rows } = await app.services.pool.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and conname = $2`,
    [table, `${table}_${column}_check`],
  )
  return [...(rows[0]?.text ?? '').matchAll(/'(\w+)'/g)].map(([, word = '']) => word).sort()
}

test('the database takes the kinds and accounts for which there is a word, and no others', async () => {
  expect(await checked('journal', 'kind')).toEqual(Object.keys(postingKinds).sort())
  expect(await checked('ledger_entry', 'account')).toEqual(Object.keys(ledgerAccounts).sort())
})
