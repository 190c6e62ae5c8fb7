import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query, workerDatabase } from '../../../../test/database.ts'
import { always, clock, day, opening, start } from '../../../../test/noticeRule.ts'

test('next_opening is the first open moment, by the plain rule', async () => {
  const minutes = fc.integer({ min: 0, max: 1439 })
  const cases = fc.sample(
    fc.record({
      at: fc.integer({ min: start - 30 * day, max: start + 30 * day }),
      begin: minutes,
      end: minutes,
    }),
    { numRuns: 5000, seed: 7 },
  )
  const { ownerUrl } = await workerDatabase()
  const found = (await query(
    ownerUrl,
    `select extract(epoch from next_opening(to_timestamp(at / 1000.0), b, e)) * 1000 as at
     from unnest($1::float8[], $2::time[], $3::time[]) with ordinality t (at, b, e, n) order by n`,
    [cases.map(one => one.at), cases.map(one => clock(one.begin)), cases.map(one => clock(one.end))],
  )) as { at: unknown }[]
  expect(found.map(row => Math.round(Number(row.at)))).toEqual(
    cases.map(one => opening(one.at, { ...always('system', 0), begin: one.begin, end: one.end })),
  )
})
