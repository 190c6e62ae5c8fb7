import { localTime } from '@drivesim/contract/businessDay'
import type { DayKind, OpsCalendar } from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holidaysOf } from '../opsSettings/holidays.rules.ts'
import { type ClockEvent, clockOf } from './clock.rules.ts'
import { addWorking, type Hours, isOpenAt, workingBetween } from './workingTime.rules.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+08:00`)
const national = new Map([2025, 2026].flatMap(holidaysOf).map(({ day, kind }) => [day, kind]))

/** A room that is open from 8 to 20. */
const room = (calendar: OpsCalendar = 'workdays', more: Readonly<Record<string, DayKind>> = {}): Hours => ({
  opens: 8 * hour,
  closes: 20 * hour,
  calendar,
  days: new Map([...national, ...Object.entries(more)]),
})
const shown = (instant: number | null) => (instant === null ? null : localTime(instant).slice(0, 16))

/** When the repair clock of so many hours is over, as long as nothing else happens. */
function dues(hours: Hours, budget: number, ...history: [ClockEvent['kind'], string][]) {
  const events = history.map(([kind, time]) => ({ kind, at: at(time) }))
  const { dueAt, warnAt } = clockOf({
    clock: 'repair',
    budget: budget * 3600,
    events,
    hours,
    now: events.at(-1)?.at ?? 0,
  })
  return { due: shown(dueAt), warn: shown(warnAt) }
}

describe('the worked examples', () => {
  it('A: over the National Day', () => {
    expect(dues(room(), 24, ['opened', '2026-09-30 15:00'])).toEqual({
      due: '2026-10-09 15:00',
      warn: '2026-10-09 10:12',
    })
  })
  it('B: a Saturday that is worked instead', () => {
    expect(dues(room(), 12, ['opened', '2026-10-09 18:00']).due).toBe('2026-10-10 18:00')
  })
  it('C: on a Saturday night', () => {
    expect(dues(room(), 0.5, ['opened', '2026-11-21 22:30'])).toEqual({
      due: '2026-11-23 08:30',
      warn: '2026-11-23 08:24',
    })
    expect(dues(room('everyDay'), 0.5, ['opened', '2026-11-21 22:30']).due).toBe('2026-11-22 08:30')
  })
  const d: [ClockEvent['kind'], string][] = [
    ['opened', '2026-11-23 09:00'],
    ['paused', '2026-11-23 11:00'],
    ['resumed', '2026-11-24 19:00'],
  ]
  it('D: paused overnight', () => {
    expect(dues(room(), 8, ...d)).toEqual({ due: '2026-11-25 13:00', warn: '2026-11-25 11:24' })
  })
  it('E: a day off that is entered later', () => {
    expect(dues(room('workdays', { '2026-11-25': 'off' }), 8, ...d).due).toBe('2026-11-26 13:00')
  })
  it('F: submitted in time, and sent back', () => {
    const sentBack = dues(
      room(),
      8,
      ...d,
      ['submitted', '2026-11-25 12:00'],
      ['sentBack', '2026-11-26 09:00'],
    )
    expect(sentBack.due).toBe('2026-11-26 10:00')
  })
  it('G: into a year whose holidays nobody knows', () => {
    expect(dues(room(), 2, ['opened', '2026-12-31 19:00']).due).toBe('2027-01-01 09:00')
    expect(dues(room('workdays', { '2027-01-01': 'off' }), 2, ['opened', '2026-12-31 19:00']).due).toBe(
      '2027-01-04 09:00',
    )
  })
})

describe('working time', () => {
  const moment = fc.integer({ min: at('2026-01-01 00:00'), max: at('2026-12-01 00:00') })
  const span = fc.integer({ min: 0, max: 60 * 24 * hour })
  const hours = fc.constantFrom(room(), room('everyDay'))

  it('adds up', () => {
    fc.assert(
      fc.property(hours, moment, span, span, (h, from, first, second) => {
        expect(
          workingBetween(h, from, from + first) + workingBetween(h, from + first, from + first + second),
        ).toBe(workingBetween(h, from, from + first + second))
      }),
    )
  })
  it('measured is what was added, and the moment is the first with it', () => {
    fc.assert(
      fc.property(hours, moment, fc.integer({ min: 1, max: 300 * hour }), (h, from, added) => {
        const due = addWorking(h, from, added) ?? Number.NaN
        expect(workingBetween(h, from, due)).toBe(added)
        expect(workingBetween(h, from, due - 1)).toBe(added - 1)
      }),
    )
  })
  it('ends with an evening, which is not late yet', () => {
    const due = addWorking(room(), at('2026-11-23 08:00'), 12 * hour)
    expect(shown(due)).toBe('2026-11-23 20:00')
    expect(isOpenAt(room(), at('2026-11-23 20:00'))).toBe(false)
    const opened: ClockEvent = { kind: 'opened', at: at('2026-11-23 08:00') }
    const breach = (submitted: string) =>
      clockOf({
        clock: 'repair',
        budget: 12 * 3600,
        events: [opened, { kind: 'submitted', at: at(submitted) }],
        hours: room(),
        now: 0,
      }).breachedAt
    expect(breach('2026-11-23 20:00')).toBeNull()
    expect(breach('2026-11-23 20:01')).toBe(due)
  })
  it('never comes where nobody works', () => {
    const closed = new Map(
      Array.from({ length: 900 }, (_, day) => [
        localTime(at('2026-11-23 00:00') + day * 24 * hour).slice(0, 10),
        'off' as const,
      ]),
    )
    expect(addWorking({ ...room(), days: closed }, at('2026-11-23 09:00'), 1)).toBeNull()
  })
})
