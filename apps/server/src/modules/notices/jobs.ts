import type { House } from '../../platform/house.ts'
import { every } from '../../platform/jobs.ts'
import { purgeTold } from './engine.queries.ts'
import { remind } from './engine.service.ts'

const remindEveryMs = 10_000
const upkeepEveryMs = 3_600_000

/** Reminds of devices, in any number of servers at once. */
export function startJobs(house: House): { stop(): Promise<void> } {
  const { db, log } = house
  const jobs = [
    every(remindEveryMs, log, async () => {
      await remind(house)
    }),
    every(upkeepEveryMs, log, () => purgeTold(db)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
