import type { ContactKind } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A member's contact as it stands. */
export interface Contact {
  readonly kind: ContactKind
  readonly address: string | null
  readonly verifiedAt: Date | null
}

/** A member's contacts, mail first. */
export async function contactsOf(db: Db, memberId: number): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select c.kind, nullif(c.address, '') as address, c.verified_at as "verifiedAt"
    from member m
    cross join lateral (values ('mail', m.mail, m.mail_verified_at), ('sms', m.phone, m.phone_verified_at)) c (kind, address, verified_at)
    where m.id = ${memberId}`.execute(db)
  return rows
}

/** Locks a member's row: who changes or proves their contact at once take turns. */
export async function lockMember(db: Db, memberId: number): Promise<void> {
  await db.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().execute()
}

export async function setVerified(db: Db, memberId: number, kind: ContactKind): Promise<void> {
  const column = kind === 'mail' ? 'mail_verified_at' : 'phone_verified_at'
  await db
    .updateTable('member')
    .set({ [column]: sql`now()` })
    .where('id', '=', memberId)
    .execute()
}

/** From now on the first factor may be added in this session. */
export async function allowFirstFactor(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('session').set({ adds_factor: true }).where('id', '=', sessionId).execute()
}
