import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Why somebody other than its owner's sign-out ended a session. */
export type EndReason = 'disabled' | 'passwordChanged' | 'kicked'

/** The sessions of a person that are still good, the latest used first. */
export function listSessions(db: Db, memberId: number) {
  return db
    .selectFrom('session')
    .select([
      'id',
      sql<string | null>`host(address)`.as('address'),
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends the sessions of a person, or one of them, or all but one. @returns how many that were good */
export async function endSessions(
  db: Db,
  memberId: number,
  reason: EndReason,
  { only, except }: { only?: string; except?: string } = {},
): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(only !== undefined, query => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, query => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  return ended.length
}
