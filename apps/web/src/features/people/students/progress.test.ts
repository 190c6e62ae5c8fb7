import { expect, it } from 'vitest'
import { frequentErrors, monthsOf } from './progress.ts'

const error = (text: string) => ({ subSubject: '倒车入库', text, points: 10 })

it('errors are counted over sessions, the most frequent first', () => {
  const sessions = [{ errors: [error('压线'), error('停车')] }, { errors: [error('停车')] }]
  expect(frequentErrors(sessions).map(({ text, times }) => [text, times])).toEqual([
    ['停车', 2],
    ['压线', 1],
  ])
})

it('days of training add up by month, the newest first', () => {
  const day = (date: string) => ({ date, times: 2, seconds: 600 })
  expect(monthsOf([day('2026-09-30'), day('2026-10-01'), day('2026-10-08')])).toEqual([
    { month: '2026-10', days: 2, times: 4, seconds: 1200 },
    { month: '2026-09', days: 1, times: 2, seconds: 600 },
  ])
})
