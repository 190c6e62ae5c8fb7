import type { Basis } from '@drivesim/contract/board/dashboard/boardDates'
import type { FigureValue, Trend } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { expect, it } from 'vitest'
import { hasValues } from '../../../ui/chart/types.ts'
import { comparedInWords, trendPlot, trendSummary } from './words.ts'

const basis: Basis = {
  today: '2026-03-11',
  current: null,
  previous: null,
  mean: 1,
  hours: null,
  unfinished: false,
  words: '前 2 天',
}

function trendOf(values: readonly number[], others: readonly number[]): Trend {
  const points = values.map((value, at) => {
    const x = `2026-03-0${at + 1}`
    return { x, value, partial: false, otherX: x, other: others[at] ?? null }
  })
  return { figure: 'courseOrders', grain: 'day', points }
}
const figureOf = (value: number): FigureValue => ({
  key: 'courseOrders',
  value,
  today: null,
  current: null,
  previous: null,
  change: null,
  more: [],
})

it('a trend without counts is empty, and none of its days has the most', () => {
  const nothing = trendOf([0, 0], [0, 0])
  expect(hasValues(trendPlot(nothing, basis.words), 'line')).toBe(false)
  expect(trendSummary(nothing, figureOf(0), basis)).toBe('课程订单共 0 单。')
  // What was before is a reason to draw.
  expect(hasValues(trendPlot(trendOf([0, 0], [3, 0]), basis.words), 'line')).toBe(true)
  const some = trendOf([0, 4], [0, 0])
  expect(hasValues(trendPlot(some, basis.words), 'line')).toBe(true)
  expect(trendSummary(some, figureOf(4), basis)).toBe('课程订单共 4 单；最多的是 2026-03-02（4 单）。')
})

it('a figure without a change says why, and never that it was compared', () => {
  const day = { beginDate: '2026-03-11', endDate: '2026-03-11' }
  const before = { beginDate: '2026-03-10', endDate: '2026-03-10' }
  const today: Basis = { ...basis, current: day, previous: before, hours: 9, words: '昨日同时段' }
  const comparison = (basis: Basis, current: number | null, previous: number | null) =>
    comparedInWords(basis, { ...figureOf(4), current, previous })
  expect(comparison(today, null, null)).toBe('人数没有分时统计，不与昨日同时段对比')
  const mean: Basis = { ...today, hours: null, mean: 4, words: '前四周平均' }
  expect(comparison(mean, 4, null)).toBe('人数不可相加，不与前四周平均对比')
  expect(comparison({ ...mean, mean: 1, words: '前一天' }, 4, 0)).toBe('前一天无数据，不对比')
  // 本年 contains today, and so does the figure beside it: nothing says that today is left out.
  const year: Basis = { ...mean, mean: 1, unfinished: true, words: '去年同期' }
  expect(comparison(year, 4, 0)).toBe('去年同期无数据，不对比')
  expect(comparison({ ...today, current: null, previous: null, words: '' }, null, null)).toBe('不对比')
})
