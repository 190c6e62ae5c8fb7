import type { House } from '../../platform/house.ts'
import { every } from '../../platform/jobs.ts'
import { purge } from './queries.ts'
import { deliverDue, providersOf } from './service.ts'

const deliverEveryMs = 1_000
const upkeepEveryMs = 3_600_000

/** Carries letters out of the house, in any number of servers at once. */
export function startJobs(house: House): { stop(): Promise<void> } {
  const { config, db, log } = house
  const providers = providersOf(config)
  let stopping = false
  const isStopping = () => stopping
  const jobs = [
    every(deliverEveryMs, log, () => deliverDue(house, 'email', providers.email, isStopping)),
    every(deliverEveryMs, log, () => deliverDue(house, 'sms', providers.sms, isStopping)),
    every(upkeepEveryMs, log, () => purge(db)),
  ]
  return {
    async stop() {
      stopping = true
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
