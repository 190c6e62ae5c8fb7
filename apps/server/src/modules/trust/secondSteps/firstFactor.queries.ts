import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What is asked of whoever is behind a session: whether they must have a factor, have one, and may add their first in it. */
export async function obligationOf(
  db: Db,
  sessionId: string,
): Promise<{ readonly isObliged: boolean; readonly hasFactor: boolean; readonly addsFactor: boolean }> {
  return db
    .selectFrom('session as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select([
      's.adds_factor as addsFactor',
      sql<boolean>`(select second_step_due(m, y) is not null from security_policy y)`.as('isObliged'),
      sql<boolean>`exists (select from factor f where f.member_id = m.id)`.as('hasFactor'),
    ])
    .where('s.id', '=', sessionId)
    .executeTakeFirstOrThrow()
}

/** Whether somebody needs a factor and has none. */
export async function lacksFactor(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select second_step_due(m, y) is not null and not exists (select from factor f where f.member_id = m.id) as lacks
    from member m cross join security_policy y where m.id = ${memberId}`.execute(db)
  return rows[0]?.lacks ?? false
}
