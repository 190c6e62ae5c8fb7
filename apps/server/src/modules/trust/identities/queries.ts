import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** The member that somebody is at the provider. */
export function memberOf(db: Db, issuer: string, subject: string) {
  return db
    .selectFrom('external_identity as i')
    .innerJoin('member as m', 'm.id', 'i.member_id')
    .select(['m.id', 'm.account', 'm.name', 'm.enabled'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
}

export function identitiesOf(db: Db, memberId: number) {
  return db
    .selectFrom('external_identity')
    .select(['id', 'issuer', 'subject', 'bound_at as boundAt'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
}

/** Ends the sessions that began with one of the provider's, or all that somebody began there. @returns whose they were */
export async function endProviderSessions(
  db: Db,
  issuer: string,
  { sid, sub }: { sid: string | null; sub: string | null },
): Promise<number[]> {
  const { rows } = await sql<{ member_id: number }>`
    update session s set ended_at = now(), end_reason = 'replaced'
    where s.ended_at is null and s.provider_session is not null
      and (s.provider_session = ${sid} or (${sid}::text is null and s.member_id in (
        select member_id from external_identity where issuer = ${issuer} and subject = ${sub})))
    returning member_id`.execute(db)
  return [...new Set(rows.map(({ member_id }) => Number(member_id)))]
}
