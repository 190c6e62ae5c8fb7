import { describe, expect, it } from 'vitest'
import { addMonths, nextPeriod } from './period.ts'
import { gapsOf, marksOf, placeIn, windowAround } from './timeline.ts'

const contract = (startsOn: string, endsOn: string) => ({ startsOn, endsOn })

describe('the period of a renewal', () => {
  it('follows at once and is as long: months as months, days as days', () => {
    expect(nextPeriod(contract('2025-01-01', '2025-12-31'))).toEqual(contract('2026-01-01', '2026-12-31'))
    expect(nextPeriod(contract('2027-02-16', '2028-02-15'))).toEqual(contract('2028-02-16', '2029-02-15'))
    expect(nextPeriod(contract('2026-01-01', '2026-02-28'))).toEqual(contract('2026-03-01', '2026-04-30'))
    expect(nextPeriod(contract('2026-01-05', '2026-01-14'))).toEqual(contract('2026-01-15', '2026-01-24'))
  })
  it('never names a day that a month has not', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-11-30', -9)).toBe('2026-02-28')
  })
})

describe('the time line', () => {
  const window = { from: '2026-01-01', to: '2026-12-31' }

  it('shows a year on either side of today, marked by half years', () => {
    const around = windowAround('2026-11-22')
    expect(around).toEqual({ from: '2025-11-01', to: '2027-10-31' })
    expect(marksOf(around)).toEqual(['2025-11-01', '2026-05-01', '2026-11-01', '2027-05-01'])
  })

  it('finds the days between contracts and after the last until today, and no others', () => {
    const two = [contract('2026-01-01', '2026-03-31'), contract('2026-04-13', '2026-10-31')]
    expect(gapsOf(two, '2026-11-22')).toEqual([
      { from: '2026-04-01', to: '2026-04-12' },
      { from: '2026-11-01', to: '2026-11-22' },
    ])
    expect(
      gapsOf([contract('2026-01-01', '2026-12-31'), contract('2027-01-01', '2027-12-31')], '2026-11-22'),
    ).toEqual([])
    expect(gapsOf([contract('2027-01-01', '2027-12-31')], '2026-11-22')).toEqual([])
  })

  it('cuts what reaches beyond it', () => {
    expect(placeIn(window, { from: '2025-06-01', to: '2027-06-01' })).toEqual({ left: 0, width: 100 })
    expect(placeIn(window, { from: '2026-12-31', to: '2028-01-01' })?.left).toBeCloseTo((364 / 365) * 100)
    expect(placeIn(window, { from: '2027-01-01', to: '2028-01-01' })).toBeNull()
  })
})
