import type { SimulatorState } from '@drivesim/contract/deviceShapes'
import type { DataOf } from '@drivesim/contract/endpoint'
import type { LiveSimulator, running } from '@drivesim/contract/running'

export type BoardTree = DataOf<typeof running.tree>
export type Counts = Readonly<Record<SimulatorState, number>>
export type Rooms = BoardTree[number]['rooms']

/** What is chosen on the board: one organisation, or one of its classrooms. */
export interface Choice {
  organId: number | undefined
  roomId: number | undefined
}

/** The classrooms to show: the chosen one, those of the chosen organisation, else those of the first that has any. */
export function chosenRooms(tree: BoardTree, { organId, roomId }: Choice): Rooms {
  const all = tree.flatMap(organisation => organisation.rooms)
  const room = all.filter(candidate => candidate.roomId === roomId)
  if (room.length > 0) return room
  const organisation = tree.find(candidate => candidate.organizationId === organId)
  if (organisation !== undefined) return organisation.rooms
  return tree.find(candidate => candidate.rooms.length > 0)?.rooms ?? []
}

/** The organisation that the shown classrooms belong to. */
export function chosenOrganisation(tree: BoardTree, rooms: Rooms): number | undefined {
  const first = rooms[0]?.roomId
  return tree.find(organisation => organisation.rooms.some(room => room.roomId === first))?.organizationId
}

/** How many simulators are in each state. */
export function countStates(simulators: readonly { stateId: SimulatorState }[]): Counts {
  const counts = { idle: 0, training: 0, fault: 0, offline: 0, disabled: 0 }
  for (const { stateId } of simulators) counts[stateId] += 1
  return counts
}

/** The sum of several counts. */
export function addCounts(list: readonly Counts[]): Counts {
  return list.reduce<Counts>(
    (sum, counts) => ({
      idle: sum.idle + counts.idle,
      training: sum.training + counts.training,
      fault: sum.fault + counts.fault,
      offline: sum.offline + counts.offline,
      disabled: sum.disabled + counts.disabled,
    }),
    countStates([]),
  )
}

export function total(counts: Counts): number {
  return counts.idle + counts.training + counts.fault + counts.offline + counts.disabled
}

/**
 * A classroom's tiles after a live event: the simulator's tile is replaced where it is, added where it has come to,
 * and taken away where it has left. The same list comes back when it is none of its business.
 */
export function placeTile(tiles: LiveSimulator[], roomId: number, now: LiveSimulator): LiveSimulator[] {
  const index = tiles.findIndex(tile => tile.simulatorId === now.simulatorId)
  if (now.roomId !== roomId) return index < 0 ? tiles : tiles.toSpliced(index, 1)
  return index < 0 ? [...tiles, now] : tiles.with(index, now)
}

/** Idle for longer than this is worth a word in a classroom's summary. */
export const longIdleHours = 2

/** What stands out in a classroom: simulators in fault, and those idle for long. */
export function standingOut(tiles: readonly LiveSimulator[], now: number) {
  const hoursSince = ({ stateSince }: LiveSimulator) =>
    stateSince === null ? 0 : (now - Date.parse(stateSince)) / 3_600_000
  return {
    faults: tiles.filter(tile => tile.stateId === 'fault'),
    longIdle: tiles.filter(tile => tile.stateId === 'idle' && hoursSince(tile) > longIdleHours),
  }
}
