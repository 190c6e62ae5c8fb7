import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import type { PictureStore } from '../../platform/pictures/pictureStore.ts'
import { removeUnused } from './service.ts'

const removeEveryMs = 3_600_000

/** Removes vouchers that nothing uses, in any number of servers at once. */
export const startJobs = (services: Services, store: PictureStore): { stop(): Promise<void> } =>
  every(removeEveryMs, services.log, async () => {
    await removeUnused(services, store)
    await store.close()
  })
