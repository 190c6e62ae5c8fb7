import { afterEach, expect, test, vi } from 'vitest'
import { hearServerTime, serverNow, whenServerTimeJumps } from './serverClock.ts'

const at = (time: string) => new Headers({ date: new Date(time).toUTCString() })
afterEach(() => {
  hearServerTime(at(new Date().toISOString()))
  vi.useRealTimers()
})

test.each([
  ['two days fast', '2026-03-04T08:00:00Z', '2026-03-02T08:00:00Z', '2026-03-02T08:00:00.500Z'],
  ['three hours slow', '2026-03-02T05:00:00Z', '2026-03-02T08:00:00Z', '2026-03-02T08:00:00.500Z'],
  ['right but for the wire', '2026-03-02T08:00:01.200Z', '2026-03-02T08:00:00Z', '2026-03-02T08:00:01.200Z'],
])('a clock that is %s', (_what, browser, server, told) => {
  vi.useFakeTimers({ now: new Date(browser) })
  hearServerTime(at(server))
  expect(new Date(serverNow()).toISOString()).toBe(new Date(told).toISOString())
})

test('what is mended meanwhile is heard, and an answer without a time changes nothing', () => {
  vi.useFakeTimers({ now: new Date('2026-03-04T08:00:00Z') })
  hearServerTime(at('2026-03-02T08:00:00Z'))
  hearServerTime(new Headers())
  expect(new Date(serverNow()).getUTCDate()).toBe(2)
  vi.setSystemTime(new Date('2026-03-02T08:00:00Z'))
  hearServerTime(at('2026-03-02T08:00:00Z'))
  expect(serverNow()).toBe(Date.now())
})

test('who tells the time hears that it jumps, and nothing of answers that say the same', () => {
  vi.useFakeTimers({ now: new Date('2026-03-04T08:00:00Z') })
  const told = vi.fn(serverNow)
  whenServerTimeJumps(told)
  for (const _ of ['first', 'second']) hearServerTime(at('2026-03-02T08:00:00Z'))
  expect(told.mock.results).toEqual([{ type: 'return', value: Date.parse('2026-03-02T08:00:00.500Z') }])
})
