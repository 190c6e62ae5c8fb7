import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { purgeAttention } from '../attention/service.ts'
import { purgeTold } from './engine.queries.ts'
import { remind } from './engine.service.ts'

export const noticeTasks = namedTasks('notices', {
  remind: {
    everyMs: 10_000,
    runsIn: 'oneProcess',
    does: 'Tells people what became due since the last look',
    dies: 'messages and how far it looked are one transaction: killed in between nothing happened, and two servers take turns',
    needs: 'NOTICES',
  },
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Forgets what was told and ended more than 400 days ago',
    dies: 'nothing is half removed; the next run goes on',
    needs: 'NOTICES',
  },
})
/** No interval between two reminders reaches back so far. */
const keptDays = 400

/** Reminds people. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  const { db } = services
  return taskGroup([
    repeatTask(noticeTasks.remind, services, async () => {
      await remind(services)
    }),
    repeatTask(noticeTasks.purge, services, async () => {
      await purgeTold(db, keptDays)
      await purgeAttention(db, keptDays)
    }),
  ])
}
