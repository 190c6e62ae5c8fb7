import { type DataOf, type home, mostPinned } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { isMissed, simulatorRows, toSimulatorRow } from '../../devices/devices/rows.service.ts'

type DevicesPart = NonNullable<DataOf<typeof home.overview>['devices']>

const mostAttention = 10

/** Simulators in fault first, then those offline that were connected before; longest waiting first. */
export async function needingAttention(db: Db, scope: Scope): Promise<DevicesPart['attention']> {
  const rows = await simulatorRows(db)
    .select('now.state_since as stateSince')
    .where('now.state_id', 'in', ['fault', 'offline'])
    .where(isMissed)
    .where(scoped(scope, sql.ref('s.organ_id')))
    .orderBy(sql`now.state_id <> 'fault'`)
    .orderBy('now.state_since')
    .orderBy('s.id')
    .limit(mostAttention)
    .execute()
  return rows.map(row => ({ ...toSimulatorRow(row), stateSince: row.stateSince.toISOString() }))
}

async function onlyRow<Row>(rows: Promise<{ rows: Row[] }>): Promise<Row> {
  const [row] = (await rows).rows
  if (row === undefined) throw new Error('an aggregate gave no row')
  return row
}

/** Today's finished sessions in the scope; `people` are the known students. */
export function useOfToday(db: Db, scope: Scope): Promise<DevicesPart['today']> {
  return onlyRow(
    sql<DevicesPart['today']>`
      select coalesce(sum(u.times), 0)::bigint as times, coalesce(sum(u.seconds), 0)::bigint as seconds,
        coalesce(sum(u.effective_seconds), 0)::bigint as "effectiveSeconds",
        count(distinct u.student_id) filter (where u.student_id <> 0) as people
      from usage_day u where u.day = business_day(now()) and ${scoped(scope, sql.ref('u.organ_id'))}`.execute(
      db,
    ),
  )
}

const yesterday = beginningOf(sql`business_day(now())`, -1)

/**
 * The same figures of yesterday, as they stood at this time of the day: sessions that had ended by then. No rollup
 * cuts a day at any minute, so these are the sessions of one day, found by their ids, which are ordered by time.
 */
export function useOfYesterdayByNow(db: Db, scope: Scope): Promise<DevicesPart['yesterday']> {
  return onlyRow(
    sql<DevicesPart['yesterday']>`
      select count(*) as times, coalesce(sum(t.seconds), 0)::bigint as seconds,
        coalesce(sum(t.effective_seconds), 0)::bigint as "effectiveSeconds", count(distinct t.student_id) as people
      from training_session t
      where t.started_at >= ${yesterday}
        and t.started_at < now() - interval '1 day'
        and t.record_id >= first_record_id(${yesterday})
        and t.record_id < first_record_id(now() - interval '1 day' + interval '1 second')
        and t.ended_at <= now() - interval '1 day'
        and ${scoped(scope, sql.ref('t.organ_id'))}`.execute(db),
  )
}

/** Training seconds of today's finished sessions by the hour they began in, every hour of the day. */
export async function hoursOfToday(db: Db, scope: Scope): Promise<DevicesPart['hours']> {
  const { rows } = await sql<DevicesPart['hours'][number]>`
    select h.hour, coalesce(sum(u.seconds), 0)::bigint as seconds
    from generate_series(0, 23) h (hour)
    left join usage_hour u
      on u.hour_at = ${beginningOf(sql`business_day(now())`)} + make_interval(hours => h.hour)
      and ${scoped(scope, sql.ref('u.organ_id'))}
    group by h.hour order by h.hour`.execute(db)
  return rows
}

/** Each classroom in the scope that is in use, with how many simulators stand in it and are online. */
export function classroomTable(db: Db, scope: Scope): Promise<DataOf<typeof home.table>> {
  return db
    .selectFrom('classroom as c')
    .innerJoin('organisation as o', 'o.id', 'c.organ_id')
    .leftJoin('simulator as s', 's.room_id', 'c.id')
    .leftJoin('simulator_state as now', 'now.simulator_id', 's.id')
    .select([
      'o.name as organName',
      'c.name as classroomName',
      sql<number>`count(s.id)`.as('total'),
      sql<number>`count(s.id) filter (where now.online)`.as('online'),
    ])
    .where(scoped(scope, sql.ref('c.organ_id')))
    .where('c.enabled', '=', true)
    .groupBy(['o.id', 'c.id'])
    .orderBy('o.id')
    .orderBy('c.id')
    .execute()
}

/** 公告: pushes that reached a person and are pinned still; not those that they threw away. */
export async function pinnedFor(
  db: Db,
  memberId: number,
): Promise<NonNullable<DataOf<typeof home.overview>['pinned']>> {
  const rows = await db
    .selectFrom('push as p')
    .innerJoin('message as m', 'm.push_id', 'p.id')
    .select([
      'm.id as messageId',
      'm.title',
      'm.brief',
      'p.sent_at as sentAt',
      'p.pinned_until as pinnedUntil',
    ])
    .where('p.pinned_until', '>', sql<Date>`now()`)
    .where('p.state', '=', 'sent')
    .where('m.member_id', '=', memberId)
    .where('m.state', '<>', 'trash')
    .orderBy('p.sent_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(mostPinned)
    .execute()
  return rows.flatMap(({ sentAt, pinnedUntil, ...row }) =>
    sentAt === null || pinnedUntil === null
      ? []
      : [{ ...row, sentAt: sentAt.toISOString(), pinnedUntil: pinnedUntil.toISOString() }],
  )
}
