import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { foldFigures, forgetHours } from './queries.ts'

export const figureTasks = namedTasks('figures', {
  tidy: {
    everyMs: 6 * 3_600_000,
    runsIn: 'oneProcess',
    does: 'Forgets hours that nobody asks for any more, and folds what many writers spread over slots on days that are over',
    dies: 'each statement is whole or nothing; sums stay the same before and after',
  },
})

export const startTasks = (services: Services) =>
  repeatTask(figureTasks.tidy, services, async () => {
    await forgetHours(services.db)
    await foldFigures(services.db)
  })
