import { describe, expect, it } from 'vitest'
import {
  type FleetDevice,
  findOffline,
  findOutage,
  isRoomRecovered,
  type OpenRoom,
  outageOver,
} from './offline.rules.ts'

const minute = 60_000
const opensAt = Date.UTC(2026, 10, 23)
const at = (minutes: number) => opensAt + minutes * minute
const online = (id: number) => ({ id, online: true, since: at(-5) })
/** Offline since so many minutes after opening. */
const offline = (id: number, since: number) => ({ id, online: false, since: at(since) })
const several = (from: number, to: number, make: (id: number) => OpenRoom['devices'][number]) =>
  Array.from({ length: to - from + 1 }, (_, index) => make(from + index))

const room = (minutes: number, devices: OpenRoom['devices'], more: Partial<OpenRoom> = {}): OpenRoom => ({
  opensAt,
  firstOnlineAt: at(0),
  devices,
  countFrom: new Map(),
  now: at(minutes),
  ...more,
})

describe('a room of which nothing came online', () => {
  const devices = several(1, 6, id => offline(id, -600))
  it.each([
    [119, 'nothing'],
    [120, 'roomNotOn'],
  ])('%i minutes after it opened: %s', (minutes, kind) => {
    expect(findOffline(room(minutes, devices, { firstOnlineAt: null }))).toMatchObject({ kind })
  })
})

describe('the line of a room', () => {
  it.each([
    [5, 14, 'nothing'],
    [5, 15, 'roomOffline'],
    // ⌈0.6 × 8⌉ = 5
    [4, 59, 'nothing'],
    [4, 60, 'roomOffline'],
    [2, 60, 'devicesOffline'],
  ])('%i of 8 gone for %i minutes: %s', (gone, minutes, kind) => {
    const devices = [...several(1, gone, id => offline(id, 100)), ...several(gone + 1, 8, online)]
    expect(findOffline(room(100 + minutes, devices))).toMatchObject({ kind })
  })

  it('of three devices needs all three, and of two is none', () => {
    expect(
      findOffline(
        room(
          115,
          several(1, 3, id => offline(id, 100)),
        ),
      ),
    ).toMatchObject({ kind: 'roomOffline' })
    expect(
      findOffline(
        room(
          159,
          several(1, 2, id => offline(id, 100)),
        ),
      ),
    ).toEqual({ kind: 'nothing' })
    expect(
      findOffline(
        room(
          160,
          several(1, 2, id => offline(id, 100)),
        ),
      ),
    ).toMatchObject({
      kind: 'devicesOffline',
    })
  })

  it('names all that are offline, and since when the first of them is', () => {
    const devices = [...several(1, 5, id => offline(id, 100 + id)), offline(6, 119), online(7), online(8)]
    expect(findOffline(room(120, devices))).toEqual({
      kind: 'roomOffline',
      since: at(101),
      devices: [1, 2, 3, 4, 5, 6],
    })
  })
})

it('counts anew at each opening, and from the first that came online where one was not on today', () => {
  const night = [offline(1, -600), online(2), online(3), online(4)]
  expect(findOffline(room(79, night, { firstOnlineAt: at(20) }))).toEqual({ kind: 'nothing' })
  expect(findOffline(room(80, night, { firstOnlineAt: at(20) }))).toEqual({
    kind: 'devicesOffline',
    devices: [{ id: 1, since: at(20) }],
  })
})

it('counts what an outage left from its end', () => {
  const left = room(160, [offline(1, 50), online(2)], { countFrom: new Map([[1, at(101)]]) })
  expect(findOffline(left)).toEqual({ kind: 'nothing' })
  expect(findOffline({ ...left, now: at(161) })).toMatchObject({ kind: 'devicesOffline' })
})

it('is over when any is on, or fewer than three are left', () => {
  const off = several(1, 4, id => offline(id, 0))
  expect(isRoomRecovered('roomNotOn', off)).toBe(false)
  expect(isRoomRecovered('roomNotOn', [...off, online(5)])).toBe(true)
  expect(isRoomRecovered('roomOffline', off.slice(0, 3))).toBe(false)
  expect(isRoomRecovered('roomOffline', off.slice(0, 2))).toBe(true)
})

describe('a mass outage', () => {
  const fleet = (gone: number, rooms: number, on: number): FleetDevice[] => [
    ...Array.from({ length: gone }, (_, id) => ({ ...offline(id, 100), roomId: id % rooms })),
    ...Array.from({ length: on }, (_, id) => ({ ...online(1000 + id), roomId: 99 })),
  ]
  it.each([
    ['20 of 60 in 3 rooms', fleet(20, 3, 40), 20],
    ['19 of 19', fleet(19, 3, 0), 0],
    ['20 in 2 rooms', fleet(20, 2, 10), 0],
    ['30 of 100', fleet(30, 5, 70), 0],
    ['31 of 100', fleet(31, 5, 69), 31],
  ])('%s', (_name, devices, found) => {
    expect(findOutage(devices, 0, at(104))).toHaveLength(found)
    expect(findOutage(devices, 0, at(105))).toHaveLength(0)
  })

  it('counts those that are online elsewhere', () => {
    expect(findOutage(fleet(20, 3, 0), 46, at(104))).toHaveLength(20)
    expect(findOutage(fleet(20, 3, 0), 47, at(104))).toHaveLength(0)
  })

  it('is over when fewer than a tenth are left', () => {
    expect(outageOver(40, 4)).toBe(false)
    expect(outageOver(40, 3)).toBe(true)
  })
})
