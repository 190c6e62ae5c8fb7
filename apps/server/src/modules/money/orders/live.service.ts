import type { LiveEvents } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { LivePart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayLive } from '../../tools/live/service.ts'
import { liveRows } from './live.queries.ts'

/** What changed: `recharge:5`, `course:12`, `refund:3`. */
export type OrderKey = `${LiveEvents['order']['kind']}:${number}`

/** Orders and refunds that were made or changed, by the lists and pages that show them. */
export const orderLive: LivePart<LiveEvents['order']> = {
  event: 'order',
  codes: [],
  async read(db, ids) {
    const rows = await liveRows(db, ids.map(String))
    return rows.map(({ organId, ...data }) => ({ key: `${data.kind}:${data.id}`, organId, data }))
  },
}

/** Tells the streams, as the last of a change. */
export const sayOrders = (services: Pick<Services, 'bus'>, db: Db, keys: readonly OrderKey[]) =>
  sayLive(services.bus, db, { order: keys })
