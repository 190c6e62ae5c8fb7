import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { forgetGuesses } from './phoneGuesses.queries.ts'
import { forgetReadings } from './readings.queries.ts'
import { purgeEvents } from './security.queries.ts'

export const logTasks = namedTasks('operationLog', {
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes security events of more than a year ago, and forgets counted look-ups of phones and readings of people',
    dies: 'nothing is half removed; the next run goes on',
  },
})

export const startTasks = (services: Services) =>
  repeatTask(logTasks.purge, services, async () => {
    await purgeEvents(services.db)
    await forgetGuesses(services.db)
    await forgetReadings(services.db)
  })
