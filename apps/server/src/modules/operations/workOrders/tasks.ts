import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { approveDue, escalateDue, handBack, recountTodo, resumeDue } from './deadlines.service.ts'

export const workOrderTasks = namedTasks('workOrders', {
  clocks: {
    everyMs: 5_000,
    runsIn: 'oneProcess',
    does: 'Does what time brings: counts clocks again after a change of hours, resumes what was paused until now, escalates, approves what nobody answered',
    dies: 'some orders a transaction, judged again under their locks: once, whoever comes first',
    needs: 'OPERATIONS',
  },
  handBack: {
    everyMs: 30_000,
    runsIn: 'oneProcess',
    does: 'Takes orders back from people who may no longer handle them',
    dies: 'one transaction, judged again under the locks',
    needs: 'OPERATIONS',
  },
})

/** What time brings. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  if (!services.config.operations) return { stop: () => Promise.resolve() }
  return taskGroup([
    repeatTask(workOrderTasks.clocks, services, async () => {
      await recountTodo(services)
      await resumeDue(services)
      await escalateDue(services)
      await approveDue(services)
    }),
    repeatTask(workOrderTasks.handBack, services, () => handBack(services)),
  ])
}
