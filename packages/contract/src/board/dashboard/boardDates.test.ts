import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../../businessDay.ts'
import {
  type Alignment,
  basisOf,
  bucketsOf,
  type Comparison,
  changeOf,
  comparisonSentence,
  grainOf,
  isRangePreset,
  type RangePreset,
  rangePresetNames,
  rangePresets,
} from './boardDates.ts'

/** A moment in Shanghai. */
const at = (day: string, clock = '15:20') => `${day}T${clock}:00+08:00`
const span = (range: { beginDate: string; endDate: string } | null) =>
  range && `${range.beginDate} ${range.endDate}`

function compared(
  beginDate: string,
  endDate: string,
  align: Alignment,
  now: string,
  compare: Comparison = 'before',
) {
  const { current, previous, hours, words } = basisOf({ beginDate, endDate, compare, align }, now)
  return [span(current), span(previous), hours, words]
}

const preset = (name: RangePreset, now: string) => {
  const { align, range } = rangePresets[name]
  const { beginDate, endDate } = range(now.slice(0, 10))
  return compared(beginDate, endDate, align, now)
}

describe('ranges to choose from', () => {
  it('end today where they are under way', () => {
    // a Sunday
    const ranges = rangePresetNames.map(name => [name, span(rangePresets[name].range('2026-11-22'))])
    expect(Object.fromEntries(ranges)).toEqual({
      today: '2026-11-22 2026-11-22',
      yesterday: '2026-11-21 2026-11-21',
      thisWeek: '2026-11-16 2026-11-22',
      lastWeek: '2026-11-09 2026-11-15',
      last28Days: '2026-10-25 2026-11-21',
      thisMonth: '2026-11-01 2026-11-22',
      lastMonth: '2026-10-01 2026-10-31',
      thisQuarter: '2026-10-01 2026-11-22',
      thisYear: '2026-01-01 2026-11-22',
      last12Months: '2025-12-01 2026-11-22',
    })
    expect(isRangePreset('toString')).toBe(false)
  })
})

