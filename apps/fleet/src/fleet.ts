import { startCrashes } from './crash.ts'
import type { FleetFile } from './keysFile.ts'
import { foreignManner } from './manner.ts'
import type { Room } from './model.ts'
import { type OpenFault, startPlayback } from './playback.ts'
import { startRepeatingFault } from './repeatingFault.ts'
import type { Pace } from './rounds.ts'
import { type SimulatorOptions, simulatorClient } from './simulatorClient.ts'
import { newStatistics, type Statistics } from './statistics.ts'

export interface FleetOptions extends Pace {
  readonly url: string
  /** The simulators to play, and what they play with. */
  readonly file: FleetFile
  /** 4 is MQTT 3.1.1, which every broker speaks. */
  readonly protocolVersion: 4 | 5
  /** Connections opened in a second. */
  readonly connectsPerSecond: number
  /** Faults that an earlier run left open, by serial number. */
  readonly openFaults?: ReadonlyMap<string, readonly OpenFault[]>
  /** See SimulatorOptions; asked with the serial number. */
  readonly mayConnect?: (sn: string) => boolean
  /** So many of the simulators, the first, have a loose cable. */
  readonly flap?: number
  /** So many of them, the first, are by other hands, and crash; every tenth of these was cloned. */
  readonly foreign?: number
  /** See SimulatorOptions. */
  readonly onAcked?: (id: string) => void
}

export interface Fleet {
  readonly statistics: Statistics
  /** Ends the sessions under way, says farewell for every simulator and disconnects. */
  stop(): Promise<void>
}

const batchMs = 20

/** Starts simulators, a few at a time, each at its own point of the day. */
export function startFleet(options: FleetOptions): Fleet {
  const statistics = newStatistics()
  const rooms = roomsOf(options.file)
  const stops: (() => Promise<void>)[] = []
  const waiting = options.file.devices.values()
  let allowance = 0
  let flapping = options.flap ?? 0
  let started = 0

  const starter = setInterval(() => {
    allowance += (options.connectsPerSecond * batchMs) / 1000
    for (; allowance >= 1; allowance -= 1) {
      const next = waiting.next()
      if (next.done) return clearInterval(starter)
      const device = next.value
      const room = rooms.get(device.roomId)
      if (room === undefined) throw new Error(`Simulator ${device.sn} stands in an unknown classroom`)
      const isForeign = started < (options.foreign ?? 0)
      const isCloned = isForeign && started % 10 === 0
      started += 1
      const own = {
        url: options.url,
        sn: device.sn,
        key: device.key,
        protocolVersion: options.protocolVersion,
        statistics,
        ...(device.software === undefined ? {} : { software: device.software }),
        ...(device.headsetIp === undefined ? {} : { headsetIp: device.headsetIp }),
        ...(options.mayConnect === undefined
          ? {}
          : { mayConnect: () => options.mayConnect?.(device.sn) ?? true }),
        ...(options.onAcked === undefined ? {} : { onAcked: options.onAcked }),
        ...(isForeign ? { manner: foreignManner(options.seed, device.sn) } : {}),
      }
      const simulator = simulatorClient(own)
      if (isForeign) {
        const still = startCrashes(simulator, device.sn, options.seed, 10_000 / options.speed)
        stops.push(async () => still())
      }
      if (isCloned) stops.push(clone(own))
      if (flapping > 0) {
        flapping -= 1
        const still = startRepeatingFault(simulator, device.sn, options.seed)
        stops.push(async () => still())
      }
      const seat = { sn: device.sn, room, file: options.file, pace: options }
      stops.push(startPlayback(simulator, seat, options.openFaults?.get(device.sn)))
    }
  }, batchMs)

  return {
    statistics,
    async stop() {
      clearInterval(starter)
      await Promise.all(stops.map(stop => stop()))
    },
  }
}

/** A second machine from the same disk image: its number and key, a name of its own to the broker, and nobody trains on it. */
function clone(options: SimulatorOptions): () => Promise<void> {
  const machine = simulatorClient({
    ...options,
    clientId: `${options.sn}-2`,
    manner: foreignManner(options.sn.length, `${options.sn}-2`),
  })
  machine.start()
  return () => machine.stop()
}

function roomsOf(file: FleetFile): Map<number, Room> {
  return new Map(
    file.rooms.map(room => [
      room.roomId,
      {
        ...room,
        simulators: file.devices.filter(device => device.roomId === room.roomId).map(one => one.sn),
      },
    ]),
  )
}
