import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { cleanUp } from './queries.ts'

/** After the order's end: nobody calls back any more. */
const phoneDays = 90

export const reportTasks = namedTasks('faultReports', {
  forget: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Forgets phones of passers-by whose order is over for 90 days, and what counted their attempts',
    dies: 'nothing is half removed; the next run goes on',
  },
})

export const startTasks = (services: Services): { stop(): Promise<void> } =>
  repeatTask(reportTasks.forget, services, () => cleanUp(services.db, phoneDays))
