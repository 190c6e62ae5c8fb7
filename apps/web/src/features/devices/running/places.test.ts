import type { LiveSimulator } from '@drivesim/contract/devices/running'
import { expect, it } from 'vitest'
import {
  addCounts,
  chosenOrganisation,
  chosenRooms,
  countStates,
  placeTile,
  shownTree,
  tilesToNotice,
  total,
} from './places.ts'

const none = countStates([])
const tree = [
  { organizationId: 1, name: '平台', rooms: [] },
  {
    organizationId: 2,
    name: '甲驾校',
    rooms: [
      { roomId: 21, roomName: '一', counts: none },
      { roomId: 22, roomName: '二', counts: none },
    ],
  },
  { organizationId: 3, name: '乙驾校', rooms: [{ roomId: 31, roomName: '三', counts: none }] },
]
const roomIds = (organId?: number, roomId?: number) =>
  chosenRooms(tree, { organId, roomId }).map(room => room.roomId)

it('shows the chosen classroom, the classrooms of the chosen organisation, else the first that has any', () => {
  expect(roomIds()).toEqual([21, 22])
  expect(roomIds(3)).toEqual([31])
  expect(roomIds(2, 22)).toEqual([22])
  expect(roomIds(1)).toEqual([])
})

it('falls back when the address names what is out of scope', () => {
  expect(roomIds(99, 98)).toEqual([21, 22])
  expect(chosenOrganisation(tree, chosenRooms(tree, { organId: 99, roomId: 31 }))?.name).toBe('乙驾校')
})

it('shows the classrooms of the chosen organisation, and of a search what has the words in its name', () => {
  const shown = (organId: number | undefined, words: string) =>
    shownTree(tree, organId, words).map(({ organisation, rooms }) => [
      organisation.name,
      ...rooms.map(room => room.roomName),
    ])
  expect(shown(2, '')).toEqual([['平台'], ['甲驾校', '一', '二'], ['乙驾校']])
  expect(shown(undefined, ' ')).toEqual([['平台'], ['甲驾校'], ['乙驾校']])
  expect(shown(2, ' 驾校')).toEqual([['甲驾校', '一', '二'], ['乙驾校']])
  expect(shown(3, '二')).toEqual([['甲驾校', '二']])
  expect(shown(3, '丙')).toEqual([])
})

type Tile = Pick<LiveSimulator, 'simulatorId' | 'roomId' | 'stateId' | 'stateSince'>
const tile = (simulatorId: number, more: Partial<Tile> = {}): Tile => ({
  simulatorId,
  roomId: 21,
  stateId: 'idle',
  stateSince: null,
  ...more,
})

it('replaces a tile in its place, adds one that came, takes away one that left', () => {
  const tiles = [tile(1), tile(2)]
  expect(placeTile(tiles, 21, tile(1, { stateId: 'fault' })).map(tile => tile.stateId)).toEqual([
    'fault',
    'idle',
  ])
  expect(placeTile(tiles, 21, tile(3)).map(tile => tile.simulatorId)).toEqual([1, 2, 3])
  expect(placeTile(tiles, 21, tile(1, { roomId: 22 })).map(tile => tile.simulatorId)).toEqual([2])
})

it('leaves the list alone when the event is about another classroom', () => {
  const tiles = [tile(1)]
  expect(placeTile(tiles, 21, tile(9, { roomId: 22 }))).toBe(tiles)
})

it('counts by state, and sums of counts agree', () => {
  const counts = countStates([tile(1), tile(2, { stateId: 'training' }), tile(3, { stateId: 'training' })])
  expect(counts).toMatchObject({ idle: 1, training: 2, fault: 0 })
  expect(total(addCounts([counts, counts, none]))).toBe(6)
})

it('names faults, and what is idle for more than two hours', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const since = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
  const tiles = [
    tile(1, { stateSince: since(3) }),
    tile(2, { stateSince: since(1) }),
    tile(3, { stateId: 'fault', stateSince: since(0.1) }),
    tile(4, { stateId: 'offline', stateSince: since(9) }),
  ]
  const { faults, longIdle } = tilesToNotice(tiles, now)
  expect(faults.map(tile => tile.simulatorId)).toEqual([3])
  expect(longIdle.map(tile => tile.simulatorId)).toEqual([1])
})
