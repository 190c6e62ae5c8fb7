import type { LiveEvents, WorkOrderState } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Where orders are and how far. */
export function liveRows(
  db: Db,
  ids: readonly number[],
): Promise<(LiveEvents['workOrder'] & { organId: number })[]> {
  return db
    .selectFrom('work_order as w')
    .select([
      'w.id as orderId',
      sql<WorkOrderState>`w.state`.as('state'),
      'w.assignee_id as assigneeId',
      'w.simulator_id as simulatorId',
      'w.organ_id as organId',
    ])
    .where(sql<boolean>`w.id = any(${[...ids]}::bigint[])`)
    .execute()
}
