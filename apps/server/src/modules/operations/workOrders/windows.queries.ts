import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Opens a window for each simulator that has none. @returns those for which it did */
export async function openWindows(
  db: Db,
  orderId: number,
  simulatorIds: readonly number[],
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ simulator_id: number }>`
    insert into maintenance_window (simulator_id, order_id, from_at, to_at)
    select id, ${orderId}::bigint, ${at}::timestamptz, ${at}::timestamptz + interval '12 hours'
    from unnest(${[...simulatorIds]}::bigint[]) id order by id
    on conflict (simulator_id) where open do nothing returning simulator_id`.execute(db)
  return rows.map(row => row.simulator_id)
}

/** The order that has a window on a simulator. */
export function windowOf(db: Db, simulatorId: number): Promise<{ id: number; no: string } | undefined> {
  return db
    .selectFrom('maintenance_window as m')
    .innerJoin('work_order as w', 'w.id', 'm.order_id')
    .select(['w.id', 'w.no'])
    .where('m.simulator_id', '=', simulatorId)
    .where('m.open', '=', true)
    .executeTakeFirst()
}

/** Ends the windows of orders. @returns the simulators that were in one */
export async function endWindows(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ simulator_id: number }>`
    update maintenance_window set open = false, to_at = greatest(from_at, least(to_at, now()))
    where open and order_id = any(${[...orderIds]}::bigint[]) returning simulator_id`.execute(db)
  return rows.map(row => row.simulator_id)
}

/** Orders with maintenance windows that have lasted as long as they may. */
export async function lapsedWindows(db: Db): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from maintenance_window where open and to_at <= now() order by 1 limit 100`.execute(
    db,
  )
  return rows.map(row => row.order_id)
}
