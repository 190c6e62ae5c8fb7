import { dayMilliseconds } from '@drivesim/contract/businessDay'
import type { FileStore } from '../../../platform/files/fileStore.ts'
import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { jobWaits } from '../jobs/service.ts'
import { removeOld } from './service.ts'
import { removeOlderThan } from './storage.ts'
import { writeNext } from './writer.service.ts'

const tellEveryMs = 1_000
/** A job that waits says so; the interval finds what a process that is gone left. */
export const exportTasks = namedTasks('exports', {
  write: {
    everyMs: 5_000,
    runsIn: 'eachProcess',
    does: 'Writes the long files that people wait for, one at a time in each process',
    dies: 'a file is seen when it is whole; what a dead process began is begun again when its lease of 1 min is over',
  },
  removeOld: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes files whose time is over, and what lies there of no job',
    dies: 'nothing is half removed; the next run goes on',
  },
})
/** Whatever lies there a day longer than files are kept belongs to no job. */
const strayMs = 8 * dayMilliseconds

/** Writes files that people wait for, one at a time, in any number of servers at once; and removes files when their time is over. */
export function startTasks(services: Services, store: FileStore): { stop(): Promise<void> } {
  let isStopping = false
  const writer = { services, store, isStopping: () => isStopping, tellEveryMs }
  const writing = repeatTask(exportTasks.write, services, async () => {
    let busy = true
    while (busy && !isStopping) busy = await writeNext(writer)
  })
  const unhear = services.bus.hear(jobWaits, writing.soon, writing.soon)
  const removing = repeatTask(exportTasks.removeOld, services, async () => {
    await removeOld(services, store)
    await removeOlderThan(store, strayMs)
  })
  return taskGroup([writing, removing], () => {
    isStopping = true
    unhear()
  })
}
