import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { workRequests } from './request.service.ts'

/** Not where nothing is to be sent, such as on a copy of a real database. */
export const channelTasks = namedTasks('channels', {
  ask: {
    everyMs: 2_000,
    runsIn: 'eachProcess',
    does: 'Asks the payment channels what is due: orders that wait, codes to be closed, refunds',
    dies: 'each process takes requests that no other has; what a dead one had is taken when its lease of 2 min is over, and the channels know a request by its number',
    needs: 'NOTICES',
  },
})

/** Asks the channels what is due; not where nothing is to be sent (`NOTICES=0`), such as on a copy of a real database. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  if (!services.config.notices) return { stop: async () => undefined }
  let isStopping = false
  const asking = repeatTask(channelTasks.ask, services, () => workRequests(services, () => isStopping))
  return taskGroup([asking], () => {
    isStopping = true
  })
}
