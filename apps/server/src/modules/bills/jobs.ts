import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import type { PictureStore } from '../../platform/pictures/pictureStore.ts'
import { removeUnused } from './attachment.service.ts'
import { closeDue } from './closing.service.ts'

const closeEveryMs = 60_000
const removeEveryMs = 3_600_000

/** Closes the months whose day has come, unless others do, and removes attachments that nothing took; in any number of processes at once. */
export function startJobs(services: Services, store: PictureStore): { stop(): Promise<void> } {
  const removing = every(removeEveryMs, services.log, () => removeUnused(services, store))
  if (!services.config.closing) return removing
  const closing = every(closeEveryMs, services.log, () => closeDue(services))
  return {
    async stop() {
      await Promise.all([removing.stop(), closing.stop()])
    },
  }
}
