import { addDays } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { daysOf, partsOf, stretchOf, sumOf } from './stretch.rules.ts'

/** No two sets of days come to the same by chance. */
const ofDay = (day: string) => Number(day.replaceAll('-', '')) % 9_973
const ofPart = (part: string) => {
  if (part.length > 7) return ofDay(part)
  let sum = 0
  for (let day = `${part}-01`; day.startsWith(part); day = addDays(day, 1)) sum += ofDay(day)
  return sum
}

test('whatever the days, months and days beside them come to the same', () => {
  let months = 0
  for (let begin = 0; begin < 70; begin += 3) {
    for (const length of [-1, 0, 5, 27, 30, 31, 45, 60, 89, 180, 364, 365]) {
      const beginDate = addDays('2024-01-15', begin)
      const range = { beginDate, endDate: addDays(beginDate, length) }
      const stretch = stretchOf(range)
      expect([range, sumOf(stretch, ofPart)]).toEqual([range, sumOf(daysOf(range), ofPart)])
      months += partsOf([stretch]).months.length
    }
  }
  expect(months).toBeGreaterThan(100)
})
