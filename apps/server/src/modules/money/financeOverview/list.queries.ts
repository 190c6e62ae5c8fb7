import type { IncomeKind, IncomeRow, UncoveredRow } from '@drivesim/contract'
import { archivedSession, unknownModule } from '@drivesim/contract/devices/telemetry/telemetry'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals } from '../../../platform/postgres/search.ts'

interface Days {
  beginDate?: string | undefined
  endDate?: string | undefined
}
interface IncomeFilter extends Days {
  organId?: number | undefined
  kind?: IncomeKind | undefined
}
interface UncoveredFilter extends Days {
  schoolId?: number | undefined
}

const within = (day: RawBuilder<unknown>, { beginDate, endDate }: Days) =>
  sql<SqlBool>`(${beginDate === undefined ? sql`true` : sql`${day} >= ${beginDate}::date`}
    and ${endDate === undefined ? sql`true` : sql`${day} <= ${endDate}::date`})`

/** What paid course orders of organisations in the scope, and what went back. */
function incomesOf(scope: Scope, { organId, kind, ...days }: IncomeFilter): RawBuilder<unknown> {
  const sign = kind === undefined ? sql`true` : kind === 'sale' ? sql`f.amount > 0` : sql`f.amount < 0`
  return sql`
    from order_funding f join course_order o on o.id = f.course_order_id
    where ${within(sql.ref('f.day'), days)} and ${sign} and ${scoped(scope, sql.ref('o.organ_id'))}
      and ${organId === undefined ? sql`true` : isBelow(sql.ref('o.organ_id'), organId)}`
}

/** What came in and went back: the latest day first, in the file the newest. */
export const incomes: List<IncomeFilter, IncomeRow, { amount: number }> = {
  async page({ db, scope }, filter, { pageNum, pageSize }) {
    const { rows } = await sql<{ ids: number[]; total: number; amount: number }>`
      with found as materialized (select f.id, f.day, f.amount ${incomesOf(scope, filter)})
      select (select count(*) from found)::bigint as total,
        (select coalesce(sum(amount), 0) from found)::bigint as amount,
        array(select id from found order by day desc, id desc limit ${pageSize} offset ${pageNum * pageSize}) as ids`.execute(
      db,
    )
    const { ids = [], total = 0, amount = 0 } = rows[0] ?? {}
    const page = await incomeRows(
      db,
      sql`where f.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], f.id)`,
    )
    return { rows: page, total, sum: { amount } }
  },
  part({ db, scope }, filter, { last, most }) {
    const before = last?.fundingId ?? Number.MAX_SAFE_INTEGER
    return incomeRows(
      db,
      sql`where f.id in (select f.id ${incomesOf(scope, filter)} and f.id < ${before} order by f.id desc limit ${most})
        order by f.id desc`,
    )
  },
}

async function incomeRows(db: Db, which: RawBuilder<unknown>): Promise<IncomeRow[]> {
  const { rows } = await sql<IncomeRow>`
    select f.id as "fundingId", f.day, o.id as "orderId", o.no as "orderNo", b.no as "refundNo", s.name as "studentName",
      c.name as "courseName", organ.name as "organName", r.channel, f.amount
    from order_funding f
    join course_order o on o.id = f.course_order_id
    join recharge_order r on r.id = f.recharge_order_id
    join student s on s.id = o.student_id
    join course c on c.id = o.course_id
    join organisation organ on organ.id = o.organ_id
    left join refund b on b.id = f.refund_id
    ${which}`.execute(db)
  return rows
}

/** Sessions in the scope with minutes that no order had; what was corrected to nothing is left out. */
const uncoveredOf = (scope: Scope, { schoolId, ...days }: UncoveredFilter) => sql`
  select m.record_id as id, min(m.day) as day, sum(m.minutes)::bigint as minutes, min(m.student_id) as student_id,
    min(m.school_id) as school_id
  from minute_entry m
  where m.course_order_id is null and ${within(sql.ref('m.day'), days)} and ${scoped(scope, sql.ref('m.school_id'))}
    and ${equals('m.school_id', schoolId)}
  group by m.record_id having sum(m.minutes) <> 0`

/** Training without an order: the latest day first, in the file the newest. */
export const uncovered: List<UncoveredFilter, UncoveredRow, { minutes: number }> = {
  async page({ db, scope }, filter, { pageNum, pageSize }) {
    const { rows } = await sql<{ ids: number[]; total: number; minutes: number }>`
      with found as materialized (${uncoveredOf(scope, filter)})
      select (select count(*) from found)::bigint as total,
        (select coalesce(sum(minutes), 0) from found)::bigint as minutes,
        array(select id from found order by day desc, id desc limit ${pageSize} offset ${pageNum * pageSize}) as ids`.execute(
      db,
    )
    const { ids = [], total = 0, minutes = 0 } = rows[0] ?? {}
    const page = await uncoveredRows(
      db,
      scope,
      filter,
      sql`where u.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], u.id)`,
    )
    return { rows: page, total, sum: { minutes } }
  },
  part({ db, scope }, filter, { last, most }) {
    const before = last?.recordId ?? Number.MAX_SAFE_INTEGER
    return uncoveredRows(db, scope, filter, sql`where u.id < ${before} order by u.id desc limit ${most}`)
  },
}

async function uncoveredRows(
  db: Db,
  scope: Scope,
  filter: UncoveredFilter,
  which: RawBuilder<unknown>,
): Promise<UncoveredRow[]> {
  const { rows } = await sql<Omit<UncoveredRow, 'startedAt'> & { startedAt: Date }>`
    select u.id as "recordId", u.student_id as "studentId", s.name as "studentName", o.name as "schoolName",
      case when t.record_id is null then ${archivedSession} else coalesce(module.name, ${unknownModule}) end as "moduleName",
      record_time(u.id) as "startedAt", u.day, u.minutes
    from (${uncoveredOf(scope, filter)}) u
    left join training_session t on t.record_id = u.id and t.started_at = record_time(u.id)
    left join module on module.id = t.module_id
    join student s on s.id = u.student_id
    join organisation o on o.id = u.school_id
    ${which}`.execute(db)
  return rows.map(({ startedAt, ...row }) => ({ ...row, startedAt: startedAt.toISOString() }))
}
