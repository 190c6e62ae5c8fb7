import type { House, Module } from '../../platform/house.ts'
import { openGateway } from './gateway.service.ts'
import { startJobs } from './jobs.ts'
import { ensureMonths, othersListen } from './queries.ts'
import { timings } from './timings.service.ts'

/** What simulators report (product §3 "How simulators report"). It has no calls: it listens. */
export const telemetryModule: Module = {
  async start(house: House) {
    const now = Date.now()
    await ensureMonths(house.db, new Date(now), new Date(now + 31 * 86_400_000))
    const { gateway, stop } = openGateway(house, timings)
    const link = await house.devices.serve(gateway)
    const jobs = startJobs(house, timings)
    return {
      async stop() {
        await jobs.stop()
        if (await othersListen(house.db)) await link.leave()
        await stop()
        await link.stop()
      },
    }
  },
}
