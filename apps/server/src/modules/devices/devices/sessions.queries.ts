import type { devices, ParsedOf, SessionRow } from '@drivesim/contract'
import { unknownModule } from '@drivesim/contract/devices/telemetry/telemetry'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { placeOfPage } from '../../../platform/postgres/paging.ts'
import { matchesSearch } from '../../../platform/postgres/search.ts'
import { hasSessions } from '../../tools/archive/service.ts'
import type { Days } from './use.queries.ts'

const sessionFields = sql`
  t.record_id as "recordId", t.simulator_id as "simulatorId", t.student_id as "studentId", p.name as "studentName",
  t.module_id as "moduleId", coalesce(m.name, ${unknownModule}) as "moduleName", t.started_at as "startedAt", t.ended_at as "endedAt",
  t.seconds, t.effective_seconds as "effectiveSeconds", t.score, t.passed, t.ending,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'subSubject', coalesce(part.name, '其他'), 'text', e.value ->> 'text', 'points', (e.value -> 'points')::int
    ) order by e.ordinality)
    from jsonb_array_elements(t.errors) with ordinality e
    left join sub_subject part on part.id = (e.value ->> 'subSubjectId')::bigint
  ), '[]') as errors`

type Session = Omit<SessionRow, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }

const onTheWire = ({ startedAt, endedAt, ...row }: Session): SessionRow => ({
  ...row,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** The kept counts of what began on a simulator in the scope, by the day it began. */
export const countsByDay = (scope: Scope, what: 'sessions' | 'faults', simulatorId: number) => sql`
  select day as part, ${sql.ref(what)} as rows from simulator_day
  where simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}
    and ${what === 'sessions' ? hasSessions(sql`day`) : sql`true`}`

type SessionFilter = ParsedOf<typeof devices.sessionExport>

/** Whether a session is among those asked for, the days aside; null where only the days are asked for. */
function narrowed({ hour, moduleName }: SessionFilter): RawBuilder<unknown> | null {
  if (hour === undefined && !moduleName) return null
  return sql`(${hour ?? null}::int is null or extract(hour from started_at at time zone 'Asia/Shanghai') = ${hour ?? null}::int)
    and module_id in (select id from module where ${matchesSearch(moduleName, ['name'])})`
}

/** The sessions in the scope that are asked for. */
function found(scope: Scope, filter: SessionFilter): RawBuilder<unknown> {
  const { simulatorId, beginDate, endDate } = filter
  return sql`simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}
    and started_at >= ${beginDate === undefined ? sql`'-infinity'` : beginningOf(beginDate)}
    and started_at < ${endDate === undefined ? sql`'infinity'` : beginningOf(endDate, 1)}
    and ${narrowed(filter) ?? sql`true`}`
}

/** How many there are of each day: kept, but for what is asked for more narrowly, which is counted. */
function sessionCounts(scope: Scope, filter: SessionFilter): RawBuilder<unknown> {
  const { simulatorId, beginDate, endDate } = filter
  if (narrowed(filter) !== null) {
    return sql`
      select business_day(started_at) as part, count(*) as rows from training_session
      where ${found(scope, filter)} group by 1`
  }
  return sql`${countsByDay(scope, 'sessions', simulatorId)}
    and day between coalesce(${beginDate ?? null}::date, '-infinity') and coalesce(${endDate ?? null}::date, 'infinity')`
}

/**
 * The sessions on a simulator that happened in the scope, newest first. The kept counts say which days have the page; there
 * it is found on the index, and its rows are fetched after.
 */
export const sessions: List<SessionFilter, SessionRow> = {
  async page({ db, scope }, filter, paging) {
    const { total, within } = await placeOfPage<string>(db, sessionCounts(scope, filter), paging)
    if (within === null) return { rows: [], total, sum: undefined }
    const begun = (at: RawBuilder<unknown>) =>
      sql`${at} >= ${beginningOf(within.oldest)} and ${at} < ${beginningOf(within.newest, 1)}`
    const rows = await rowsOf(
      db,
      sql`
        select record_id, started_at from training_session
        where ${found(scope, filter)} and ${begun(sql`started_at`)}
        order by started_at desc, record_id desc
        limit ${paging.pageSize} offset ${within.skipped}`,
      begun(sql`t.started_at`),
    )
    return { rows, total, sum: undefined }
  },
  part({ db, scope }, filter, { last, most }) {
    const until = sql`${last?.startedAt ?? 'infinity'}::timestamptz`
    return rowsOf(
      db,
      sql`
        select record_id, started_at from training_session
        where ${found(scope, filter)}
          and started_at <= ${until} and (started_at, record_id) < (${until}, ${last?.recordId ?? 0})
        order by started_at desc, record_id desc
        limit ${most}`,
      sql`t.started_at <= ${until}`,
    )
  },
}

/** The last business day of those asked for whose sessions in the scope are archived; null where none are. */
export async function archivedUntil(
  db: Db,
  scope: Scope,
  { simulatorId, beginDate, endDate }: SessionFilter,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(d.day)::text as day from archived_month a
    join simulator_day d on d.day >= a.month and d.day < a.month + interval '1 month'
    where a.fact = 'training_session' and a.detached_at is not null
      and d.simulator_id = ${simulatorId} and d.sessions > 0 and ${scoped(scope, sql.ref('d.organ_id'))}
      and d.day between coalesce(${beginDate ?? null}::date, '-infinity') and coalesce(${endDate ?? null}::date, 'infinity')`.execute(
    db,
  )
  return rows[0]?.day ?? null
}

/** Whole rows of the sessions that a statement finds by key, newest first; months outside `when` are not opened. */
async function rowsOf(db: Db, found: RawBuilder<unknown>, when: RawBuilder<unknown>): Promise<SessionRow[]> {
  const { rows } = await sql<Session>`
    select ${sessionFields}
    from (${found}) found
    join training_session t on t.record_id = found.record_id and t.started_at = found.started_at and ${when}
    left join module m on m.id = t.module_id
    left join student p on p.id = t.student_id
    order by t.started_at desc, t.record_id desc`.execute(db)
  return rows.map(onTheWire)
}

/** Sessions as lists show them, and where they happened, by their records; no month besides theirs is opened. */
export async function sessionsOf(
  db: Db,
  records: readonly number[],
): Promise<(SessionRow & { organId: number })[]> {
  const { rows } = await sql<Session & { organId: number }>`
    select ${sessionFields}, t.organ_id as "organId"
    from unnest(${[...records]}::bigint[]) r (id)
    join training_session t on t.record_id = r.id and t.started_at = record_time(r.id)
    left join module m on m.id = t.module_id
    left join student p on p.id = t.student_id`.execute(db)
  return rows.map(({ organId, ...row }) => ({ ...onTheWire(row), organId }))
}

/** Sessions on a simulator that began on the business days, newest first, at most `most`. */
export async function sessionsOfDays(
  db: Db,
  scope: Scope,
  { simulatorId, first, last, most }: Days & { readonly simulatorId: number; readonly most: number },
): Promise<
  Pick<
    SessionRow,
    'recordId' | 'studentName' | 'moduleName' | 'startedAt' | 'endedAt' | 'seconds' | 'score'
  >[]
> {
  const { rows } = await sql<Session>`
    select t.record_id as "recordId", p.name as "studentName", coalesce(m.name, ${unknownModule}) as "moduleName", t.started_at as "startedAt",
      t.ended_at as "endedAt", t.seconds, t.score
    from training_session t
    left join module m on m.id = t.module_id
    left join student p on p.id = t.student_id
    where t.simulator_id = ${simulatorId}
      and t.started_at >= ${beginningOf(first)} and t.started_at < ${beginningOf(last, 1)}
      and ${scoped(scope, sql.ref('t.organ_id'))}
    order by t.started_at desc, t.record_id desc
    limit ${most}`.execute(db)
  return rows.map(onTheWire)
}
