import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { openDue, openFailures } from './planned.service.ts'

const plansEveryMs = 300_000
const failuresEveryMs = 5_000

/** Starts what makes orders of plans and of what checklists found, in any number of servers at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  const { config, log } = services
  if (!config.operations) return { stop: () => Promise.resolve() }
  const jobs = [
    every(plansEveryMs, log, () => openDue(services)),
    every(failuresEveryMs, log, () => openFailures(services)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
