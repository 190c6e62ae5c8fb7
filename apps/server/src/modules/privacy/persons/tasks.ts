import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { letGoOfHeld, repeatErasures } from '../erasure/service.ts'

export const personTasks = namedTasks('persons', {
  letGo: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes identities of erased students that the law does not ask for any more',
    dies: 'nothing is half removed; the next run goes on',
  },
  keepErasures: {
    everyMs: 3_600_000,
    runsIn: 'eachProcess',
    does: 'Completes erasures.log in the data folder with those of other machines, and erases again whom a restored back-up brought back',
    dies: 'an erasure is done whole or not at all; a line that is there twice counts once',
  },
})

export function startTasks(services: Services) {
  const tasks = [
    repeatTask(personTasks.letGo, services, () => letGoOfHeld(services.db)),
    repeatTask(personTasks.keepErasures, services, async () => {
      await repeatErasures(services)
    }),
  ]
  return {
    async stop() {
      await Promise.all(tasks.map(task => task.stop()))
    },
  }
}
