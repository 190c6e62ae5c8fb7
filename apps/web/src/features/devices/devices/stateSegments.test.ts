import type { IntervalRow } from '@drivesim/contract/devices/devices/deviceShapes'
import { expect, it } from 'vitest'
import { secondsByState, stateSegments } from './stateSegments.ts'

const hour = 3_600_000
const at = (hours: number) => new Date(hours * hour).toISOString()
const span = (fact: IntervalRow['fact'], value: string, from: number, to: number | null): IntervalRow => ({
  fact,
  value,
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
})
const shown = (intervals: IntervalRow[]) =>
  stateSegments(intervals, 0, 24 * hour).map(({ state, from, to }) => [state, from / hour, to / hour])

const enabled = span('administration', 'enabled', -100, null)
const online = span('link', 'online', -100, null)
const healthy = span('health', 'ok', -100, null)

it('puts the shown state together from the four facts', () => {
  expect(
    shown([
      enabled,
      online,
      healthy,
      span('activity', 'idle', -100, 3),
      span('activity', 'training', 3, 4),
      span('activity', 'idle', 4, null),
    ]),
  ).toEqual([
    ['idle', 0, 3],
    ['training', 3, 4],
    ['idle', 4, 24],
  ])
})

it('shows disabled before offline before fault before training', () => {
  expect(
    shown([
      span('activity', 'training', -1, null),
      span('health', 'ok', -1, 4),
      span('health', 'fault', 4, null),
      span('link', 'online', -1, 8),
      span('link', 'offline', 8, null),
      span('administration', 'enabled', -1, 12),
      span('administration', 'disabled', 12, null),
    ]),
  ).toEqual([
    ['training', 0, 4],
    ['fault', 4, 8],
    ['offline', 8, 12],
    ['disabled', 12, 24],
  ])
})

it('joins what looks the same, and says where nothing is known', () => {
  expect(
    shown([
      span('administration', 'enabled', 6, null),
      span('activity', 'idle', 6, 9),
      span('activity', 'training', 9, null),
    ]),
  ).toEqual([
    [null, 0, 6],
    ['offline', 6, 24],
  ])
})

it('sums the whole stretch, whatever the intervals are', () => {
  const segments = stateSegments([enabled, online, healthy, span('activity', 'training', 1, 5)], 0, 24 * hour)
  const seconds = [...secondsByState(segments).values()].reduce((sum, value) => sum + value, 0)
  expect(seconds).toBe(24 * 3600)
})
