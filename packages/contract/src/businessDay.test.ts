import { expect, it } from 'vitest'
import { addDays, businessDayOf, dayStart, daysBetween, localTime, momentOf, weekday } from './businessDay.ts'

it('begins a day at midnight in Shanghai, wherever the code runs', () => {
  expect(businessDayOf('2026-02-28T15:59:59.999Z')).toBe('2026-02-28')
  expect(businessDayOf('2026-02-28T16:00:00Z')).toBe('2026-03-01')
  expect(businessDayOf('2026-03-01T00:00:00+08:00')).toBe('2026-03-01')
  expect(dayStart('2026-03-01')).toBe(Date.parse('2026-03-01T00:00:00+08:00'))
  expect(businessDayOf(dayStart('2026-03-01') - 1)).toBe('2026-02-28')
})

it('shows what a clock there shows', () => {
  expect(localTime('2026-02-28T16:05:09.999Z')).toBe('2026-03-01 00:05:09')
  expect(localTime(Date.parse('2026-12-31T23:59:59+08:00'))).toBe('2026-12-31 23:59:59')
})

it('reads what a clock there shows', () => {
  expect(momentOf('2026-03-01 00:05:09')).toBe(Date.parse('2026-02-28T16:05:09Z'))
  expect(momentOf('2026-03-01 00:05')).toBe(Date.parse('2026-02-28T16:05:00Z'))
  expect(momentOf('2026-02-31 25:00')).toBeNaN()
})

it('counts days over months, years and the leap day', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2026-03-01', '2026-03-01')).toBe(0)
  expect(daysBetween('2026-02-28', '2027-02-28')).toBe(365)
  expect(daysBetween('2026-03-02', '2026-02-28')).toBe(-2)
})

it('knows the day of the week', () => {
  expect(weekday('2026-03-01')).toBe(0)
  expect(weekday('2026-03-07')).toBe(6)
})
