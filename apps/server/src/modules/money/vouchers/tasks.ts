import type { FileStore } from '../../../platform/files/fileStore.ts'
import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { removeUnused } from './service.ts'

export const voucherTasks = namedTasks('vouchers', {
  removeUnused: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes slips that nothing took for a day',
    dies: 'a file goes within the transaction of its row: if that fails, both are removed the next time',
  },
})

export const startTasks = (services: Services, store: FileStore): { stop(): Promise<void> } =>
  repeatTask(voucherTasks.removeUnused, services, async () => {
    await removeUnused(services, store)
    await store.close()
  })
