import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { approveDue, escalateDue, handBack, recountTodo, resumeDue } from './due.service.ts'

const clocksEveryMs = 5_000
const handBackEveryMs = 30_000

/** What time brings, in any number of processes at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  if (!services.config.operations) return { stop: () => Promise.resolve() }
  const jobs = [
    every(clocksEveryMs, services.log, async () => {
      await recountTodo(services)
      await resumeDue(services)
      await escalateDue(services)
      await approveDue(services)
    }),
    every(handBackEveryMs, services.log, () => handBack(services)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
