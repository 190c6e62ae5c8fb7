import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { watchLinks } from './link.service.ts'
import { closeRecovered, intake } from './service.ts'

export const faultTasks = namedTasks('faultIntake', {
  intake: {
    everyMs: 1_000,
    runsIn: 'oneProcess',
    does: 'Makes work orders of the faults that devices reported',
    dies: 'a fault leaves the queue in the transaction that opens its order, under the lock of its simulator: taken once',
    needs: 'OPERATIONS',
  },
  closeRecovered: {
    everyMs: 30_000,
    runsIn: 'oneProcess',
    does: 'Closes orders of faults that ended by themselves before anybody began',
    dies: 'one order a transaction, judged again under its lock',
    needs: 'OPERATIONS',
  },
  watchLinks: {
    everyMs: 30_000,
    runsIn: 'oneProcess',
    does: 'Opens and ends orders for devices that are offline in open rooms',
    dies: 'one room a transaction; the next run finds what is left',
    needs: 'OPERATIONS',
  },
})

/** Starts what makes orders of faults and of what is offline. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  if (!services.config.operations) return { stop: () => Promise.resolve() }
  return taskGroup([
    repeatTask(faultTasks.intake, services, async () => {
      await intake(services)
    }),
    repeatTask(faultTasks.closeRecovered, services, () => closeRecovered(services)),
    repeatTask(faultTasks.watchLinks, services, () => watchLinks(services, Date.now())),
  ])
}
