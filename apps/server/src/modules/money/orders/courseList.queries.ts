import type { CourseOrderRow, CourseOrderState, DataOf, orders, RechargeChannel } from '@drivesim/contract'
import { archivedSession, unknownModule } from '@drivesim/contract/devices/telemetry/telemetry'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { commonColumns, parties, rowReader } from './orderList.queries.ts'

/** Course orders as lists show them. */
export const { rowsOf: courseOrdersOf, findRow: findCourseOrder } = rowReader<CourseOrderRow>(
  async (db, where, order) => {
    const rows = await db
      .selectFrom('course_order as o')
      .innerJoinLateral(parties, join => join.onTrue())
      .leftJoin('member as clerk', 'clerk.id', 'o.created_by')
      .innerJoin('enrolment as e', 'e.id', 'o.enrolment_id')
      .leftJoin('course as c', 'c.id', 'o.course_id')
      .select([
        ...commonColumns,
        'o.id as orderId',
        sql<CourseOrderRow['kind']>`o.kind`.as('kind'),
        'o.course_id as courseId',
        sql<string>`coalesce(c.name, '期初分钟')`.as('courseName'),
        sql<string>`coalesce(c.gear_type, e.gear_type)`.as('gearType'),
        sql<CourseOrderState>`o.state`.as('state'),
        'o.list_price as listPrice',
        'o.cash_paid as cashPaid',
        'o.bonus_paid as bonusPaid',
        'o.minutes',
        'o.used_minutes as usedMinutes',
        'o.refunded_minutes as refundedMinutes',
        'o.left_minutes as leftMinutes',
        'o.refunded_cash as refundedCash',
        'o.untrained',
        'o.expires_on as expiresOn',
        'o.paid_at as paidAt',
      ])
      .where(where)
      .orderBy(order)
      .execute()
    return rows.map(({ createdAt, paidAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
    }))
  },
)

type Info = DataOf<typeof orders.courseOrderInfo>

/** What a course order's page says besides, and which refunds it has. */
export async function readCourseOrderMore(db: Db, id: number) {
  const row = await db
    .selectFrom('course_order')
    .select([
      'closed_at as closedAt',
      'finished_at as finishedAt',
      sql<number[]>`array(select id from refund where course_order_id = ${id} order by id desc)`.as(
        'refunds',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    closedAt: row.closedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

/** The recharges in the scope that an order's money came from and went back to. */
export function sourcesOf(db: Db, scope: Scope, id: number): Promise<Info['sources']> {
  return db
    .selectFrom('order_funding as f')
    .innerJoin('recharge_order as r', 'r.id', 'f.recharge_order_id')
    .leftJoin('organisation as holder', 'holder.id', 'f.holder_school_id')
    .leftJoin('bill as b', 'b.id', 'f.bill_id')
    .select([
      'r.id as orderId',
      'r.no',
      sql<RechargeChannel>`r.channel`.as('channel'),
      'holder.name as holderName',
      'f.day',
      'f.amount',
      'b.id as billId',
      'b.no as billNo',
    ])
    .where('f.course_order_id', '=', id)
    .where(scoped(scope, sql.ref('r.organ_id')))
    .orderBy('f.id', 'desc')
    .execute()
}

/** What of it came from those outside; fen. */
export async function paidElsewhere(db: Db, scope: Scope, id: number): Promise<number> {
  const { amount } = await db
    .selectFrom('order_funding as f')
    .innerJoin('recharge_order as r', 'r.id', 'f.recharge_order_id')
    .select(sql<number>`coalesce(sum(f.amount), 0)::bigint`.as('amount'))
    .where('f.course_order_id', '=', id)
    .where(sql<SqlBool>`not ${scoped(scope, sql.ref('r.organ_id'))}`)
    .executeTakeFirstOrThrow()
  return amount
}

/** What used an order's minutes, newest first. */
export async function trainingsOf(db: Db, id: number): Promise<Info['trainings']> {
  const { rows } = await sql<Omit<Info['trainings'][number], 'startedAt'> & { startedAt: Date }>`
    select m.record_id as "recordId", m.kind, m.minutes, record_time(m.record_id) as "startedAt",
      case when t.record_id is null then ${archivedSession} else coalesce(module.name, ${unknownModule}) end as "moduleName", m.day, m.reason
    from minute_entry m
    left join training_session t on t.record_id = m.record_id and t.started_at = record_time(m.record_id)
    left join module on module.id = t.module_id
    where m.course_order_id = ${id} order by m.id desc limit 200`.execute(db)
  return rows.map(({ startedAt, ...row }) => ({ ...row, startedAt: startedAt.toISOString() }))
}
