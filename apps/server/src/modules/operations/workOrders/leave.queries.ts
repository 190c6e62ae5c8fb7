import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Ends the window that a simulator is in. @returns its order */
export async function endWindowOf(db: Db, simulatorId: number): Promise<number | undefined> {
  const { rows } = await sql<{ order_id: number }>`
    update maintenance_window set open = false, to_at = greatest(from_at, least(to_at, now()))
    where open and simulator_id = ${simulatorId} returning order_id`.execute(db)
  return rows[0]?.order_id
}

/** The open orders that say of a simulator alone that it is not to be used. */
export async function downOrders(db: Db, simulatorId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('work_order')
    .select('id')
    .where('simulator_id', '=', simulatorId)
    .where('device_down', '=', true)
    .where('state', 'not in', ['done', 'closed'])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The faults that staff raised of a simulator and that go on. */
export async function staffFaults(db: Db, simulatorId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fault')
    .select('code')
    .where('simulator_id', '=', simulatorId)
    .where('code', 'like', 'STAFF-%')
    .where('cleared_at', 'is', null)
    .execute()
  return rows.map(({ code }) => code)
}

/** Those of some simulators that leave something behind at their place: a window, an order's word, a fault of staff. */
export async function whereStaffWork(db: Db, simulatorIds: readonly number[]): Promise<number[]> {
  const ids = sql`any(${[...simulatorIds]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    select simulator_id as id from maintenance_window where open and simulator_id = ${ids}
    union
    select simulator_id from work_order
    where simulator_id = ${ids} and device_down and state not in ('done', 'closed')
    union
    select simulator_id from fault where simulator_id = ${ids} and code like 'STAFF-%' and cleared_at is null
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
