import { addDays } from '@drivesim/contract/businessDay'
import { type RawBuilder, sql } from 'kysely'
import { ids, insertColumns, instants, integers, takeIds, text } from '../../../platform/postgres/columns.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import type { Lot, Owner } from '../ledger/order.rules.ts'

/** Filled with a year's rows, each of which refers to half a dozen others. */
export const historyTables = [
  'recharge_order',
  'course_order',
  'order_funding',
  'minute_entry',
  'ledger_entry',
]

/** A course as a school sells it; fen. */
export interface Offer {
  courseId: number
  schoolId: number
  gearType: string
  minutes: number
  validDays: number
  listPrice: number
  price: number
}

export async function readOffers(db: Db): Promise<Offer[]> {
  return db
    .selectFrom('school_course as sc')
    .innerJoin('course as c', 'c.id', 'sc.course_id')
    .select([
      'c.id as courseId',
      'sc.school_id as schoolId',
      'c.gear_type as gearType',
      'c.minutes',
      'c.valid_days as validDays',
      'c.price as listPrice',
      sql<number>`coalesce(sc.price, c.price)`.as('price'),
    ])
    .orderBy('sc.id')
    .execute()
}

/** The present enrolments by their students. */
export async function readEnrolments(db: Db): Promise<Map<number, number>> {
  const rows = await db.selectFrom('enrolment').select(['student_id', 'id']).orderBy('id').execute()
  return new Map(rows.map(row => [row.student_id, row.id]))
}

/** A recharge, and the course that was bought of it at once. */
export interface Sale {
  readonly studentId: number
  readonly schoolId: number
  readonly enrolmentId: number
  readonly clerkId: number | null
  readonly offer: Offer
  readonly channel: 'wechat' | 'alipay' | 'offline'
  readonly amount: number
  readonly bonus: number
  readonly day: string
  /** Epoch milliseconds. */
  readonly at: number
}

const days = (values: readonly (string | null)[]) => ({ type: 'date', values }) as const
const numbers = (prefix: string, sales: readonly Sale[]) =>
  text(
    sales.map(({ day }, index) => `${prefix}${day.replaceAll('-', '')}${String(index + 1).padStart(8, '0')}`),
  )

/** Most people bring cash. */
const tenderOf = (index: number) =>
  (['cash', 'cash', 'pos', 'cash', 'transfer'] as const)[index % 5] ?? 'cash'

