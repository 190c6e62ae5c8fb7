import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { purgeJobs } from './lease.queries.ts'
import { serveNext, tellUnseen } from './runner.service.ts'
import { jobWaits } from './service.ts'

/** A job that waits says so; this finds what a process that is gone left. */
const serveEveryMs = 5_000
const tellEveryMs = 2_000
const upkeepEveryMs = 3_600_000
const keptDays = 90

/** Does what people set going for many records, in any number of servers at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  const { db, bus, log } = services
  let stopping = false
  const isStopping = () => stopping
  const server = every(serveEveryMs, log, async () => {
    let busy = true
    while (busy && !stopping) busy = await serveNext(services, isStopping)
  })
  const unhear = bus.hear(jobWaits, server.soon, server.soon)
  const jobs = [
    server,
    every(tellEveryMs, log, () => tellUnseen(services)),
    every(upkeepEveryMs, log, () => purgeJobs(db, keptDays)),
  ]
  return {
    async stop() {
      stopping = true
      unhear()
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
