import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { purgeCodes } from './codes.queries.ts'

export const contactTasks = namedTasks('contacts', {
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes codes and links of a day ago',
    dies: 'nothing is half removed; the next run goes on',
  },
})

export const startTasks = (services: Services) =>
  repeatTask(contactTasks.purge, services, () => purgeCodes(services.db))
