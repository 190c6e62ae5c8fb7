import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { purgeTold } from './engine.queries.ts'
import { remind } from './engine.service.ts'

const remindEveryMs = 10_000
const upkeepEveryMs = 3_600_000

/** Reminds of devices, in any number of servers at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  const { db, log } = services
  const jobs = [
    every(remindEveryMs, log, async () => {
      await remind(services)
    }),
    every(upkeepEveryMs, log, () => purgeTold(db)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
