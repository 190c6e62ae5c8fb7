import { expect, it } from 'vitest'
import { monthAfter, monthWeeks } from './calendar.ts'

it('a month is whole weeks from Monday, with nothing outside it', () => {
  const weeks = monthWeeks('2026-11')
  expect(weeks.map(week => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.flat().filter(date => date !== null)).toHaveLength(30)
  expect(monthWeeks('2024-02').flat().at(28)).toBe('2024-02-26')
  expect([monthAfter('2026-01', -1), monthAfter('2026-12', 1)]).toEqual(['2025-12', '2027-01'])
})
