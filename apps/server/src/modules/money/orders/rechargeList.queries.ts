import type {
  DataOf,
  orders,
  RechargeChannel,
  RechargeRow,
  RechargeState,
  RechargeTender,
} from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { commonColumns, parties, rowReader } from './orderList.queries.ts'

/** Recharges as lists show them. */
export const { rowsOf: rechargesOf, findRow: findRecharge } = rowReader<RechargeRow>(
  async (db, where, order) => {
    const rows = await db
      .selectFrom('recharge_order as o')
      .innerJoinLateral(parties, join => join.onTrue())
      .leftJoin('member as clerk', 'clerk.id', 'o.created_by')
      .leftJoin('organisation as holder', 'holder.id', 'o.holder_school_id')
      .select([
        ...commonColumns,
        'o.id as orderId',
        sql<RechargeChannel>`o.channel`.as('channel'),
        sql<RechargeTender | null>`o.tender`.as('tender'),
        sql<RechargeState>`o.state`.as('state'),
        'o.bonus',
        'o.cash_left as cashLeft',
        'o.refunded',
        'o.holder_school_id as holderSchoolId',
        'holder.name as holderName',
        'o.channel_no as channelNo',
        sql<boolean>`o.state = 'waiting' and o.channel = 'offline'`.as('toAccept'),
        sql<boolean>`o.reversed_at is not null`.as('reversed'),
        'o.simulated',
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

type Info = DataOf<typeof orders.rechargeInfo>

/** What a recharge's page says besides, and which refunds it has. */
export async function readRechargeMore(db: Db, id: number) {
  const row = await db
    .selectFrom('recharge_order')
    .select([
      'bonus_reason as bonusReason',
      'back_dated_reason as backDatedReason',
      'closed_at as closedAt',
      'reversed_at as reversedAt',
      sql<number[]>`array(select id from refund where recharge_order_id = ${id} order by id desc)`.as(
        'refunds',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    closedAt: row.closedAt?.toISOString() ?? null,
    reversedAt: row.reversedAt?.toISOString() ?? null,
  }
}

/** The course orders in the scope that a recharge's money went to. */
export function usesOf(db: Db, scope: Scope, id: number): Promise<Info['uses']> {
  return db
    .selectFrom('order_funding as f')
    .innerJoin('course_order as o', 'o.id', 'f.course_order_id')
    .innerJoin('course as c', 'c.id', 'o.course_id')
    .innerJoin('organisation as school', 'school.id', 'o.school_id')
    .select([
      'o.id as orderId',
      'o.no',
      'c.name as courseName',
      'school.name as schoolName',
      'f.day',
      'f.amount',
    ])
    .where('f.recharge_order_id', '=', id)
    .where(scoped(scope, sql.ref('o.organ_id')))
    .orderBy('f.id', 'desc')
    .limit(200)
    .execute()
}

/** What of it went to those outside; fen. */
export async function usedElsewhere(db: Db, scope: Scope, id: number): Promise<number> {
  const { amount } = await db
    .selectFrom('order_funding as f')
    .innerJoin('course_order as o', 'o.id', 'f.course_order_id')
    .select(sql<number>`coalesce(sum(f.amount), 0)::bigint`.as('amount'))
    .where('f.recharge_order_id', '=', id)
    .where(sql<SqlBool>`not ${scoped(scope, sql.ref('o.organ_id'))}`)
    .executeTakeFirstOrThrow()
  return amount
}
