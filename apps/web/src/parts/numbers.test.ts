import { expect, test } from 'vitest'
import { asNumber } from './numbers.ts'

test('what is no number in an address is nothing chosen', () => {
  expect([undefined, '', 'abc', '7'].map(asNumber)).toEqual([undefined, undefined, undefined, 7])
})
