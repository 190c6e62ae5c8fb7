import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { endForsaken } from './import.queries.ts'
import { importInterrupted } from './import.service.ts'
import { balanceLater } from './service.ts'
import { settledStatements } from './statement.queries.ts'

export const channelStatementTasks = namedTasks('channelStatements', {
  tidyUp: {
    everyMs: 30_000,
    runsIn: 'oneProcess',
    does: 'Says of imports without a sign of life for a minute that they failed, and ends statements whose last line was settled',
    dies: 'an import is read in one transaction: nothing of a dead one is left but its row',
  },
})
/** An import without a sign of life for so long is read by nobody. Seconds. */
const forsakenAfter = 60

/** Finishes what a killed process left: imports, and statements whose last line was settled. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  return repeatTask(channelStatementTasks.tidyUp, services, () => tidyUp(services))
}

export async function tidyUp(services: Services): Promise<void> {
  await endForsaken(services.db, forsakenAfter, importInterrupted)
  for (const id of await settledStatements(services.db)) await balanceLater(services, id)
}
