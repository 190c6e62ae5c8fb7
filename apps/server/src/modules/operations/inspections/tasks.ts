import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { openDue, openFailures } from './planned.service.ts'

export const inspectionTasks = namedTasks('inspections', {
  openDue: {
    everyMs: 300_000,
    runsIn: 'oneProcess',
    does: 'Makes the orders of maintenance plans that are due, one for each room',
    dies: 'one plan a transaction, under its lock: each device is taken once',
    needs: 'OPERATIONS',
  },
  openFailures: {
    everyMs: 5_000,
    runsIn: 'oneProcess',
    does: 'Opens an order for each point of a checklist that failed',
    dies: 'taken and opened in one transaction: each once',
    needs: 'OPERATIONS',
  },
})

/** Starts what makes orders of plans and of what checklists found. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  if (!services.config.operations) return { stop: () => Promise.resolve() }
  return taskGroup([
    repeatTask(inspectionTasks.openDue, services, () => openDue(services)),
    repeatTask(inspectionTasks.openFailures, services, () => openFailures(services)),
  ])
}
