import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'

/** How many unread messages a person has. */
export async function countUnread(db: Db, memberId: number): Promise<number> {
  const { count } = await db
    .selectFrom('message')
    .select(sql<number>`count(*)`.as('count'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'unread')
    .executeTakeFirstOrThrow()
  return count
}
