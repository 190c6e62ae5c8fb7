import type { Basis } from '@drivesim/contract/boardDates'
import type { FigureValue, Trend } from '@drivesim/contract/dashboardShapes'
import { expect, it } from 'vitest'
import { hasValues } from '../../ui/chart/types.ts'
import { trendPlot, trendSummary } from './words.ts'

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

it('a trend in which nothing was counted is empty, and no day of it is the one with the most', () => {
  const nothing = trendOf([0, 0], [0, 0])
  expect(hasValues(trendPlot(nothing, basis.words), 'line')).toBe(false)
  expect(trendSummary(nothing, figureOf(0), basis)).toBe('课程订单共 0 单。')
  // What was before is a reason to draw.
  expect(hasValues(trendPlot(trendOf([0, 0], [3, 0]), basis.words), 'line')).toBe(true)
  const some = trendOf([0, 4], [0, 0])
  expect(hasValues(trendPlot(some, basis.words), 'line')).toBe(true)
  expect(trendSummary(some, figureOf(4), basis)).toBe('课程订单共 4 单；最多的是 2026-03-02（4 单）。')
})