describe('what a range is compared with', () => {
  it('is the same length directly before it', () => {
    expect(preset('last28Days', at('2026-11-22'))).toEqual([
      '2026-10-25 2026-11-21',
      '2026-09-27 2026-10-24',
      null,
      '前 28 天',
    ])
    expect(preset('yesterday', at('2026-11-22'))).toEqual([
      '2026-11-21 2026-11-21',
      '2026-11-20 2026-11-20',
      null,
      '前一天',
    ])
  })

  it('is a week back, and leaves out today', () => {
    expect(preset('thisWeek', at('2026-11-18'))).toEqual([
      '2026-11-16 2026-11-17',
      '2026-11-09 2026-11-10',
      null,
      '上周同期',
    ])
    expect(preset('lastWeek', at('2026-11-18'))[1]).toBe('2026-11-02 2026-11-08')
  })

  it('is the same part of the month before, clamped, and whole to whole', () => {
    expect(compared('2026-03-01', '2026-03-30', 'month', at('2026-05-01'))[1]).toBe('2026-02-01 2026-02-28')
    expect(compared('2026-02-01', '2026-02-28', 'month', at('2026-05-01'))[1]).toBe('2026-01-01 2026-01-31')
    expect(compared('2026-03-31', '2026-03-31', 'month', at('2026-05-01'))[1]).toBe('2026-02-28 2026-02-28')
    expect(preset('thisMonth', at('2026-03-31'))).toEqual([
      '2026-03-01 2026-03-30',
      '2026-02-01 2026-02-28',
      null,
      '上月同期',
    ])
    expect(compared('2026-04-01', '2026-06-30', 'quarter', at('2026-08-01'))[1]).toBe('2026-01-01 2026-03-31')
    expect(preset('thisQuarter', at('2026-05-31'))[1]).toBe('2026-01-01 2026-02-28')
  })

  it('is the same dates a year back, clamped', () => {
    expect(preset('thisYear', at('2026-11-22'))[1]).toBe('2025-01-01 2025-11-21')
    expect(compared('2026-03-02', '2026-03-08', 'week', at('2026-03-10'), 'fourWeeks')).toEqual([
      ...['2026-03-02 2026-03-08', '2026-02-02 2026-03-01'],
      ...[null, '前四周平均'],
    ])
    // Of what is no week there is none.
    expect(compared('2026-03-02', '2026-03-07', 'week', at('2026-03-10'), 'fourWeeks')).toEqual(
      compared('2026-03-02', '2026-03-07', 'week', at('2026-03-10'), 'before'),
    )
    expect(compared('2028-02-29', '2028-02-29', 'days', at('2028-03-05'), 'lastYear')).toEqual([
      '2028-02-29 2028-02-29',
      '2027-02-28 2027-02-28',
      null,
      '去年同期',
    ])
  })

  it('is the length directly before where an alignment would reach into the range', () => {
    expect(compared('2026-11-01', '2026-11-10', 'week', at('2026-11-22'))).toEqual([
      '2026-11-01 2026-11-10',
      '2026-10-22 2026-10-31',
      null,
      '前 10 天',
    ])
  })

  it('of today alone is up to the last full hour', () => {
    expect(preset('today', at('2026-11-22', '15:59'))).toEqual([
      '2026-11-22 2026-11-22',
      '2026-11-21 2026-11-21',
      15,
      '昨日同时段',
    ])
    // nothing is over yet
    expect(preset('today', at('2026-11-22', '00:30'))).toEqual([null, null, null, ''])
  })

  it('of the first day of a period is the first day of the one before', () => {
    expect(preset('thisWeek', at('2026-11-16'))).toEqual([
      '2026-11-16 2026-11-16',
      '2026-11-09 2026-11-09',
      15,
      '上周同日同时段',
    ])
    expect(preset('thisMonth', at('2026-03-01'))[1]).toBe('2026-02-01 2026-02-01')
    expect(preset('thisQuarter', at('2026-10-01'))[1]).toBe('2026-07-01 2026-07-01')
    expect(preset('thisYear', at('2026-01-01'))[1]).toBe('2025-01-01 2025-01-01')
  })

  it('is nothing where it is not wanted or has not begun', () => {
    expect(compared('2026-11-01', '2026-11-10', 'days', at('2026-11-22'), 'none')).toEqual([
      null,
      null,
      null,
      '',
    ])
    expect(compared('2026-12-01', '2026-12-10', 'days', at('2026-11-22'))[0]).toBeNull()
  })

  it('never overlaps the range, nor today where that is not alone', () => {
    const day = fc.integer({ min: 0, max: 2000 }).map(days => addDays('2024-01-01', days))
    const align = fc.constantFrom<Alignment>('days', 'week', 'month', 'quarter', 'year')
    const compare = fc.constantFrom<Comparison>('before', 'lastYear')
    fc.assert(
      fc.property(
        day,
        day,
        fc.integer({ min: 0, max: 364 }),
        align,
        compare,
        (today, beginDate, n, by, to) => {
          const range = { beginDate, endDate: addDays(beginDate, n) }
          const { current, previous, hours } = basisOf({ ...range, align: by, compare: to }, at(today))
          if (current === null || previous === null) return beginDate > today
          const least = daysBetween(previous.beginDate, previous.endDate) + 1
          const length = daysBetween(current.beginDate, current.endDate) + 1
          return (
            previous.beginDate <= previous.endDate &&
            previous.endDate < current.beginDate &&
            // months and years differ by days
            Math.abs(least - length) <= 3 &&
            (hours === null ? current.endDate < today || range.endDate < today : current.endDate === today)
          )
        },
      ),
    )
  })
})

