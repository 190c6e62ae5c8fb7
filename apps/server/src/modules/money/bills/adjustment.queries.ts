import { type Insertable, sql } from 'kysely'
import type { Adjustment } from '../../../generated/schema.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export async function insertAdjustment(db: Db, row: Insertable<Adjustment>): Promise<number> {
  const { id } = await db.insertInto('adjustment').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Whether a school's adjustments of 30 days, whichever way they go, with one of `amount` exceed what one person may do. */
export async function exceedsLimit(db: Db, schoolId: number, amount: number): Promise<boolean> {
  const { rows } = await sql<{ exceeds: boolean }>`
    select ${Math.abs(amount)}::bigint + coalesce(sum(abs(amount)), 0) > payout_limit_now() as exceeds
    from adjustment where school_id = ${schoolId} and created_at > now() - interval '30 days'`.execute(db)
  return rows[0]?.exceeds ?? true
}
