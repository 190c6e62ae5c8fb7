import { expect, test } from 'vitest'
import { isNewer } from './version.ts'

test.each([
  ['1.1.0+aa', '1.0.9+bb', true],
  ['1.10.0+aa', '1.9.0+bb', true],
  ['2.0.0', '1.9.9', true],
  ['1.1.0+aa', '1.1.0+bb', true],
  ['1.1.0+aa', '1.1.0+aa', false],
  ['1.0.9+aa', '1.1.0+bb', false],
  ['1.9.0+aa', '1.10.0+bb', false],
  ['1.1.0+aa', '__VERSION__', false],
  ['1.1.0+aa', '', false],
])('whether %s is newer than %s: %s', (told, own, newer) => {
  expect(isNewer(told, own)).toBe(newer)
})