describe('a change', () => {
  const week = { beginDate: '2026-11-16', endDate: '2026-11-18', compare: 'before', align: 'week' } as const

  it('is of what was before, whatever its sign', () => {
    expect(changeOf(62, 100)).toBeCloseTo(-0.38)
    expect(changeOf(50, -100)).toBe(1.5)
    expect(changeOf(5, 0)).toBeNull()
  })

  it('is said with what is left out', () => {
    const basis = basisOf(week, at('2026-11-18'))
    expect(comparisonSentence(basis, -0.38)).toBe('比上周同期低 38%（不含今日）')
    expect(comparisonSentence(basis, 0.001)).toBe('与上周同期持平（不含今日）')
    expect(comparisonSentence(basis, null)).toBe('')
    const monday = basisOf(week, at('2026-11-16', '09:30'))
    expect(comparisonSentence(monday, 0.5)).toBe('比上周同日同时段高 50%（截至 09:00）')
  })
})

describe('the time axis', () => {
  const range = (beginDate: string, endDate: string) => ({ beginDate, endDate })

  it('is cut by the length of the range, and people never by hour', () => {
    const now = at('2026-11-22')
    const of = (days: number, kind: 'sum' | 'people' = 'sum') =>
      grainOf(range(addDays('2026-11-22', 1 - days), '2026-11-22'), kind, undefined, now)
    expect([1, 2, 62, 63, 182, 183, 400].map(days => of(days))).toEqual([
      'hour',
      'day',
      'day',
      'week',
      'week',
      'month',
      'month',
    ])
    expect(of(1, 'people')).toBe('day')
    expect(grainOf(range('2026-11-01', '2026-11-22'), 'sum', 'week', now)).toBe('week')
    expect(grainOf(range('2026-11-01', '2026-11-22'), 'sum', 'hour', now)).toBe('day')
    expect(grainOf(range('2026-11-22', '2026-11-22'), 'people', 'hour', now)).toBe('day')
    // hours of then are not kept
    expect(grainOf(range('2025-10-01', '2025-10-01'), 'sum', undefined, now)).toBe('day')
  })

  it('marks what is cut and what is not over', () => {
    const cut = bucketsOf(range('2026-11-04', '2026-11-18'), 'week', at('2026-11-18'))
    expect(cut.map(({ x, beginDate, endDate, partial }) => [x, beginDate, endDate, partial])).toEqual([
      ['2026-11-02', '2026-11-04', '2026-11-08', true],
      ['2026-11-09', '2026-11-09', '2026-11-15', false],
      ['2026-11-16', '2026-11-16', '2026-11-18', true],
    ])
    const months = bucketsOf(range('2026-10-01', '2026-12-31'), 'month', at('2026-11-18'))
    expect(months.map(({ x, partial, future }) => [x, partial, future])).toEqual([
      ['2026-10', false, false],
      ['2026-11', true, false],
      ['2026-12', false, true],
    ])
  })

  it('has every hour of a day', () => {
    const hours = bucketsOf(range('2026-11-18', '2026-11-18'), 'hour', at('2026-11-18', '09:30'))
    expect(hours).toHaveLength(24)
    expect(hours.filter(({ partial }) => partial).map(({ x }) => x)).toEqual(['09:00'])
    expect(hours.find(({ future }) => future)?.x).toBe('10:00')
    const before = bucketsOf(range('2026-11-17', '2026-11-17'), 'hour', at('2026-11-18'))
    expect(before.some(({ partial, future }) => partial || future)).toBe(false)
  })

  it('covers the range without a gap', () => {
    const grain = fc.constantFrom('day', 'week', 'month')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 399 }),
        grain,
        (from, n, cut) => {
          const beginDate = addDays('2022-01-01', from)
          const endDate = addDays(beginDate, n)
          const buckets = bucketsOf({ beginDate, endDate }, cut, at('2026-11-18'))
          expect(buckets[0]?.beginDate).toBe(beginDate)
          expect(buckets.at(-1)?.endDate).toBe(endDate)
          for (const [index, bucket] of buckets.entries()) {
            const next = buckets[index + 1]
            if (next !== undefined) expect(next.beginDate).toBe(addDays(bucket.endDate, 1))
          }
        },
      ),
    )
  })
})
