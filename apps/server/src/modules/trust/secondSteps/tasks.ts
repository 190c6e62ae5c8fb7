import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { purgeChallenges } from './challenges.queries.ts'
import { purgeFailures } from './queries.ts'

export const secondStepTasks = namedTasks('secondSteps', {
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes what was begun and not gone on with, and failures of earlier days',
    dies: 'nothing is half removed; the next run goes on',
  },
})

export const startTasks = (services: Services) =>
  repeatTask(secondStepTasks.purge, services, async () => {
    await purgeChallenges(services.db)
    await purgeFailures(services.db)
  })
