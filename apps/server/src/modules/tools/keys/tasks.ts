import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { renewSigningKey } from './signingKeys.service.ts'

export const keyTasks = namedTasks('keys', {
  renew: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Makes another key for access tokens every 90 days, and takes away those whose tokens have ended',
    dies: 'a key is there whole or not at all; whoever comes second under the lock finds it young',
  },
  read: {
    everyMs: 60_000,
    runsIn: 'eachProcess',
    does: 'Reads the keys of access tokens, so that each process knows a new one before it signs',
    dies: 'the process reads them when it starts; a token of a key that it does not know makes it read them too',
  },
})

export function startTasks(services: Services) {
  const { db, dataKeys, signingKeys } = services
  return taskGroup([
    repeatTask(keyTasks.renew, services, async () => {
      if ((await renewSigningKey(db, dataKeys)) !== null) await signingKeys.refresh()
    }),
    repeatTask(keyTasks.read, services, () => signingKeys.refresh()),
  ])
}
