import type { EventType } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { sayEvent } from '../../open/events/service.ts'
import { sayOrders } from './live.service.ts'
import { closeUnpaid, finishExpired } from './minutes.queries.ts'

export const orderTasks = namedTasks('orders', {
  closeUnpaid: {
    everyMs: 30_000,
    runsIn: 'oneProcess',
    does: 'Closes course orders that nobody paid for 30 minutes',
    dies: '200 orders a transaction, skipping those that another has locked',
  },
  endExpired: {
    everyMs: 600_000,
    runsIn: 'oneProcess',
    does: 'Ends paid orders on the day after their last',
    dies: '200 orders a transaction, one process after the other',
  },
})
/** Orders in one transaction, so that none holds up the devices' batch. */
const mostAtOnce = 200

/** Closes what nobody paid and ends what expired. */
export function startTasks(services: Services): { stop(): Promise<void> } {
  return taskGroup([
    repeatTask(orderTasks.closeUnpaid, services, () => closeLate(services)),
    repeatTask(orderTasks.endExpired, services, () => endExpired(services)),
  ])
}

/** Course orders that wait for 30 minutes are closed. */
export const closeLate = (services: Services) =>
  inTurns(services, 'courseOrder.closed', db => closeUnpaid(db, mostAtOnce))

/** Paid orders end the day after their last. */
export const endExpired = (services: Services) =>
  inTurns(services, 'courseOrder.ended', db => finishExpired(db, mostAtOnce))

async function inTurns(
  services: Services,
  type: EventType,
  work: (db: Db) => Promise<number[]>,
): Promise<void> {
  for (;;) {
    const done = await services.db.transaction().execute(async db => {
      const ids = await work(db)
      await sayOrders(
        services,
        db,
        ids.map(id => `course:${id}` as const),
      )
      await sayEvent(db, type, ids)
      return ids.length
    })
    if (done < mostAtOnce) return
  }
}
