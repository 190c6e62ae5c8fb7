import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { expireResets } from './queries.ts'

export const factorResetTasks = namedTasks('factorResets', {
  expire: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Ends requests to reset second steps that nobody decided within a week',
    dies: 'the next run ends them',
  },
})

export const startTasks = (services: Services) =>
  repeatTask(factorResetTasks.expire, services, () => expireResets(services.db))
