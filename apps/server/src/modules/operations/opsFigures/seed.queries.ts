import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export async function countCosts(db: Db): Promise<void> {
  await sql`
    update work_order w set service_fee = service_fee
    where submitted_at is not null and exists (select from work_order_part p where p.order_id = w.id)`.execute(
    db,
  )
}
