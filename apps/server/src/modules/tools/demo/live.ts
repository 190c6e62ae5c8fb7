import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startFleet } from '@drivesim/fleet/fleet'
import { readFleetFile } from '@drivesim/fleet/keysFile'
import type { Module, Services } from '../../../platform/module.ts'
import { toldSeed } from '../../notices/notices/service.ts'
import { readOpenFaults } from './queries.ts'
import { fleetFileName } from './seed.ts'

/** A lesson of 12 to 48 minutes takes 1 to 4 at this speed: the board moves while one looks at it, by night too. */
const speed = 12
/** After the first hour: slow enough that a day has about as many lessons, faults and reminders as those before it. */
const laterSpeed = 2

/**
 * Lets the demo's simulators run inside the server, over its own broker. A simulator of the same number that
 * connects from outside (`npm run fleet`) takes the place of ours for as long as it is there.
 */
export const demoModule: Module = {
  runsIn: 'intake',
  seed: [toldSeed],
  async start({ config, db, devices }: Services) {
    const path = join(config.dataDir, fleetFileName)
    const url = devices.address()
    const runs = config.demo && config.mqttUrl === undefined && url !== null && existsSync(path)
    if (!runs) return { stop: async () => undefined }
    const openFaults = new Map<string, { code: string; text: string }[]>()
    for (const { sn, ...fault } of await readOpenFaults(db)) {
      openFaults.set(sn, [...(openFaults.get(sn) ?? []), fault])
    }
    return startFleet({
      url,
      file: readFleetFile(path),
      speed,
      laterSpeed,
      seed: 1,
      protocolVersion: 4,
      connectsPerSecond: 150,
      openFaults,
      mayConnect: sn => devices.connections(sn) === 0,
    })
  },
}
