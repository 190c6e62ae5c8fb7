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

/**
 * The one member who may be bound by a mail: enabled, it is theirs and verified, nobody else's, they are not bound to this provider yet,
 * and they are none of those who could do harm (decision 0096).
 */
export async function findByMail(db: Db, issuer: string, mail: string) {
  const { rows } = await sql<{ id: number; account: string; name: string; enabled: boolean }>`
    with found as (select m.id from member m where m.enabled and lower(m.mail) = lower(${mail}) and m.mail_verified_at is not null)
    select m.id, m.account, m.name, m.enabled
    from member m join found on found.id = m.id cross join security_policy y
    where (select count(*) from found) = 1
      and second_step_due(m, jsonb_populate_record(y, '{"second_step_for": "codes"}')) is null
      and not exists (select from external_identity i where i.member_id = m.id and i.issuer = ${issuer})`.execute(
    db,
  )
  return rows[0]
}

export async function insertIdentity(
  db: Db,
  { memberId, issuer, subject }: { memberId: number; issuer: string; subject: string },
): Promise<void> {
  await db.insertInto('external_identity').values({ member_id: memberId, issuer, subject }).execute()
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
