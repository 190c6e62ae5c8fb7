import { expect, test } from 'vitest'
import { readingsOf, seriesOf } from './readings.rules.ts'

test.each([
  ['王芳', ['name']],
  ['wf', ['name', 'initials']],
  ['sim-gz01', ['name', 'serial']],
  ['abcd', ['name', 'initials', 'serial']],
  ['13800138000', ['phone', 'serial']],
  ['138 0013 8000', ['phone']],
  ['8000', ['phone', 'serial']],
  // a part of a phone finds nobody: digit by digit the mask could be read off
  ['13800', ['serial']],
] as const)('%s may be %j', (text, readings) => {
  expect([...readingsOf(text)]).toEqual(readings)
})

test.each([
  ['CZ2026112200000001', 'CZ'],
  ['zd202611-000001', 'ZD'],
  ['sim-gz01', undefined],
  ['CZ', undefined],
  ['CZ2026王', undefined],
  ['20261122', undefined],
])('%s begins like the numbers of %s', (text, series) => expect(seriesOf(text)).toBe(series))
