import { expect, test } from 'vitest'
import { usualDays, usualMonths } from './usualRanges.ts'

const of = (ranges: ReturnType<typeof usualDays>) =>
  Object.fromEntries(ranges.map(({ label, from, to }) => [label, from === to ? from : `${from} ${to}`]))

test('ranges of days end today, and 上月 with its own last day, over the turn of a year too', () => {
  expect(of(usualDays('2026-03-31'))).toEqual({
    今天: '2026-03-31',
    '近 7 天': '2026-03-25 2026-03-31',
    '近 30 天': '2026-03-02 2026-03-31',
    本月: '2026-03-01 2026-03-31',
    上月: '2026-02-01 2026-02-28',
    '近 90 天': '2026-01-01 2026-03-31',
    本年: '2026-01-01 2026-03-31',
  })
  expect(of(usualDays('2024-01-01'))).toMatchObject({
    本月: '2024-01-01',
    上月: '2023-12-01 2023-12-31',
    本年: '2024-01-01',
  })
})

test('ranges of months', () => {
  expect(of(usualMonths('2026-01-15'))).toEqual({
    本月: '2026-01',
    上月: '2025-12',
    '近 3 月': '2025-11 2026-01',
    本年: '2026-01',
  })
})
