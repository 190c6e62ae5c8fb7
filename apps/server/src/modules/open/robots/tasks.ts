import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { purgeMessages } from './queries.ts'
import { sayDue } from './sending.service.ts'

export const robotTasks = namedTasks('robots', {
  say: {
    everyMs: 1_000,
    runsIn: 'eachProcess',
    does: 'Tells group robots what waits: at most 15 calls a minute each; one that fails is tried eight times, after a minute at first and an hour at last',
    dies: 'each process takes robots that no other has; what a dead one had is said when its lease of 5 min is over, which may be a second time',
    needs: 'NOTICES',
  },
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes what was said or failed 180 days ago',
    dies: 'nothing is half removed; the next run goes on',
    needs: 'NOTICES',
  },
})

/** Tells robots, in any number of servers at once. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  let isOver = false
  return taskGroup(
    [
      repeatTask(robotTasks.say, services, () => sayDue(services, () => isOver)),
      repeatTask(robotTasks.purge, services, () => purgeMessages(services.db)),
    ],
    () => {
      isOver = true
    },
  )
}
