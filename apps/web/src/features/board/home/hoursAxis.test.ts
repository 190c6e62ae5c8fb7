import { expect, it } from 'vitest'
import { hoursAxis } from './hoursAxis.ts'

it.each([
  [0, '分钟', 2],
  [45, '分钟', 2],
  [45 * 60, '分钟', 60],
  [61 * 60, '分钟', 80],
  [119 * 60, '分钟', 120],
  [2 * 3600, '小时', 2],
  [7.5 * 3600, '小时', 8],
  [17 * 3600, '小时', 20],
  [320 * 3600, '小时', 400],
])('%d seconds fit in an axis in %s up to %d', (most, unit, top) => {
  expect(hoursAxis(most)).toMatchObject({ unit, top })
})
