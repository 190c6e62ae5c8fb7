import type { CourseOrderState } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { CourseOrder } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { lockedLots, lotJson, type SpendableLot } from './recharge.queries.ts'

/** A course as a school sells it; fen. */
export interface Offer {
  readonly name: string
  readonly enabled: boolean
  readonly minutes: number
  readonly validDays: number
  readonly listPrice: number
  readonly floorPrice: number
  readonly price: number
  readonly offered: boolean
}

/** What a sale needs besides the buyer, who is locked. */
interface Sale {
  /** Null: there is no such course. */
  readonly offer: Offer | null
  /** As `lockLots` returns them. */
  readonly lots: readonly SpendableLot[]
  /** The newest of the student at the school: what they buy there belongs to it. Null: they have none there. */
  readonly enrolmentId: number | null
}

/** A course as it is offered, and the student's lots and their newest enrolment, locked in this order (lock order 6). */
export async function holdSale(
  db: Db,
  { studentId, school, courseId }: { studentId: number; school: number; courseId: number },
): Promise<Sale> {
  const { rows } = await sql<Sale>`
    with offer as (
      select c.name, c.enabled, c.minutes, c.valid_days as "validDays", c.price as "listPrice",
        c.floor_price as "floorPrice", coalesce(sc.price, c.price) as price, sc.id is not null as offered
      from course c left join school_course sc on sc.course_id = c.id and sc.school_id = ${school}
      where c.id = ${courseId}
    ), lots as materialized (${lockedLots(studentId)}),
    spendable as materialized (
      select coalesce(json_agg(${lotJson} order by paid_at, id), '[]') as lots from lots
    ), enrolled as materialized (
      select e.id from spendable cross join enrolment e
      where e.student_id = ${studentId} and e.school_id = ${school} order by e.id desc limit 1 for no key update of e
    )
    select (select to_json(offer) from offer) as offer, lots, (select id from enrolled) as "enrolmentId"
    from spendable`.execute(db)
  const [sale] = rows
  if (sale === undefined) throw new Error('an aggregate gave no row')
  return sale
}

/** A course order in the scope, locked until the change is committed. */
export function lockCourseOrder(db: Db, scope: Scope, id: number) {
  return courseOrders(db)
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.organ_id')))
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type LockedCourseOrder = NonNullable<Awaited<ReturnType<typeof lockCourseOrder>>>

/** The same as it is now. */
export function readCourseOrder(db: Db, scope: Scope, id: number): Promise<LockedCourseOrder | undefined> {
  return courseOrders(db)
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.organ_id')))
    .executeTakeFirst()
}

function courseOrders(db: Db) {
  return db
    .selectFrom('course_order as o')
    .select([
      'o.id',
      'o.no',
      'o.student_id as studentId',
      'o.school_id as schoolId',
      'o.organ_id as organId',
      'o.enrolment_id as enrolmentId',
      'o.amount',
      'o.cash_paid as cashPaid',
      'o.minutes',
      'o.used_minutes as usedMinutes',
      'o.refunded_minutes as refundedMinutes',
      'o.day',
      sql<boolean>`coalesce(o.expires_on < business_day(now()), false)`.as('expired'),
      sql<CourseOrderState>`o.state`.as('state'),
    ])
}

/** @param paid how it is paid at once, of lots that are locked: a row is written, checked and counted once then; null: it waits for its payment */
export async function insertCourseOrder(
  db: Db,
  row: Omit<Insertable<CourseOrder>, 'organ_id' | 'day'> & { organ_id: RawBuilder<number>; day: string },
  paid: { cash: number; bonus: number; validDays: number; funding: readonly NewFunding[] } | null,
): Promise<{ id: number; no: string }> {
  const payment = paid && {
    paid_at: sql<Date>`now()`,
    cash_paid: paid.cash,
    bonus_paid: paid.bonus,
    expires_on: addDays(row.day, paid.validDays - 1),
  }
  const made = db
    .insertInto('course_order')
    .values({ ...row, ...payment })
    .returning(['id', 'no'])
  if (paid === null || paid.funding.length === 0) return made.executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: number; no: string }>`
    with made as (${made}), ${writeFunding(paid.funding, sql`(select id from made)`)} select id, no from made`.execute(
    db,
  )
  const [order] = rows
  if (order === undefined) throw new Error('an insert gave no row')
  return order
}

