import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveId } from '../../../platform/parts.ts'
import { gather } from './gather.live.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first is handed on at once, what comes until the next turn together, each id once', () => {
  const handed: (readonly LiveId[])[] = []
  const gathered = gather(30_000, ids => handed.push(ids))
  gathered.name(['1'])
  vi.advanceTimersByTime(0)
  expect(handed).toEqual([['1']])
  gathered.name(['1', '2'])
  vi.advanceTimersByTime(20_000)
  gathered.name(['2'])
  vi.advanceTimersByTime(9_999)
  expect(handed).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(handed[1]).toEqual(['1', '2'])
  // Nothing was said since: nothing is handed on.
  vi.advanceTimersByTime(60_000)
  gathered.name(['3'])
  vi.advanceTimersByTime(0)
  expect(handed[2]).toEqual(['3'])
  gathered.name(['4'])
  gathered.stop()
  vi.advanceTimersByTime(60_000)
  expect(handed).toHaveLength(3)
})
