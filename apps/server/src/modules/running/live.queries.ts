import type { CommandRow } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'

/**
 * The position of a read that follows: whatever an earlier transaction changed is seen by it, so that what a reader
 * misses are rows whose `changed_xid` is this or greater.
 */
export async function readPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('no snapshot')
  return row.position
}

/** The organisation of every simulator. */
export async function placesOfSimulators(db: Db): Promise<Map<number, number>> {
  const rows = await db.selectFrom('simulator').select(['id', 'organ_id']).execute()
  return new Map(rows.map(row => [row.id, row.organ_id]))
}

/** Simulators changed since a position that stand outside the scope now and stood inside it within the last day. */
export async function leftScope(db: Db, scope: Scope, since: number): Promise<number[]> {
  if (scope.organisations === null) return []
  const rows = await db
    .selectFrom('simulator_state as now')
    .innerJoin('simulator as s', 's.id', 'now.simulator_id')
    .select('s.id')
    .where('now.changed_xid', '>=', since)
    .where(({ not }) => not(scoped(scope, sql.ref('s.organ_id'))))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('simulator_interval as i')
          .select('i.simulator_id')
          .whereRef('i.simulator_id', '=', 's.id')
          .where('i.fact', '=', 'administration')
          .where('i.ended_at', '>', sql<Date>`now() - interval '1 day'`)
          .where(scoped(scope, sql.ref('i.organ_id'))),
      ),
    )
    .execute()
  return rows.map(row => row.id)
}

export interface LiveCommand {
  organId: number
  event: CommandRow & { simulatorId: number }
}

/** Commands as they are now: those of the ids, or those of the last ten minutes. */
export async function readCommands(
  db: Db,
  scope: Scope,
  ids: readonly string[] | 'recent',
): Promise<LiveCommand[]> {
  const rows = await db
    .selectFrom('simulator_command as c')
    .innerJoin('member as m', 'm.id', 'c.member_id')
    .select([
      'c.id as commandId',
      'c.simulator_id as simulatorId',
      'c.organ_id as organId',
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
    .$if(ids !== 'recent', query => query.where(sql<boolean>`c.id = any(${ids}::uuid[])`))
    .$if(ids === 'recent', query => query.where('c.sent_at', '>', sql<Date>`now() - interval '10 minutes'`))
    .execute()
  return rows.map(({ organId, sentAt, answeredAt, ...row }) => ({
    organId,
    event: { ...row, sentAt: sentAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null },
  }))
}

/** How many unread messages each of these members has. */
export async function unreadOf(db: Db, memberIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select x.id, coalesce(n.unread, 0) as count
    from unnest(${[...memberIds]}::bigint[]) as x (id) left join message_count n on n.member_id = x.id`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row.count]))
}
