import { deliveriesKeptDays } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { purgeEvents, takenTypes } from './queries.ts'
import { eventTopics, listen } from './service.ts'

export const eventTasks = namedTasks('events', {
  readTaken: {
    everyMs: 60_000,
    runsIn: 'eachProcess',
    does: 'Reads which events are taken by endpoints; at once when that changes',
    dies: 'every process reads it when it starts',
  },
  purge: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Removes events of 30 days ago with what was sent of them',
    dies: 'each statement is whole or nothing, the next run goes on',
  },
})
/** In one statement, so that none takes long. */
const mostPurged = 5_000

/** From now on this process writes the events that are taken. */
export async function startTasks(services: Services): Promise<{ stop(): Promise<void> }> {
  const { db, bus, parts } = services
  const listener = { bus, parts: parts.events, types: new Set(await takenTypes(db)) }
  const endListening = listen(listener)
  const reading = repeatTask(eventTasks.readTaken, services, async () => {
    listener.types = new Set(await takenTypes(db))
  })
  const endHearing = bus.hear(eventTopics.taken, reading.soon, reading.soon)
  const purging = repeatTask(eventTasks.purge, services, async () => {
    while ((await purgeEvents(db, deliveriesKeptDays, mostPurged)) === mostPurged);
  })
  return taskGroup([reading, purging], () => {
    endHearing()
    endListening()
  })
}
