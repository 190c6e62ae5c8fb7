import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { removeUnused } from './service.ts'
import { attachmentStore } from './upload.service.ts'

export const attachmentTasks = namedTasks('attachments', {
  removeUnused: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes attachments that no record took for a day',
    dies: 'a file goes within the transaction of its row: if that fails, both are removed the next time',
  },
})

export const startTasks = (services: Services): { stop(): Promise<void> } =>
  repeatTask(attachmentTasks.removeUnused, services, () =>
    removeUnused(services, attachmentStore(services.files)),
  )
