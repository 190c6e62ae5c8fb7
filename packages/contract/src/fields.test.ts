import { expect, test } from 'vitest'
import { id } from './fields.ts'

test('an id of sixteen digits, as records have from August 2027 on', () => {
  expect(id.parse('1080157557227521')).toBe(1_080_157_557_227_521)
  expect(id.safeParse('9007199254740993').success).toBe(false)
})
