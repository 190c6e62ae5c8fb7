import { expect, test } from 'vitest'
import { isWholeDay, readDay, readMonth } from './typedDay.ts'

const today = '2026-11-26'

test.each([
  ['2026-01-05', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['2026/1/5', '2026-01-05'],
  ['2026-1-5', '2026-01-05'],
  ['2026.01.05', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  ['1-5', '2026-01-05'],
  ['1月5日', '2026-01-05'],
  ['２０２６－０１－０５', '2026-01-05'],
  ['2026。1。5', '2026-01-05'],
  [' 2026-01-05 ', '2026-01-05'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', null],
  ['02-30', null],
  ['2026-13-01', null],
  ['2026-00-10', null],
  ['260105', null],
  ['明天', null],
  ['', null],
])('the day %s', (text, day) => {
  expect(readDay(text, today)).toBe(day)
})

test.each([
  ['2026-11', '2026-11'],
  ['202611', '2026-11'],
  ['2026/1', '2026-01'],
  ['2026年1月', '2026-01'],
  ['3月', '2026-03'],
  ['2026-13', null],
  ['3', null],
])('the month %s', (text, month) => {
  expect(readMonth(text, today)).toBe(month)
})

test('what is typed still is no day yet', () => {
  expect(['2026-1-1', '1-1', '2026-01-0'].filter(isWholeDay)).toEqual([])
})