export async function insertSales(db: Db, given: readonly Sale[]): Promise<void> {
  const sales = given.toSorted((one, other) => one.at - other.at)
  const recharges = await takeIds(db, 'recharge_order', sales.length)
  const orders = await takeIds(db, 'course_order', sales.length)
  const shared = {
    student_id: ids(sales.map(({ studentId }) => studentId)),
    school_id: ids(sales.map(({ schoolId }) => schoolId)),
    organ_id: ids(sales.map(({ schoolId }) => schoolId)),
    created_at: instants(sales.map(({ at }) => at)),
    paid_at: instants(sales.map(({ at }) => at)),
    day: days(sales.map(({ day }) => day)),
  }
  const isOffline = ({ channel }: Sale) => channel === 'offline'
  await insertColumns(db, 'recharge_order', {
    id: ids(recharges),
    no: numbers('CZ', sales),
    ...shared,
    channel: text(sales.map(({ channel }) => channel)),
    tender: text(sales.map((sale, index) => (isOffline(sale) ? tenderOf(index) : null))),
    holder_school_id: ids(sales.map(sale => (isOffline(sale) ? sale.schoolId : null))),
    created_by: ids(sales.map(sale => (isOffline(sale) ? sale.clerkId : null))),
    simulated: { type: 'boolean', values: sales.map(sale => !isOffline(sale)) },
    channel_no: text(
      sales.map((sale, index) => (isOffline(sale) ? null : `42000${String(sale.at)}${index}`)),
    ),
    amount: ids(sales.map(({ amount }) => amount)),
    bonus: ids(sales.map(({ bonus }) => bonus)),
    cash_left: ids(sales.map(({ amount, offer }) => amount - offer.price)),
  })
  await insertColumns(db, 'course_order', {
    id: ids(orders),
    no: numbers('KC', sales),
    ...shared,
    enrolment_id: ids(sales.map(({ enrolmentId }) => enrolmentId)),
    course_id: ids(sales.map(({ offer }) => offer.courseId)),
    created_by: ids(sales.map(({ clerkId }) => clerkId)),
    list_price: ids(sales.map(({ offer }) => offer.listPrice)),
    amount: ids(sales.map(({ offer }) => offer.price)),
    cash_paid: ids(sales.map(({ offer }) => offer.price)),
    minutes: integers(sales.map(({ offer }) => offer.minutes)),
    expires_on: days(sales.map(({ day, offer }) => addDays(day, offer.validDays - 1))),
  })
  await insertColumns(db, 'order_funding', {
    course_order_id: ids(orders),
    recharge_order_id: ids(recharges),
    school_id: shared.school_id,
    holder_school_id: ids(sales.map(sale => (isOffline(sale) ? sale.schoolId : null))),
    contract_day: shared.day,
    day: shared.day,
    amount: ids(sales.map(({ offer }) => offer.price)),
  })
  await sql`select setval('recharge_order_no', ${sales.length}), setval('course_order_no', ${sales.length})`.execute(
    db,
  )
}

/**
 * What training since then cost: each student's sessions one after the other on their card, as far as it goes. As
 * `charge_minutes`, in one statement for all.
 */
export async function chargeHistory(db: Db, from: number, cardMinutes: number): Promise<void> {
  const since = new Date(from).toISOString()
  await sql`update finance_setting set charged_from = ${since}::timestamptz`.execute(db)
  await sql`
    with session as (
      select record_id, student_id, school_id, business_day(started_at) as day, started_at, (seconds + 59) / 60 as minutes,
        sum((seconds + 59) / 60) over (partition by student_id order by started_at, record_id) as until
      from training_session
      where started_at >= ${since}::timestamptz and ended_at is not null and student_id is not null and seconds >= 60
    ), card as (
      select distinct on (student_id) id, student_id, day from course_order
      where minutes = ${cardMinutes} order by student_id, id
    ), charged as (
      select s.*, c.id as order_id,
        case when c.day <= s.day then least(s.minutes, greatest(0, ${cardMinutes}::integer - (s.until - s.minutes))) else 0 end as covered
      from session s left join card c on c.student_id = s.student_id
    )
    insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day, created_at)
    select record_id, student_id, school_id, x.order_id, 'charge', x.minutes, day, started_at
    from charged cross join lateral (
      values (order_id, covered), (null::bigint, minutes - coalesce(covered, 0))
    ) x (order_id, minutes)
    where x.minutes > 0 order by started_at, record_id`.execute(db)
  await sql`
    update course_order o set used_minutes = m.minutes,
      finished_at = case when m.minutes = o.minutes then now() end
    from (select course_order_id as id, sum(minutes) as minutes from minute_entry where course_order_id is not null group by 1) m
    where o.id = m.id`.execute(db)
}

/** What is to be posted of what was sold: each when it was paid. */
interface Paid extends Owner {
  readonly id: number
  readonly no: string
  readonly cash: number
  readonly bonus: number
  readonly day: string
  readonly at: Date
}

/** The recharges that were paid, the first before the others. */
export async function readRecharges(db: Db): Promise<(Paid & Lot)[]> {
  const { rows } = await sql<Paid & Lot>`
    select id, no, student_id as "studentId", school_id as "schoolId", channel, holder_school_id as "holderSchoolId",
      amount as cash, bonus, day, paid_at as at
    from recharge_order where paid_at is not null order by paid_at, id`.execute(db)
  return rows
}

