import { expect, it } from 'vitest'
import { boardView, pageOf, readView, tableOf, withDays, withPreset, writeView } from './view.ts'

const today = '2026-03-11'
const read = (search: string) => readView(new URLSearchParams(search), today)

it('an address without anything shows four whole weeks that ended yesterday', () => {
  expect(read('')).toMatchObject({
    preset: 'last28Days',
    beginDate: '2026-02-11',
    endDate: '2026-03-10',
    compare: 'before',
    align: 'days',
    by: undefined,
    page: 0,
  })
  expect(tableOf(read(''))).toBe('day')
  expect(writeView(read('')).toString()).toBe('')
})

it.each([
  'range=thisWeek&compare=lastYear&organId=7&area=330100&figure=incomeFen&grain=day&by=list&page=3&tv=1',
  'beginDate=2026-01-01&endDate=2026-01-31&align=month',
])('an address says what it was written from: %s', search => {
  expect(writeView(read(search)).toString()).toBe(search)
})

it('nonsense is what is usual', () => {
  for (const search of [
    'range=x&compare=y&organId=-1&area=33&figure=z&grain=q&by=w&page=0',
    'beginDate=2026-02-30&endDate=2026-03-01',
    'beginDate=2026-03-02&endDate=2026-03-01',
    'beginDate=2024-01-01&endDate=2026-03-01',
    'range=constructor&figure=toString',
  ])
    expect(read(search)).toEqual(read(''))
})

it('an area in the board’s address, which its figures do not have, is in no link of it either', () => {
  const board = boardView(read('area=330100&organId=7'))
  expect(pageOf('incomeFen', board)).toBe(pageOf('incomeFen', read('organId=7')))
})

it('a card hands its days, comparison and place over, and not what else the board shows', () => {
  const board = read('range=thisMonth&compare=none&organId=7&figure=incomeFen&by=city&tv=1')
  expect(pageOf('incomeFen', board)).toBe('/incomeMoney?range=thisMonth&compare=none&organId=7')
  expect(pageOf('newStudents', read(''))).toBe('/addStudent')
})

it('a preset goes on with the days and brings its alignment; days of one’s own go back by their number', () => {
  const month = withPreset(read(''), 'thisMonth', today)
  expect(month).toMatchObject({ beginDate: '2026-03-01', endDate: today, align: 'month' })
  expect(readView(writeView(month), '2026-03-12').endDate).toBe('2026-03-12')
  expect(withDays(month, { beginDate: '2026-01-01', endDate: '2026-01-02' })).toMatchObject({
    preset: null,
    align: 'days',
  })
})
