import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export function contactsOf(db: Db, memberId: number) {
  return db
    .selectFrom('member')
    .select([
      'account',
      'phone',
      'mail',
      'mail_verified_at as mailVerifiedAt',
      'phone_verified_at as phoneVerifiedAt',
    ])
    .where('id', '=', memberId)
    .executeTakeFirst()
}

/** Whether second steps matter here: somebody is asked for one, or this member has one. */
export async function asksSecondSteps(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select second_step_for <> 'none' or exists (select from factor where member_id = ${memberId}) as asks
    from security_policy`.execute(db)
  return rows[0]?.asks ?? false
}
