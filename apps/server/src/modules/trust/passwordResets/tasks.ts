import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { purgeRequests } from './queries.ts'
import { serveOne } from './service.ts'

export const passwordResetTasks = namedTasks('passwordResets', {
  serve: {
    everyMs: 1_000,
    runsIn: 'eachProcess',
    does: 'Sends a code or a link to those who forgot their password, where they may set one themselves',
    dies: 'each process takes those that no other has; what a dead one had waits on',
  },
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Forgets who asked to set a forgotten password two hours ago',
    dies: 'nothing is half removed; the next run goes on',
  },
})

export function startTasks(services: Services): { stop(): Promise<void> } {
  let isOver = false
  const serve = repeatTask(passwordResetTasks.serve, services, async () => {
    while (!isOver && (await serveOne(services)));
  })
  const purge = repeatTask(passwordResetTasks.purge, services, () => purgeRequests(services.db))
  return taskGroup([serve, purge], () => {
    isOver = true
  })
}
