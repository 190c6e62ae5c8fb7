import { dayStart } from '@drivesim/contract/businessDay'
import { expect, it } from 'vitest'
import { withPartial } from './withPartial.ts'

const noon = dayStart('2026-11-23') + 12.5 * 3_600_000
const marked = (
  xs: string[],
  ...asked: [from: string, to: string, cut: 'hour' | 'day' | 'week' | 'month']
) => {
  const [from, to, cut] = asked
  const plot = { unit: '次', series: [{ name: '次数', points: xs.map(x => ({ x, value: 1 })) }] }
  const { series } = withPartial(plot, { from, to }, cut, noon)
  return series.flatMap(({ points }) => points.filter(({ partial }) => partial).map(({ x }) => x))
}

it('marks today, which has not ended, and no day of a range that is over', () => {
  expect(marked(['2026-11-22', '2026-11-23'], '2026-11-22', '2026-11-23', 'day')).toEqual(['2026-11-23'])
  expect(marked(['2026-11-21', '2026-11-22'], '2026-11-21', '2026-11-22', 'day')).toEqual([])
})

it('marks weeks and months that have not ended, or that the range cuts', () => {
  const weeks = ['2026-11-09', '2026-11-16', '2026-11-23']
  expect(marked(weeks, '2026-11-11', '2026-11-23', 'week')).toEqual(['2026-11-09', '2026-11-23'])
  expect(marked(['2026-10', '2026-11'], '2026-10-01', '2026-11-23', 'month')).toEqual(['2026-11'])
})

it('marks the running hour, where all hours are of today', () => {
  const hours = ['11:00', '12:00', '13:00']
  expect(marked(hours, '2026-11-23', '2026-11-23', 'hour')).toEqual(['12:00'])
  expect(marked(hours, '2026-11-20', '2026-11-23', 'hour')).toEqual([])
})
