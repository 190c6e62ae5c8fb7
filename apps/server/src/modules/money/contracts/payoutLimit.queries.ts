import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What one person may still pay to a school without asking another; below nothing where it is more already. Fen. */
export async function unaskedLeft(db: Db, schoolId: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select payout_limit_now() - paid_to_school(${schoolId}) as left`.execute(db)
  return rows[0]?.left ?? -1
}
