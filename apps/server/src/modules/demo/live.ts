import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startFleet } from '@drivesim/fleet/fleet'
import { readFleetFile } from '@drivesim/fleet/keysFile'
import { fleetFileName } from './seed.ts'

/** A lesson of 12 to 48 minutes takes 2 to 8 at this speed: the board moves while one looks at it, by night too. */
const speed = 6

interface DemoFleetOptions {
  readonly dataDir: string
  /** The embedded broker's. */
  readonly url: string
  /** Whether a simulator may connect: not while one of its number is connected from outside (`npm run fleet`). */
  readonly mayConnect?: (sn: string) => boolean
}

/** Lets the demo's simulators run inside the server. Without the demo's keys in `dataDir` there is nothing to run. */
export function startDemoFleet(options: DemoFleetOptions): { stop(): Promise<void> } {
  const path = join(options.dataDir, fleetFileName)
  if (!existsSync(path)) return { stop: async () => undefined }
  return startFleet({
    url: options.url,
    file: readFleetFile(path),
    speed,
    seed: 1,
    protocolVersion: 4,
    connectsPerSecond: 150,
    ...(options.mayConnect === undefined ? {} : { mayConnect: options.mayConnect }),
  })
}
