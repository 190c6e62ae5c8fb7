// When a simulator that is offline is worth somebody's way, as plain functions. Instants are epoch milliseconds.

const minute = 60_000
/** A room of which nothing came online since it opened was perhaps not switched on at all. */
const roomNotOnAfter = 120 * minute
/** Most of a room's devices gone at once: its line. */
const roomOfflineAfter = 15 * minute
/** A device alone, or several one after the other. */
const deviceOfflineAfter = 60 * minute
const fewest = 3

/** A device that counts: enabled, ever seen, without an open window. */
export interface RoomDevice {
  readonly id: number
  readonly online: boolean
  /** Since when it is online or offline. */
  readonly since: number
}

/** A room while it is open. */
export interface OpenRoom {
  /** When it opened today: all counting begins anew. */
  readonly opensAt: number
  /** When the first of its devices was online since then; null: none was. */
  readonly firstOnlineAt: number | null
  readonly devices: readonly RoomDevice[]
  /** Devices of an outage that is over count from its end, and all from when silence counts. */
  readonly countFrom: ReadonlyMap<number, number>
  readonly now: number
}

/** What is wrong in a room, as far as links go; the dates are those of the devices, from whenever they counted. */
export type OfflineFinding =
  | { readonly kind: 'nothing' }
  /** Nothing came online since it opened. */
  | { readonly kind: 'roomNotOn'; readonly since: number; readonly devices: readonly number[] }
  | { readonly kind: 'roomOffline'; readonly since: number; readonly devices: readonly number[] }
  | { readonly kind: 'devicesOffline'; readonly devices: readonly { id: number; since: number }[] }

/** What orders a room is to have for what is offline in it. A room that is closed is not asked about. */
export function findOffline({ opensAt, firstOnlineAt, devices, countFrom, now }: OpenRoom): OfflineFinding {
  const offline = devices.filter(({ online }) => !online)
  if (offline.length === 0) return { kind: 'nothing' }
  if (firstOnlineAt === null) {
    const from = Math.max(opensAt, ...offline.map(({ id }) => countFrom.get(id) ?? opensAt))
    return now - from >= roomNotOnAfter
      ? { kind: 'roomNotOn', since: opensAt, devices: offline.map(({ id }) => id) }
      : { kind: 'nothing' }
  }
  // One that was not yet online today counts from when the room's first one was.
  const dated = offline.map(({ id, since }) => ({ id, since: since > opensAt ? since : firstOnlineAt }))
  const longerThan = (ms: number) =>
    dated.filter(({ id, since }) => now - Math.max(since, countFrom.get(id) ?? 0) >= ms)
  const short = longerThan(roomOfflineAfter)
  const long = longerThan(deviceOfflineAfter)
  const room = short.length >= mostOf(devices.length) ? short : long.length >= fewest ? long : []
  if (room.length > 0)
    return {
      kind: 'roomOffline',
      since: Math.min(...room.map(({ since }) => since)),
      devices: offline.map(({ id }) => id),
    }
  return long.length > 0 ? { kind: 'devicesOffline', devices: long } : { kind: 'nothing' }
}

/** So many devices of a room are its line rather than themselves. */
const mostOf = (devices: number) => Math.max(fewest, Math.ceil(0.6 * devices))

/** Whether a room's order for what is offline is over. */
export function isRoomRecovered(
  kind: 'roomNotOn' | 'roomOffline',
  devices: readonly Pick<RoomDevice, 'online'>[],
): boolean {
  const offline = devices.filter(({ online }) => !online).length
  return kind === 'roomNotOn' ? offline < devices.length : offline < fewest
}

/** Devices of open rooms, for what concerns all of them at once. */
export interface FleetDevice extends RoomDevice {
  readonly roomId: number
}

const outageWithin = 5 * minute
/** A server that starts again, or a line that blinks, has them back before. */
const outageLasts = minute
const outageDevices = 20
const outageRooms = 3

/**
 * The devices that went offline at once and stayed away, where they are so many that it is no room's business; else none.
 * @param elsewhere how many more are online
 */
export function findOutage(
  devices: readonly FleetDevice[],
  elsewhere: number,
  now: number,
): readonly FleetDevice[] {
  const gone = devices.filter(
    ({ online, since }) => !online && now - since >= outageLasts && now - since < outageWithin,
  )
  const before = gone.length + elsewhere + devices.filter(({ online }) => online).length
  const rooms = new Set(gone.map(({ roomId }) => roomId)).size
  const isOutage = gone.length >= outageDevices && rooms >= outageRooms && gone.length > 0.3 * before
  return isOutage ? gone : []
}

/** Whether so few of an outage's devices are left offline that it is over. */
export const outageOver = (devices: number, left: number) => left < 0.1 * devices
