import type { FileStore } from '../../../platform/files/fileStore.ts'
import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { removeUnused } from './attachment.service.ts'
import { closeDue } from './closing.service.ts'

export const billTasks = namedTasks('bills', {
  close: {
    everyMs: 60_000,
    runsIn: 'oneProcess',
    does: 'Closes the months of schools whose billing day has come, and confirms bills to which nobody objected in time',
    dies: 'each school’s month is one transaction under its lock: closed whole or not at all, once however many processes try',
    needs: 'CLOSING',
  },
  removeAttachments: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes attachments of bills that nothing took for a day',
    dies: 'nothing is half removed; the next run goes on',
  },
})

export function startTasks(services: Services, store: FileStore): { stop(): Promise<void> } {
  const removing = repeatTask(billTasks.removeAttachments, services, () => removeUnused(services, store))
  if (services.config.closing === '0') return removing
  return taskGroup([removing, repeatTask(billTasks.close, services, () => closeDue(services))])
}
