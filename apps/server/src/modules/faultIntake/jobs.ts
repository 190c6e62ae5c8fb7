import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { watchLinks } from './link.service.ts'
import { closeRecovered, intake } from './service.ts'

const intakeEveryMs = 1_000
const watchEveryMs = 30_000

/** Starts what makes orders of faults and of what is offline, in any number of servers at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  const { config, log } = services
  if (!config.operations) return { stop: () => Promise.resolve() }
  const jobs = [
    every(intakeEveryMs, log, async () => {
      await intake(services)
    }),
    every(watchEveryMs, log, () => closeRecovered(services)),
    every(watchEveryMs, log, () => watchLinks(services, Date.now())),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
