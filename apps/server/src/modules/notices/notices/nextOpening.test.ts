import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query, workerDatabase } from '../../../../test/database.ts'
import { alwaysAllowed, clock, day, openingTime, start } from '../../../../test/noticeRule.ts'

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
    [
      cases.map(testCase => testCase.at),
      cases.map(testCase => clock(testCase.begin)),
      cases.map(testCase => clock(testCase.end)),
    ],
  )) as { at: unknown }[]
  expect(found.map(row => Math.round(Number(row.at)))).toEqual(
    cases.map(testCase =>
      openingTime(testCase.at, { ...alwaysAllowed('system', 0), begin: testCase.begin, end: testCase.end }),
    ),
  )
})
