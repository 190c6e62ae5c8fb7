import type { RechargeState } from '@drivesim/contract'
import { sql } from 'kysely'
import type { PayChannel, Payment } from '../../../platform/payments/gateway.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Whose an order with this number is, in the channel that names it. */
export function findByNo(db: Db, channel: PayChannel, no: string) {
  return db
    .selectFrom('recharge_order')
    .select(['id', 'student_id as studentId', 'school_id as schoolId'])
    .where('no', '=', no)
    .where('channel', '=', channel)
    .executeTakeFirst()
}

/** An order is paid, on the day that the channel says, also where it was closed before. */
export async function markPaidByCode(db: Db, id: number, { channelNo, paidAt }: Payment): Promise<void> {
  await db
    .updateTable('recharge_order')
    .set({
      paid_at: paidAt,
      day: sql<string>`business_day(${paidAt}::timestamptz)`,
      channel_no: channelNo,
      cash_left: sql<number>`amount`,
      closed_at: null,
      close_reason: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Locks an order by code that still waits. */
export function lockWaiting(db: Db, id: number) {
  return db
    .selectFrom('recharge_order')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting' satisfies RechargeState)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** A channel's number for a recharge, unless another recharge has it: of two payments under one number only one gets it. */
export const unlessTaken = (channel: PayChannel, channelNo: string) => sql<
  string | null
>`case when not exists (
  select from recharge_order where channel = ${channel} and channel_no = ${channelNo}) then ${channelNo}::text end`

/** The organisation of a recharge that no clerk took: the student's school. */
export const organOf = (schoolId: number) => sql<number>`${schoolId}::bigint`
