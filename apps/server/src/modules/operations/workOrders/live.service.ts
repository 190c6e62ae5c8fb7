import type { LiveEvents } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { LivePart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayLive } from '../../tools/live/service.ts'
import { sayWorkOrderEvents } from './events.service.ts'
import { liveRows } from './live.queries.ts'

/** Orders that were made or changed, by the lists and pages that show them. */
export const workOrderLive: LivePart<LiveEvents['workOrder']> = {
  event: 'workOrder',
  codes: ['ops'],
  async read(db, ids) {
    const rows = await liveRows(db, ids.map(Number))
    return rows.map(({ organId, ...data }) => ({ key: data.orderId, organId, data }))
  },
}

/** Tells the streams of orders and simulators, and other software of what happened to the orders, as the last of a change. */
export async function sayWorkOrders(
  { bus }: Pick<Services, 'bus'>,
  db: Db,
  orderIds: readonly number[],
  simulatorIds: readonly number[] = [],
): Promise<void> {
  await sayLive(bus, db, { workOrder: orderIds, simulator: simulatorIds })
  await sayWorkOrderEvents(db, orderIds)
}
