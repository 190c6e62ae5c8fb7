import { expect, test } from 'vitest'
import { readingsOf } from './readings.rules.ts'

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
  ['CZ2026112200000001', ['number']],
  ['zd202611-000001', ['number']],
] as const)('%s may be %j', (text, readings) => {
  expect([...readingsOf(text)]).toEqual(readings)
})
