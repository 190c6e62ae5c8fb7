import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { serveDue } from './service.ts'

const serveEveryMs = 500

/** Sends the pushes whose time has come, part by part, in any number of servers at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  let stopping = false
  const job = every(serveEveryMs, services.log, async () => {
    let busy = true
    while (busy && !stopping) busy = await serveDue(services)
  })
  return {
    async stop() {
      stopping = true
      await job.stop()
    },
  }
}