/** Pays an order on a day; from then on its minutes may be used, so many days long. */
export async function payCourseOrder(
  db: Db,
  id: number,
  { cash, bonus, day }: { cash: number; bonus: number; day: string },
): Promise<void> {
  await sql`
    update course_order o set paid_at = now(), day = ${day}::date, cash_paid = ${cash}, bonus_paid = ${bonus},
      expires_on = ${day}::date + c.valid_days - 1
    from course c where c.id = o.course_id and o.id = ${id}`.execute(db)
}

export async function closeCourseOrder(db: Db, id: number): Promise<void> {
  await db.updateTable('course_order').set({ closed_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Holds minutes for a refund, or (negative) frees them; `cash` is what was given back of the money. */
export async function refundMinutes(
  db: Db,
  id: number,
  { minutes, cash }: { minutes: number; cash: number },
): Promise<void> {
  await sql`
    update course_order set refunded_minutes = refunded_minutes + ${minutes}, refunded_cash = refunded_cash + ${cash},
      finished_at = case
        when used_minutes + refunded_minutes + ${minutes} = minutes then coalesce(finished_at, now())
        when expires_on < business_day(now()) then finished_at
      end
    where id = ${id}`.execute(db)
}

export interface Funding extends NewFunding {
  courseOrderId: number
}

/** Of an order that is not made yet. */
export interface NewFunding {
  rechargeOrderId: number
  /** The earner. */
  schoolId: number
  holderSchoolId: number | null
  contractDay: string
  /** Negative: refunded. */
  amount: number
  refundId: number | null
}

/** For a `with`: writes which money paid an order, and takes it from its lots. */
const writeFunding = (rows: readonly NewFunding[], order: RawBuilder<unknown>) => sql`
  given as (
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as f ("courseOrderId" bigint, "rechargeOrderId" bigint,
      "schoolId" bigint, "holderSchoolId" bigint, "contractDay" date, amount bigint, "refundId" bigint)
  ), moved as (
    update recharge_order o set cash_left = o.cash_left - lot.amount
    from (select "rechargeOrderId" as id, sum(amount) as amount from given group by 1) lot
    where o.id = lot.id
  ), funded as (
    insert into order_funding (course_order_id, recharge_order_id, school_id, holder_school_id, contract_day, day, amount, refund_id)
    select ${order}, "rechargeOrderId", "schoolId", "holderSchoolId", "contractDay",
      case when "refundId" is null then "contractDay" else business_day(now()) end, amount, "refundId"
    from given
  )`

/** Records which money paid an order, on its day, and takes it from the lots; or what goes back to them today. The lots are locked. */
export async function fund(db: Db, rows: readonly Funding[]): Promise<void> {
  if (rows.length > 0) await sql`with ${writeFunding(rows, sql`"courseOrderId"`)} select`.execute(db)
}

/** The money of an order that is not refunded yet, by lot; the last paid first, as it is given back. */
export async function standingFunding(
  db: Db,
  courseOrderId: number,
): Promise<
  { rechargeOrderId: number; holderSchoolId: number | null; contractDay: string; amount: number }[]
> {
  const { rows } = await sql<{
    rechargeOrderId: number
    holderSchoolId: number | null
    contractDay: string
    amount: number
  }>`
    select f.recharge_order_id as "rechargeOrderId", f.holder_school_id as "holderSchoolId",
      f.contract_day as "contractDay", sum(f.amount)::bigint as amount
    from order_funding f join recharge_order r on r.id = f.recharge_order_id
    where f.course_order_id = ${courseOrderId}
    group by 1, 2, 3, r.paid_at having sum(f.amount) > 0 order by r.paid_at desc, 1 desc`.execute(db)
  return rows
}

/** The amounts of an order's refunds, without rejected ones. */
export async function refundsOf(db: Db, courseOrderId: number): Promise<number> {
  const row = await db
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('course_order_id', '=', courseOrderId)
    .where('state', '<>', 'rejected')
    .executeTakeFirstOrThrow()
  return row.amount
}
