import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { workRequests } from './request.service.ts'

const requestsEveryMs = 2_000

/** Asks the channels what is due; not where nothing is to be sent (`NOTICES=0`), such as on a copy of a real database. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  if (!services.config.notices) return { stop: async () => undefined }
  let stopping = false
  const job = every(requestsEveryMs, services.log, () => workRequests(services, () => stopping))
  return {
    async stop() {
      stopping = true
      await job.stop()
    },
  }
}
