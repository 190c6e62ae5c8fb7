import type { CommandRow } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Commands (`c`) given where the scope is, as they are now. */
export function commandRows(db: Db, scope: Scope) {
  return db
    .selectFrom('simulator_command as c')
    .innerJoin('member as m', 'm.id', 'c.member_id')
    .select([
      'c.id as commandId',
      sql<CommandRow['command']>`c.command`.as('command'),
      sql<CommandRow['state']>`case
        when c.answered_at is not null then case when c.ok then 'done' else 'failed' end
        when c.expires_at <= clock_timestamp() then 'expired'
        else 'sent'
      end`.as('state'),
      'c.answer as text',
      'm.name as sentBy',
      'c.sent_at as sentAt',
      'c.answered_at as answeredAt',
    ])
    .where(scoped(scope, sql.ref('c.organ_id')))
}

/** The row as the wire has it. */
export function toCommandRow<R extends { sentAt: Date; answeredAt: Date | null }>({
  sentAt,
  answeredAt,
  ...row
}: R) {
  return { ...row, sentAt: sentAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null }
}
