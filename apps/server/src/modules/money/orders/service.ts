import { errors, refuse } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { balanceTransferJournal } from '../ledger/order.rules.ts'
import { post } from '../ledger/service.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { idsOfStudent } from './orderList.queries.ts'
import { holdPurse } from './parties.queries.ts'
import { offlineLeft } from './recharge.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'
import { refundsOf } from './refundList.queries.ts'

export { chargeMinutes, lockMinutes } from './minutes.queries.ts'

/** Orders of a kind that a student's page shows. */
const shown = 100

/** A student's newest orders and refunds in the scope. */
export async function ordersOf(db: Db, scope: Scope, studentId: number) {
  return {
    recharges: await rechargesOf(db, await idsOfStudent(db, { scope, kind: 'recharge', studentId }, shown)),
    courses: await courseOrdersOf(db, await idsOfStudent(db, { scope, kind: 'course', studentId }, shown)),
    refunds: await refundsOf(db, await idsOfStudent(db, { scope, kind: 'refund', studentId }, shown)),
  }
}

/**
 * 转校: the balance goes along; minutes stay at the old school. Cash that a school took and that is not spent yet goes
 * only with the platform's word, and the school keeps holding it. Locks the purse; what it returns posts, last.
 * @throws Refusal offlineBalanceLeft
 */
export async function takeBalanceAlong(
  { db, scope }: SignedInCall,
  studentId: number,
  { schoolId, confirmed }: { schoolId: number; confirmed: boolean },
): Promise<(enrolmentId: number) => Promise<void>> {
  const purse = await holdPurse(db, studentId)
  const offline = await offlineLeft(db, studentId)
  const allowed = scope.organisations === null && confirmed
  if (offline > 0 && !allowed) throw refuse(errors.offlineBalanceLeft, offline)
  return enrolmentId =>
    post(db, [balanceTransferJournal(purse, { studentId, schoolId }, purse, String(enrolmentId))])
}
