import type { House } from '../../platform/house.ts'
import { every } from '../../platform/jobs.ts'
import { serveDue } from './service.ts'

const serveEveryMs = 500

/** Sends the pushes whose time has come, part by part, in any number of servers at once. */
export function startJobs(house: House): { stop(): Promise<void> } {
  let stopping = false
  const job = every(serveEveryMs, house.log, async () => {
    let busy = true
    while (busy && !stopping) busy = await serveDue(house)
  })
  return {
    async stop() {
      stopping = true
      await job.stop()
    },
  }
}
