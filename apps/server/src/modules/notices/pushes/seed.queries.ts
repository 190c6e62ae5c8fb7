import type { Insertable } from 'kysely'
import type { Push } from '../../../generated/schema.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** @returns their ids, in the same order */
export async function insertPushes(db: Db, rows: readonly Insertable<Push>[]): Promise<number[]> {
  const made = await db.insertInto('push').values(rows).returning('id').execute()
  return made.map(({ id }) => id)
}
