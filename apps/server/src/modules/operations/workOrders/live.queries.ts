import type { LiveEvents, WorkOrderEventKind, WorkOrderState } from '@drivesim/contract'
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

/** The steps that this transaction wrote into timelines, in their order. */
export async function stepsNow(
  db: Db,
  orderIds: readonly number[],
): Promise<{ orderId: number; kind: WorkOrderEventKind }[]> {
  const { rows } = await sql<{ orderId: number; kind: WorkOrderEventKind }>`
    select order_id as "orderId", kind from work_order_event
    where order_id = any(${[...orderIds]}::bigint[]) and xmin = pg_current_xact_id()::xid order by id`.execute(
    db,
  )
  return rows
}
