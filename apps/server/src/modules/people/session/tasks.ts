import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { purgeGates } from './gate.queries.ts'
import { purgeCalls } from './limit.queries.ts'
import { purgeSessions } from './queries.ts'

export const sessionTasks = namedTasks('session', {
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes sessions that ended 30 days ago, and what counted sign-ins',
    dies: 'nothing is half removed; the next run goes on',
  },
})

export const startTasks = (services: Services) =>
  repeatTask(sessionTasks.purge, services, async () => {
    await purgeSessions(services.db)
    await purgeGates(services.db)
    await purgeCalls(services.db)
  })
