import type { Insertable } from 'kysely'
import type { Adjustment } from '../../generated/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'

export async function insertAdjustment(db: Db, row: Insertable<Adjustment>): Promise<number> {
  const { id } = await db.insertInto('adjustment').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
