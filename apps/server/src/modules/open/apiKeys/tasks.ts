import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { purgeKeys } from './queries.ts'

export const apiKeyTasks = namedTasks('apiKeys', {
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes keys of programs that ended 90 days ago, and forgets where others were used from 30 days ago',
    dies: 'nothing is half removed; the next run goes on',
  },
})

export const startTasks = (services: Services) =>
  repeatTask(apiKeyTasks.purge, services, () => purgeKeys(services.db))
