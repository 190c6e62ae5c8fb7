import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { serveDue } from './service.ts'

export const pushTasks = namedTasks('pushes', {
  serve: {
    everyMs: 500,
    runsIn: 'oneProcess',
    does: 'Sends the pushes whose time has come, part by part',
    dies: 'a part and how far the push got are one transaction: whole or nothing, and any server goes on',
    needs: 'NOTICES',
  },
})

/** Sends the pushes whose time has come, part by part. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  let isOver = false
  const serving = repeatTask(pushTasks.serve, services, async () => {
    let busy = true
    while (busy && !isOver) busy = await serveDue(services)
  })
  return taskGroup([serving], () => {
    isOver = true
  })
}
