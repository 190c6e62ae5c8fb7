import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { purgeAttention } from '../attention/service.ts'
import { purgeTold } from './engine.queries.ts'
import { remind } from './engine.service.ts'

const remindEveryMs = 10_000
const upkeepEveryMs = 3_600_000
/** No interval between two reminders reaches back so far. */
const keptDays = 400

/** Reminds people, in any number of servers at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  const { db, log } = services
  const jobs = [
    every(remindEveryMs, log, async () => {
      await remind(services)
    }),
    every(upkeepEveryMs, log, async () => {
      await purgeTold(db, keptDays)
      await purgeAttention(db, keptDays)
    }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
