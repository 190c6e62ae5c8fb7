import { expect, test } from 'vitest'
import { dueWord } from './inspectionShapes.ts'

test('what is ordered in advance is near, not due, until its day or its hours have come', () => {
  const word = (dueOn: string | null, hoursLeft: number | null, due = true) =>
    dueWord({ due, dueOn, hoursLeft }, '2026-11-23')
  expect(word('2026-11-24', null)).toBe('即将到期')
  expect(word('2026-11-23', null)).toBe('已到期')
  expect(word('2026-11-24', 0)).toBe('已到期')
  expect(word(null, 0)).toBe('已到期')
  expect(word('2026-12-30', 80, false)).toBe(null)
})
