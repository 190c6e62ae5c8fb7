import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { purge } from './queries.ts'
import { deliverDue, providersOf } from './service.ts'

const deliverEveryMs = 1_000
const upkeepEveryMs = 3_600_000

/** Sends waiting mails and text messages, in any number of servers at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  const { config, db, log } = services
  const providers = providersOf(config)
  let stopping = false
  const isStopping = () => stopping
  const jobs = [
    every(deliverEveryMs, log, () => deliverDue(services, 'email', providers.email, isStopping)),
    every(deliverEveryMs, log, () => deliverDue(services, 'sms', providers.sms, isStopping)),
    every(upkeepEveryMs, log, () => purge(db)),
  ]
  return {
    async stop() {
      stopping = true
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
