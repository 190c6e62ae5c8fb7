import { expect, test } from 'vitest'
import { pointOf, sessionsLink } from './sessionsLink.ts'

const range = { from: '2026-02-03', to: '2026-03-30' }

test.each([
  ['hour', '08:00', { hour: 8 }],
  ['day', '2026-02-14', { days: { from: '2026-02-14', to: '2026-02-14' } }],
  ['week', '2026-02-02', { days: { from: '2026-02-03', to: '2026-02-08' } }],
  ['week', '2026-02-09', { days: { from: '2026-02-09', to: '2026-02-15' } }],
  ['month', '2026-02', { days: { from: '2026-02-03', to: '2026-02-28' } }],
  ['month', '2026-03', { days: { from: '2026-03-01', to: '2026-03-30' } }],
] as const)('a point by %s, %s, stands for what the chart has of it', (cut, x, point) => {
  expect(pointOf(x, cut, range)).toEqual(point)
})

test('the link names the days of the point and keeps the days of the chart', () => {
  const { searchParams } = new URL(
    sessionsLink({ simulatorId: 5, range, moduleName: '侧方停车' }),
    'http://localhost',
  )
  expect(Object.fromEntries(searchParams)).toEqual({
    simulatorId: '5',
    act: 'sessions',
    from: '2026-02-03',
    to: '2026-03-30',
    'sessions.beginDate': '2026-02-03',
    'sessions.endDate': '2026-03-30',
    'sessions.moduleName': '侧方停车',
  })
})
