import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { purgeJobs } from './lease.queries.ts'
import { serveNext, tellUnseen } from './runner.service.ts'
import { jobWaits } from './service.ts'

const keptDays = 90
/** A job that waits says so; the interval finds what a process that is gone left. */
export const jobTasks = namedTasks('jobs', {
  serve: {
    everyMs: 5_000,
    runsIn: 'eachProcess',
    does: 'Does what people set going for many records, in turns of all their jobs',
    dies: 'a record and its row are one transaction: done once; another process goes on when the lease of 30 s is over',
  },
  tell: {
    everyMs: 2_000,
    runsIn: 'oneProcess',
    does: 'Sends a message of the end of a job that its owner did not see',
    dies: 'taken and told in one transaction',
  },
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes jobs that ended 90 days ago',
    dies: 'nothing is half removed; the next run goes on',
  },
})

/** Does what people set going for many records, in any number of servers at once. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  let isOver = false
  const isStopping = () => isOver
  const server = repeatTask(jobTasks.serve, services, async () => {
    let busy = true
    while (busy && !isOver) busy = await serveNext(services, isStopping)
  })
  const unhear = services.bus.hear(jobWaits, server.soon, server.soon)
  const others = [
    repeatTask(jobTasks.tell, services, () => tellUnseen(services)),
    repeatTask(jobTasks.purge, services, () => purgeJobs(services.db, keptDays)),
  ]
  return taskGroup([server, ...others], () => {
    isOver = true
    unhear()
  })
}
