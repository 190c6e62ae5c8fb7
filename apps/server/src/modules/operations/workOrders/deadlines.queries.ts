import type { ClockKind } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Orders that a job takes at a time. */
const most = 200

const ids = async (statement: ReturnType<typeof sql<{ id: number }>>, db: Db): Promise<number[]> =>
  (await statement.execute(db)).rows.map(({ id }) => id)

export const pausesOver = (db: Db): Promise<number[]> =>
  ids(sql<{ id: number }>`select id from work_order where resume_by <= now() order by id limit ${most}`, db)

export const approvalsDue = (db: Db): Promise<number[]> =>
  ids(sql<{ id: number }>`select id from work_order where approve_by <= now() order by id limit ${most}`, db)

export const clocksDue = (db: Db): Promise<number[]> =>
  ids(
    sql<{ id: number }>`
      select distinct order_id as id from work_order_clock where next_at <= now() order by 1 limit ${most}`,
    db,
  )

/** Records which limits clocks reached. @returns those reached for the first time */
export async function insertEscalations(
  db: Db,
  reached: readonly { orderId: number; clock: ClockKind; percent: number }[],
): Promise<{ orderId: number; clock: ClockKind; percent: number }[]> {
  if (reached.length === 0) return []
  const { rows } = await sql<{ orderId: number; clock: ClockKind; percent: number }>`
    insert into work_order_escalation (order_id, clock, percent, at)
    select *, now() from unnest(${reached.map(one => one.orderId)}::bigint[], ${reached.map(one => one.clock)}::text[],
      ${reached.map(one => one.percent)}::integer[])
    order by 1, 2, 3 on conflict do nothing
    returning order_id as "orderId", clock, percent`.execute(db)
  return rows
}

export const waitingRecounts = (db: Db): Promise<number[]> =>
  ids(sql<{ id: number }>`select order_id as id from work_order_recount order by 1 limit ${most}`, db)

/** @returns those that nobody else took */
export const takeRecounts = (db: Db, orders: readonly number[]): Promise<number[]> =>
  ids(
    sql<{ id: number }>`
      delete from work_order_recount where order_id = any(${[...orders]}::bigint[]) returning order_id as id`,
    db,
  )

export async function dueTimes(
  db: Db,
  orders: readonly number[],
): Promise<{ id: number; due: Date | null }[]> {
  const { rows } = await sql<{ id: number; due: Date | null }>`
    select id, due_at as due from work_order where id = any(${[...orders]}::bigint[])`.execute(db)
  return rows
}
