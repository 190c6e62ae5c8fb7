import type { Db } from '../../../platform/postgres/db.ts'
import { specialDays } from '../opsSettings/calendar.service.ts'
import { hoursOfRooms } from './clock.queries.ts'
import type { Hours } from './workingTime.rules.ts'

/** When rooms are at work, by their ids. */
export async function workingHours(db: Db, roomIds: readonly number[]): Promise<ReadonlyMap<number, Hours>> {
  const days = await specialDays(db)
  const rooms = await hoursOfRooms(db, [...new Set(roomIds)])
  return new Map(rooms.map(({ roomId, ...hours }) => [roomId, { ...hours, days }]))
}
