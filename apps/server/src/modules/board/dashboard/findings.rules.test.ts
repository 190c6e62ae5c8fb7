import { expect, test } from 'vitest'
import { notableFindings, sentenceOf, type Weeks } from './findings.rules.ts'

const organ = { id: 5, name: '甲驾校' }
const week = (value: number, before: number, figure: Weeks['figure'] = 'courseOrders'): Weeks => ({
  figure,
  organ,
  value,
  before,
})
const changes = (...weeks: Weeks[]) => notableFindings(weeks).map(({ change }) => Math.round(change * 100))

test('a week is noted where it lies 30 % from a mean that is no chance', () => {
  expect(changes(week(70, 400), week(71, 400), week(130, 400), week(129, 400))).toEqual([-30, 30])
  // fewer than 20 a week
  expect(changes(week(0, 79), week(0, 80))).toEqual([-100])
  // less than ¥1,000 a week
  expect(changes(week(0, 399_999, 'incomeFen'), week(0, 400_000, 'incomeFen'))).toEqual([-100])
})

test('the largest loss comes first, gains after the losses, five in all', () => {
  const weeks = [week(150, 400), week(60, 400), week(10, 400), week(300, 400), week(65, 400), week(140, 400)]
  expect(changes(...weeks)).toEqual([-90, -40, -35, 200, 50])
})

test('each place is named once before one is named again', () => {
  const at = (id: number | null, value: number): Weeks => ({
    ...week(value, 400),
    organ: id === null ? null : { id, name: `驾校 ${id}` },
  })
  const named = (...weeks: Weeks[]) =>
    notableFindings(weeks).map(({ organ, value }) => [organ?.id ?? null, value])
  const first = [at(1, 10), at(1, 20), at(null, 30), at(1, 40), at(2, 50), at(3, 150)]
  expect(named(...first)).toEqual([
    [1, 10],
    [1, 20],
    [null, 30],
    [2, 50],
    [3, 150],
  ])
  expect(named(...first, at(4, 140))).toEqual([
    [1, 10],
    [null, 30],
    [2, 50],
    [3, 150],
    [4, 140],
  ])
})

test('a sentence says how far and from what', () => {
  const said = (weeks: Weeks) => notableFindings([weeks]).map(finding => sentenceOf(finding, '全部驾校'))
  expect(said(week(12, 88))).toEqual(['甲驾校 课程订单上周 12 单，比前四周平均低 45%'])
  expect(said({ ...week(123_450, 400_000, 'incomeFen'), organ: null })).toEqual([])
  expect(said({ ...week(150_050, 400_000, 'incomeFen'), organ: null })).toEqual([
    '全部驾校 收入金额上周 ¥1,500.50，比前四周平均高 50%',
  ])
})
