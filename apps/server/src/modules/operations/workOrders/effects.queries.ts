import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** The open faults of an order that were raised before an instant, of the devices themselves. */
export async function faultsToClose(
  db: Db,
  orderId: number,
  before: Date | null,
): Promise<{ id: number; simulatorId: number; code: string }[]> {
  return db
    .selectFrom('work_order_fault as l')
    .innerJoin('fault as f', 'f.id', 'l.fault_id')
    .select(['f.id', 'f.simulator_id as simulatorId', 'f.code'])
    .where('l.order_id', '=', orderId)
    .where('f.cleared_at', 'is', null)
    .where(sql<boolean>`f.raised_at <= ${before}::timestamptz`)
    .orderBy('f.id')
    .execute()
}

export async function markClosed(
  db: Db,
  faultIds: readonly number[],
  memberId: number | null,
): Promise<void> {
  if (faultIds.length === 0) return
  await sql`update fault set closed_by = ${memberId}::bigint where id = any(${[...faultIds]}::bigint[])`.execute(
    db,
  )
}

/** What an order's devices report still, in the words of the first. */
export async function firstReportedFault(db: Db, orderId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('work_order_fault as l')
    .innerJoin('fault as f', 'f.id', 'l.fault_id')
    .select('f.text')
    .where('l.order_id', '=', orderId)
    .where('f.cleared_at', 'is', null)
    .orderBy('f.raised_at')
    .limit(1)
    .executeTakeFirst()
  return row?.text
}
