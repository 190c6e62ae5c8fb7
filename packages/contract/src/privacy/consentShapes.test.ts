import { expect, test } from 'vitest'
import { needsGuardian } from './consentShapes.ts'

test.each([
  ['the day before they are fourteen', '20121129', true],
  ['on the day itself', '20121128', false],
  ['long before', '20200101', true],
  ['grown up', '19950607', false],
])('a guardian is asked for: %s', (_, birthday, asked) => {
  expect(needsGuardian(`440106${birthday}0011`, '2026-11-28')).toBe(asked)
})

test('who was born on a leap day is fourteen on the first of March', () => {
  expect(needsGuardian('440106201202290011', '2026-02-28')).toBe(true)
  expect(needsGuardian('440106201202290011', '2026-03-01')).toBe(false)
})
