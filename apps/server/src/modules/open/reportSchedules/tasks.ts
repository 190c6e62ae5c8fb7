import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { purgeRuns } from './due.queries.ts'
import { sendDue } from './send.service.ts'
import { reportWaits } from './service.ts'
import { tellEnded } from './tell.service.ts'

export const reportTasks = namedTasks('reportSchedules', {
  send: {
    everyMs: 2_000,
    runsIn: 'oneProcess',
    does: 'Has the reports written whose time has come, each once for each receiver, and sends those that are written. Of several times that no server ran at the latest is sent',
    dies: 'a report and the job that writes it are one transaction, and so are its message and its end: the next process goes on with the receivers that have none',
  },
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Forgets what was sent more than 180 days ago',
    dies: 'nothing is half removed; the next run goes on',
  },
})
const keptDays = 180

/** Sends reports at their hours, in one server at a time. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  const sending = repeatTask(reportTasks.send, services, async () => {
    await sendDue(services, Date.now())
    await tellEnded(services)
  })
  const unhear = services.bus.hear(reportWaits, sending.soon, sending.soon)
  const purging = repeatTask(reportTasks.purge, services, () => purgeRuns(services.db, keptDays))
  return taskGroup([sending, purging], unhear)
}
