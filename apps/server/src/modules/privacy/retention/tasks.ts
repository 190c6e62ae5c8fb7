import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { clearWhatIsDue } from './service.ts'

export const retentionTasks = namedTasks('retention', {
  clear: {
    everyMs: 86_400_000,
    runsIn: 'oneProcess',
    does: 'Clears what is kept of people past the terms of 保存期限, 500 rows at a time, and erases at most 100 students',
    dies: 'a step is done whole or not at all; the next run goes on',
  },
})

export const startTasks = (services: Services) =>
  repeatTask(retentionTasks.clear, services, async () => {
    const cleared = [...(await clearWhatIsDue(services))].filter(([, rows]) => rows > 0)
    if (cleared.length > 0)
      services.log.info({ cleared: Object.fromEntries(cleared) }, 'what was past its term is cleared')
  })
