import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask } from '../../../platform/scheduledTasks.ts'
import { eventTopics } from '../events/service.ts'
import { makeSender } from './send.service.ts'

export const webhookTasks = namedTasks('webhooks', {
  send: {
    everyMs: 1_000,
    runsIn: 'eachProcess',
    does: 'Sends events to endpoints, at once when one is written, at most five at a time to each; what fails is tried nine times more within 76 h',
    dies: 'each process takes deliveries that no other has; what a dead one had is sent when its lease of 15 s is over, which may be a second time',
    needs: 'NOTICES',
  },
})

/** Sends events, in any number of servers at once. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  const sender = makeSender(services, () => sending.soon())
  const sending = repeatTask(webhookTasks.send, services, () => sender.beginDue())
  const endHearing = services.bus.hear(eventTopics.written, () => sending.soon())
  return {
    async stop() {
      endHearing()
      await sending.stop()
      await sender.stop()
    },
  }
}
