import {
  type FactRow,
  maskPhone,
  type PeopleFigure,
  type RechargeChannel,
  rechargeChannels,
} from '@drivesim/contract'
import { unknownModule } from '@drivesim/contract/devices/telemetry/telemetry'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import type { DayRange } from '../figures/read.service.ts'
import { within } from './place.queries.ts'

/** What a figure counts, one by one. */
export type FactKind = 'student' | 'recharge' | 'course' | 'income' | 'session'

/** What a reader of lists sees: facts of `scope`; phones of all students in `whole`, of which `scope` may be one area. */
export interface ReaderSight {
  readonly scope: Scope
  readonly whole: Scope
}

/** Facts of a kind and these days, those alone that come after a row of the list. */
export interface Facts extends DayRange {
  readonly kind: FactKind
  readonly organId: number | undefined
  readonly after?: FactRow | undefined
}

interface Part {
  readonly most: number
  readonly skipped: number
}

interface Source {
  /** The facts, the newest first, with an id that is unique among them. */
  readonly rows: (scope: Scope, facts: Facts) => RawBuilder<unknown>
  /** The text of a row, looked up for the rows of the `page` alone and not for those that it skips. */
  readonly what: RawBuilder<unknown>
}

/** The facts behind the figures, the same as in `figure_fact`. Each finds its rows in an index by day before anything is joined. */
const sources: Readonly<Record<FactKind, Source>> = {
  student: {
    rows: (scope, { first, last, organId, after }) => sql`
      select e.id, business_day(e.registered_at) as day, e.student_id, e.school_id as organ_id, e.registered_at as at,
        null::bigint as amount, null as no, null::bigint as order_id, e.gear_type, null::integer as seconds
      from enrolment e
      where e.registered_at >= ${beginningOf(first)} and e.registered_at < ${beginningOf(last, 1)}
        and ${within(scope, organId, sql.ref('e.school_id'))}
        and not exists (
          select from enrolment b where b.student_id = e.student_id and b.id < e.id and b.school_id = e.school_id
        )
        ${after === undefined ? sql`` : sql`and (e.registered_at, e.id) < (select a.registered_at, a.id from enrolment a where a.id = ${Number(after.key)})`}
      order by e.registered_at desc, e.id desc`,
    what: sql`page.gear_type || case
      when exists (select from enrolment b where b.student_id = page.student_id and b.id < page.id) then ' 转入' else '' end`,
  },
  recharge: {
    rows: (scope, { first, last, organId, after }) => sql`
      select o.id, o.day, o.student_id, o.organ_id, o.paid_at as at, o.amount, o.no, o.id as order_id, o.channel,
        null::integer as seconds
      from recharge_order o
      where o.paid_at is not null and o.reversed_at is null and o.day between ${first}::date and ${last}::date
        and ${within(scope, organId, sql.ref('o.organ_id'))} ${afterDay(after, sql`(o.day, o.id)`, sql`and`)}
      order by o.day desc, o.id desc`,
    what: sql`page.channel`,
  },
  course: {
    rows: (scope, { first, last, organId, after }) => sql`
      select o.id, o.day, o.student_id, o.organ_id, o.paid_at as at, o.amount, o.no, o.id as order_id, o.course_id,
        null::integer as seconds
      from course_order o
      where o.kind = 'sale' and o.paid_at is not null and o.day between ${first}::date and ${last}::date
        and ${within(scope, organId, sql.ref('o.organ_id'))} ${afterDay(after, sql`(o.day, o.id)`, sql`and`)}
      order by o.day desc, o.id desc`,
    what: sql`(select c.name from course c where c.id = page.course_id)`,
  },
  // What an order brought when it was paid, and what each refund took.
  income: {
    rows: (scope, { first, last, organId, after }) => sql`
      select min(f.id) as id, f.day, o.student_id, o.organ_id, coalesce(r.done_at, o.paid_at) as at,
        sum(f.amount)::bigint as amount, coalesce(r.no, o.no) as no, o.id as order_id, r.id as refund_id,
        null::integer as seconds
      from order_funding f
      join course_order o on o.id = f.course_order_id
      left join refund r on r.id = f.refund_id
      where f.day between ${first}::date and ${last}::date and ${within(scope, organId, sql.ref('o.organ_id'))}
      group by f.day, o.id, r.id ${afterDay(after, sql`(f.day, min(f.id))`, sql`having`)}
      order by f.day desc, min(f.id) desc`,
    what: sql`case when page.refund_id is null then '课程收款' else '课程退款' end`,
  },
  session: {
    rows: (scope, { first, last, organId, after }) => sql`
      select t.record_id as id, business_day(t.started_at) as day, t.student_id, t.organ_id, t.started_at as at,
        null::bigint as amount, null as no, null::bigint as order_id, t.module_id, t.seconds
      from training_session t
      where t.ended_at is not null and t.started_at >= ${beginningOf(first)} and t.started_at < ${beginningOf(last, 1)}
        and t.record_id >= first_record_id(${beginningOf(first)}) and t.record_id < first_record_id(${beginningOf(last, 1)})
        and ${within(scope, organId, sql.ref('t.organ_id'))}
        ${after === undefined ? sql`` : sql`and t.record_id < ${Number(after.key)}`}
      order by t.record_id desc`,
    what: sql`coalesce((select m.name from module m where m.id = page.module_id), ${unknownModule})`,
  },
}

