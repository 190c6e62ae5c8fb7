import { businessDayOf } from '@drivesim/contract/businessDay'
import { type LiveSimulator, running } from '@drivesim/contract/devices/running'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../../api/live.ts'
import { query } from '../../../api/query.ts'
import { useMinute } from '../../../ui/now.ts'
import { perFrame } from '../../../ui/speed/perFrame.ts'
import { addCounts, type Counts, countStates, placeTile, type Rooms } from './places.ts'

/** The tree of organisations and classrooms with their counts. */
export function useTree() {
  return useQuery(query(running.tree, undefined, { quiet: true }))
}

const tilesOf = (roomId: number) => query(running.simulatorsOfRoom, { roomId }, { quiet: true })

/** The tiles of a classroom, in seat order. */
export function useRoom(roomId: number) {
  return useQuery(tilesOf(roomId))
}

/**
 * How many simulators of the classrooms are in each state: as their tiles say, until those are read as the tree does.
 * @param by `tree` where tiles of so many are not to be read
 */
export function useCounts(rooms: Rooms, by: 'tiles' | 'tree'): Counts {
  const read = by === 'tiles' ? rooms : []
  return useQueries({
    queries: read.map(({ roomId }) => ({ ...tilesOf(roomId), select: countStates })),
    combine: counted => addCounts(rooms.map((room, index) => counted[index]?.data ?? room.counts)),
  })
}

/** Today's totals of one organisation, or of all in scope. */
export function useToday(organId: number | undefined, everywhere: boolean) {
  const today = businessDayOf(useMinute())
  return useQuery({
    ...query(
      running.totalInfo,
      { organId: everywhere ? undefined : organId, startDate: today, endDate: today },
      { quiet: true },
    ),
    enabled: everywhere || organId !== undefined,
  })
}

/** Sums that the events do not carry are read again this often at most while events come. Milliseconds. */
const sumsEvery = 1000
/** So many tiles at most are drawn again in one frame. */
const mostTiles = 20

type Change = (tiles: LiveSimulator[], roomId: number) => LiveSimulator[]

/**
 * Keeps the live view as it is now: tiles change with each event, sums follow within a second. Being an effect, it
 * does nothing in a hidden tab; on return it reads everything again, since events were missed.
 */
export function useLiveView(): void {
  const client = useQueryClient()
  useEffect(() => {
    const rooms = [running.simulatorsOfRoom.path]
    let pending: ReturnType<typeof setTimeout> | undefined
    const readSums = () => {
      pending = undefined
      void client.invalidateQueries({ queryKey: [running.tree.path] })
      void client.invalidateQueries({ queryKey: [running.totalInfo.path] })
    }
    const sumsSoon = () => {
      pending ??= setTimeout(readSums, sumsEvery)
    }
    const readAll = () => {
      void client.invalidateQueries({ queryKey: rooms })
      readSums()
    }
    const changes = perFrame<number, Change>(mostTiles, some => {
      for (const [key, tiles] of client.getQueriesData<LiveSimulator[]>({ queryKey: rooms })) {
        const roomId = roomOf(key)
        if (tiles === undefined || roomId === undefined) continue
        const changed = some.reduce((list, change) => change(list, roomId), tiles)
        if (changed !== tiles) client.setQueryData(key, changed)
      }
      sumsSoon()
    })
    readAll()
    const stops = [
      onLive('simulator', now =>
        changes.put(now.simulatorId, (tiles, roomId) => placeTile(tiles, roomId, now)),
      ),
      onLive('simulatorGone', ({ simulatorId }) =>
        changes.put(simulatorId, tiles => {
          const rest = tiles.filter(tile => tile.simulatorId !== simulatorId)
          return rest.length === tiles.length ? tiles : rest
        }),
      ),
      onLive('caughtUp', readAll),
    ]
    return () => {
      clearTimeout(pending)
      changes.stop()
      for (const stop of stops) stop()
    }
  }, [client])
}

/** The classroom that a cached answer belongs to. */
function roomOf(key: readonly unknown[]): number | undefined {
  const input = running.simulatorsOfRoom.input.safeParse(key[1])
  return input.success ? input.data.roomId : undefined
}
