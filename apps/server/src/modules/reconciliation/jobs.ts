import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { endForsaken } from './import.queries.ts'
import { broken } from './import.service.ts'
import { balanceLater } from './service.ts'
import { settledStatements } from './statement.queries.ts'

const upkeepEveryMs = 30_000
/** An import without a sign of life for so long is read by nobody. Seconds. */
const forsakenAfter = 60

/** Finishes what a killed process left: imports, and statements whose last line was settled. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  return every(upkeepEveryMs, services.log, () => tidyUp(services))
}

export async function tidyUp(services: Services): Promise<void> {
  await endForsaken(services.db, forsakenAfter, broken)
  for (const id of await settledStatements(services.db)) await balanceLater(services, id)
}
