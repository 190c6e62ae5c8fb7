import { largestMailedFile } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { fileForMail } from '../../tools/exports/unasked.service.ts'
import { purge } from './queries.ts'
import { deliverDue, providersOf } from './service.ts'

export const outboxTasks = namedTasks('outbox', {
  mail: {
    everyMs: 1_000,
    runsIn: 'eachProcess',
    does: 'Sends the mails that wait; one that fails is tried eight times, after a minute at first and an hour at last',
    dies: 'each process takes entries that no other has; what a dead one had is sent when its lease of 2 min is over, which may be a second time',
    needs: 'NOTICES',
  },
  sms: {
    everyMs: 1_000,
    runsIn: 'eachProcess',
    does: 'The same for text messages',
    dies: 'likewise',
    needs: 'NOTICES',
  },
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes what was sent or failed 180 days ago',
    dies: 'nothing is half removed; the next run goes on',
    needs: 'NOTICES',
  },
})

/** Sends waiting mails and text messages, in any number of servers at once. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  const providers = providersOf(services.config, jobId =>
    fileForMail(services, { jobId, mostBytes: largestMailedFile }),
  )
  let isOver = false
  const isStopping = () => isOver
  const tasks = [
    repeatTask(outboxTasks.mail, services, () => deliverDue(services, 'email', providers.email, isStopping)),
    repeatTask(outboxTasks.sms, services, () => deliverDue(services, 'sms', providers.sms, isStopping)),
    repeatTask(outboxTasks.purge, services, () => purge(services.db)),
  ]
  return taskGroup(tasks, () => {
    isOver = true
  })
}
