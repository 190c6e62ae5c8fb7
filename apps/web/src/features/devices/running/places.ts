import type { SimulatorState } from '@drivesim/contract/devices/devices/deviceShapes'
import type { LiveSimulator, running } from '@drivesim/contract/devices/running'
import type { DataOf } from '@drivesim/contract/endpoint'

export type PlaceTree = DataOf<typeof running.tree>
type Organisation = PlaceTree[number]
export type Counts = Readonly<Record<SimulatorState, number>>
export type Rooms = Organisation['rooms']

/** What is chosen on the live view: what is in fault anywhere, one organisation, or one of its classrooms; of these one state, or all. */
export interface Choice {
  faults: boolean
  organId: number | undefined
  roomId: number | undefined
  state: SimulatorState | undefined
}

/** The classrooms of all organisations. */
export function allRooms(tree: PlaceTree): Rooms {
  return tree.flatMap(organisation => organisation.rooms)
}

/** The classrooms to show: the chosen one, or all of the chosen organisation, else all of the first that has any. */
export function chosenRooms(tree: PlaceTree, { organId, roomId }: Pick<Choice, 'organId' | 'roomId'>): Rooms {
  const room = allRooms(tree).filter(candidate => candidate.roomId === roomId)
  if (room.length > 0) return room
  const organisation = tree.find(candidate => candidate.organizationId === organId)
  if (organisation !== undefined) return organisation.rooms
  return tree.find(candidate => candidate.rooms.length > 0)?.rooms ?? []
}

/** The organisation that the shown classrooms belong to. */
export function chosenOrganisation(tree: PlaceTree, rooms: Rooms): Organisation | undefined {
  const first = rooms[0]?.roomId
  return tree.find(organisation => organisation.rooms.some(room => room.roomId === first))
}

/** What the tree shows of an organisation: its entry, and these of its classrooms below it. */
interface Branch {
  organisation: Organisation
  rooms: Rooms
}

/**
 * The tree as it is shown: every organisation, the chosen one with its classrooms. Of a search, the organisations that
 * have the words in their name, and the classrooms that have, below theirs.
 */
export function shownTree(tree: PlaceTree, organId: number | undefined, words: string): Branch[] {
  const wanted = words.trim().toLowerCase()
  const has = (name: string) => name.toLowerCase().includes(wanted)
  return tree.flatMap((organisation): Branch[] => {
    const { organizationId, name, rooms } = organisation
    if (has(name)) return [{ organisation, rooms: organizationId === organId ? rooms : [] }]
    const found = rooms.filter(room => has(room.roomName))
    return found.length === 0 ? [] : [{ organisation, rooms: found }]
  })
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

/** What is asked of a tile here. */
type PlacedTile = Pick<LiveSimulator, 'simulatorId' | 'roomId' | 'stateId' | 'stateSince'>

/**
 * A classroom's tiles after a live event: the simulator's tile is replaced where it is, added where it has come to,
 * and taken away where it has left. The same list comes back when it is none of its business.
 */
export function placeTile<Tile extends PlacedTile>(tiles: Tile[], roomId: number, now: Tile): Tile[] {
  const isIt = (tile: Tile) => tile.simulatorId === now.simulatorId
  const isHere = tiles.some(isIt)
  if (now.roomId !== roomId) return isHere ? tiles.filter(tile => !isIt(tile)) : tiles
  return isHere ? tiles.map(tile => (isIt(tile) ? now : tile)) : [...tiles, now]
}

/** Idle for longer than this is worth a word in a classroom's summary. */
export const longIdleHours = 2

/** What stands out in a classroom: simulators in fault, and those idle for long. */
export function tilesToNotice<Tile extends PlacedTile>(tiles: readonly Tile[], now: number) {
  const hoursSince = ({ stateSince }: Tile) =>
    stateSince === null ? 0 : (now - Date.parse(stateSince)) / 3_600_000
  return {
    faults: tiles.filter(tile => tile.stateId === 'fault'),
    longIdle: tiles.filter(tile => tile.stateId === 'idle' && hoursSince(tile) > longIdleHours),
  }
}
