import { dayMilliseconds } from '@drivesim/contract/businessDay'
import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { jobWaits } from '../jobs/service.ts'
import { removeOld } from './service.ts'
import type { ExportStore } from './storage.ts'
import { writeNext } from './writer.service.ts'

/** A job that waits says so; this finds what a process that is gone left. */
const writeEveryMs = 5_000
const tellEveryMs = 1_000
const upkeepEveryMs = 3_600_000
/** Whatever lies there a day longer than files are kept belongs to no job. */
const strayMs = 8 * dayMilliseconds

/** Writes files that people wait for, one at a time, in any number of servers at once; and removes those whose time is over. */
export function startJobs(services: Services, store: ExportStore): { stop(): Promise<void> } {
  const { bus, log } = services
  let stopping = false
  const writer = { services, store, isStopping: () => stopping, tellEveryMs }
  const writing = every(writeEveryMs, log, async () => {
    let busy = true
    while (busy && !stopping) busy = await writeNext(writer)
  })
  const unhear = bus.hear(jobWaits, writing.soon, writing.soon)
  const upkeep = every(upkeepEveryMs, log, async () => {
    await removeOld(services, store)
    await store.removeOlderThan(strayMs)
  })
  return {
    async stop() {
      stopping = true
      unhear()
      await Promise.all([writing.stop(), upkeep.stop()])
    },
  }
}
