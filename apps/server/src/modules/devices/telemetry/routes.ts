import { dayMilliseconds } from '@drivesim/contract/businessDay'
import type { Module, Services } from '../../../platform/module.ts'
import { openDb } from '../../../platform/postgres/db.ts'
import { telemetryChecks } from './checks.queries.ts'
import { openGateway } from './gateway.service.ts'
import { ensureMonths, othersListen } from './queries.ts'
import { telemetrySeed } from './seed.ts'
import { deviceTasks, startTasks } from './tasks.ts'
import { timings } from './timings.rules.ts'

/** A statement of a batch is cut off after so long; the batch is tried again, whole. */
const batchStatementMs = 30_000

/** What simulators report. It has no calls: it listens. */
export const telemetryModule: Module = {
  runsIn: 'intake',
  checks: telemetryChecks,
  seed: [telemetrySeed],
  tasks: deviceTasks,
  async start(services: Services) {
    const now = Date.now()
    await ensureMonths(services.db, new Date(now), new Date(now + 31 * dayMilliseconds))
    const batches = { ...services, db: openDb(services.pool, batchStatementMs) }
    const { gateway, stop } = openGateway(batches, timings)
    const link = await services.devices.serve(gateway)
    services.metrics.intakeConnected.readFrom(() => Number(services.devices.hears()))
    const tasks = startTasks(services, timings)
    return {
      async stop() {
        await tasks.stop()
        if (await othersListen(services.db)) await link.leave()
        await stop()
        await link.stop()
      },
    }
  },
}