const afterDay = (after: FactRow | undefined, at: RawBuilder<unknown>, joint: RawBuilder<unknown>) =>
  after === undefined ? sql`` : sql`${joint} ${at} < (${after.day}::date, ${Number(after.key)}::bigint)`

/** Some of the facts, the newest first. */
export function factsOf(
  db: Db,
  { scope, whole }: ReaderSight,
  facts: Facts,
  { most, skipped }: Part,
): Promise<FactRow[]> {
  const { rows, what } = sources[facts.kind]
  const page = sql`${rows(scope, facts)} limit ${most} offset ${skipped}`
  return rowsOf(db, whole, sql`select page.*, ${what} as what from (${page}) page`)
}

/** Persons with the first day on which they count, at the place where they did. */
export function personsOf(
  db: Db,
  { scope, whole }: ReaderSight,
  { figure, organId }: { figure: PeopleFigure; organId: number | undefined },
  persons: readonly { personId: number; day: string }[],
): Promise<FactRow[]> {
  const found = sql`
    select p.id, p.day, p.id as student_id, d.organ_id, null::timestamptz as at,
      null::bigint as amount, null as no, null::bigint as order_id, null as what, null::integer as seconds
    from unnest(${persons.map(({ personId }) => personId)}::bigint[], ${persons.map(({ day }) => day)}::date[]) p (id, day)
    cross join lateral (
      select x.organ_id from person_day x
      where x.metric = ${figure}::metric and x.person_id = p.id and x.day = p.day
        and ${within(scope, organId, sql.ref('x.organ_id'))}
      order by x.organ_id limit 1
    ) d
    order by p.day desc, p.id desc`
  return rowsOf(db, whole, found)
}

interface StoredFact extends Omit<FactRow, 'key' | 'at' | 'studentPhone'> {
  id: number
  at: Date | null
  phone: string | null
}

/**
 * A phone is shown, masked, where the student is still in what the reader may see. The school is the one that the place belongs
 * to now, as for the figures: of the one that it belonged to when it happened the reader may know nothing.
 */
async function rowsOf(db: Db, whole: Scope, found: RawBuilder<unknown>): Promise<FactRow[]> {
  const { rows } = await sql<StoredFact>`
    with found as materialized (${found})
    select f.id, f.day, f.at, f.amount, f.no, f.order_id as "orderId", f.what, f.seconds,
      f.student_id as "studentId", s.name as "studentName",
      case when ${scoped(whole, sql.ref('s.school_id'))} then s.phone end as phone,
      school.id as "schoolId", school.name as "schoolName", f.organ_id as "organId", organ.name as "organName"
    from (select row_number() over () as place, found.* from found) f
    join organisation organ on organ.id = f.organ_id
    join organisation school on school.id = case organ.type when 'servicePoint' then organ.parent_id else organ.id end
    left join student s on s.id = f.student_id
    order by f.place`.execute(db)
  return rows.map(({ id, at, phone, what, ...row }) => ({
    ...row,
    key: String(id),
    at: at?.toISOString() ?? null,
    studentPhone: phone === null ? null : maskPhone(phone),
    what: what !== null && isChannel(what) ? rechargeChannels[what] : what,
  }))
}

const isChannel = (what: string): what is RechargeChannel => Object.hasOwn(rechargeChannels, what)