/** The same of course orders. */
export async function readCourses(db: Db): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select id, no, student_id as "studentId", school_id as "schoolId", cash_paid as cash, bonus_paid as bonus, day, paid_at as at
    from course_order where paid_at is not null order by paid_at, id`.execute(db)
  return rows
}

/** A refund that was done. */
interface RefundedCourse extends Owner {
  readonly id: number
  readonly no: string
  readonly amount: number
  readonly day: string
  readonly at: Date
}

/** The number that `new_order_no` would have given then. */
const series = { CZ: 'recharge_order_no', KC: 'course_order_no', TK: 'refund_no' } as const
const numberAt = (prefix: keyof typeof series, at: RawBuilder<Date>) => sql`
  ${prefix}::text || to_char((${at}) at time zone 'Asia/Shanghai', 'YYYYMMDD')
    || lpad(nextval(${series[prefix]}::regclass)::text, 8, '0')`

/** Some gave back what they did not train: done, and lately asked for where the amount needs another's consent. @returns what was done */
export async function insertRefunds(db: Db, { today }: { today: string }): Promise<RefundedCourse[]> {
  const { rows } = await sql<RefundedCourse>`
    with chosen as (
      select o.*, case
          when o.day > ${today}::date - 4 then o.minutes - o.used_minutes
          when o.used_minutes = 0 and o.id % 3 = 0 then o.minutes
          else (o.minutes - o.used_minutes) / 2 end as given
      from course_order o
      where o.paid_at is not null and o.minutes - o.used_minutes >= 60
        and (o.id % 29 = 0 or o.id % 7 = 0 and o.day > ${today}::date - 4 and o.cash_paid > approval_limit_now())
    ), amounts as (
      select c.*, round(c.cash_paid::numeric * c.given / c.minutes)::bigint as back,
        least(c.paid_at + interval '2 days', now()) as refunded_at
      from chosen c
    ), priced as (
      select a.*, case when a.day > ${today}::date - 4 and a.back > approval_limit_now() then 'toApprove' else 'refunded' end as refund_state
      from amounts a
    ), made as (
      insert into refund (no, kind, course_order_id, student_id, school_id, organ_id, amount, minutes, method, state, reason, created_by, created_at, done_at, day)
      select ${numberAt('TK', sql`refunded_at`)}, 'course', id, student_id, school_id, organ_id, back, given, 'balance', refund_state, '学员时间安排有变', created_by, refunded_at,
        case when refund_state = 'refunded' then refunded_at end, business_day(refunded_at)
      from priced where back > 0 order by id
      returning *
    ), asked as (
      insert into approval (kind, subject_id, school_id, amount, reason, asked_by, asked_at)
      select 'refund', id, school_id, amount, reason, created_by, created_at from made where state = 'toApprove'
    ), held as (
      update course_order o set refunded_minutes = m.minutes, refunded_cash = case when m.state = 'refunded' then m.amount else 0 end,
        finished_at = case when m.state = 'refunded' and o.used_minutes + m.minutes = o.minutes then m.done_at end
      from made m where o.id = m.course_order_id
    ), done as (
      select m.*, f.recharge_order_id as lot_id, f.holder_school_id as held_by, f.contract_day
      from made m join order_funding f on f.course_order_id = m.course_order_id where m.state = 'refunded'
    ), funded as (
      insert into order_funding (course_order_id, recharge_order_id, school_id, holder_school_id, contract_day, day, amount, refund_id)
      select course_order_id, lot_id, school_id, held_by, contract_day, day, -amount, id from done
    ), lots as (
      update recharge_order r set cash_left = r.cash_left + d.amount from done d where r.id = d.lot_id
    )
    select id, no, student_id as "studentId", school_id as "schoolId", amount, day, done_at as at from done order by id`.execute(
    db,
  )
  return rows
}

/** What was left of some recharges that brought no bonus went back to who paid. @returns each with its recharge */
export async function insertPaidBack(db: Db) {
  const { rows } = await sql<RefundedCourse & { method: string; lot: Lot }>`
    with made as (
      insert into refund (no, kind, recharge_order_id, student_id, school_id, organ_id, holder_school_id, amount, method, state, reason, created_by, created_at, done_at, day)
      select ${numberAt('TK', sql`back_at`)}, 'recharge', id, student_id, school_id, organ_id, holder_school_id, cash_left,
        case when holder_school_id is null then 'original' else 'cash' end, 'refunded', '多充的金额退回', created_by, back_at, back_at, business_day(back_at)
      from recharge_order cross join lateral (select least(paid_at + interval '3 days', now()) as back_at) later
      where cash_left > 0 and cash_left < amount and bonus = 0 and id % 7 = 0 order by id
      returning *
    ), lots as (
      update recharge_order o set cash_left = 0, refunded = m.amount from made m where o.id = m.recharge_order_id
    )
    select m.id, m.no, m.student_id as "studentId", m.school_id as "schoolId", m.amount, m.method, m.day, m.done_at as at,
      json_build_object('id', o.id, 'no', o.no, 'channel', o.channel, 'holderSchoolId', o.holder_school_id) as lot
    from made m join recharge_order o on o.id = m.recharge_order_id order by m.id`.execute(db)
  return rows
}

/** What the last hours left: cash that the platform registered, orders that wait for money. */
export async function insertWaiting(db: Db, until: number): Promise<void> {
  const at = (minutes: number) => sql<Date>`${new Date(until - minutes * 60_000).toISOString()}::timestamptz`
  await sql`
    insert into recharge_order (no, student_id, school_id, organ_id, channel, holder_school_id, amount, created_by, created_at, day)
    select distinct on (o.school_id) ${numberAt('CZ', at(95))}, o.student_id, o.school_id, o.school_id, 'offline', o.school_id, 50000,
      (select min(mo.member_id) from member_organisation mo join organisation p on p.id = mo.organ_id and p.type = 'platform'),
      ${at(95)}, business_day(${at(95)})
    from course_order o where o.school_id % 3 = 0 order by o.school_id, o.id desc`.execute(db)
  await sql`
    insert into attention (subject, type, key, organ_id, codes, own_people, begins_at)
    select 'recharge:' || id, 'bill', 'toAccept', organ_id, '{order:edit}', true, created_at
    from recharge_order where state = 'waiting' order by 1`.execute(db)
  await sql`
    insert into course_order (no, student_id, school_id, organ_id, enrolment_id, course_id, list_price, amount, minutes, created_by, created_at, day)
    select distinct on (o.school_id) ${numberAt('KC', at(5))}, o.student_id, o.school_id, o.school_id, o.enrolment_id, o.course_id, o.list_price, o.amount,
      o.minutes, o.created_by, ${at(5)}, business_day(${at(5)})
    from course_order o order by o.school_id, o.id desc`.execute(db)
  await sql`
    insert into course_order (no, student_id, school_id, organ_id, enrolment_id, course_id, list_price, amount, minutes, created_by, created_at, day, closed_at)
    select ${numberAt('KC', sql`paid_at - interval '1 day'`)}, student_id, school_id, organ_id, enrolment_id, course_id, list_price, amount, minutes, created_by,
      paid_at - interval '1 day', day - 1, paid_at - interval '1 day' + interval '30 minutes'
    from course_order where paid_at is not null and id % 61 = 0 order by id`.execute(db)
}

/** Ends what had expired, as the job would have done at the time. */
export async function finishHistory(db: Db): Promise<void> {
  await sql`
    update course_order set finished_at = ${beginningOf(sql.ref('expires_on'), 1)}
    where paid_at is not null and finished_at is null and expires_on < business_day(now())`.execute(db)
}
