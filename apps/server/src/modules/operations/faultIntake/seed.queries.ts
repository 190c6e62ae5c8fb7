import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export async function forgetCleared(db: Db): Promise<void> {
  await sql`delete from fault_todo t using fault f where f.id = t.fault_id and f.cleared_at is not null`.execute(
    db,
  )
}
