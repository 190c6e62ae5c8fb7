import { type channels, codeMinutes, errors, type ParsedOf, payChannels, refuse } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { systemScope } from '../../platform/auth/scope.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Services } from '../../platform/module.ts'
import type { PayChannel, Payment } from '../../platform/payments/gateway.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { openSchoolOf, takeWaiting } from './course.service.ts'
import { sayOrders } from './live.service.ts'
import * as online from './online.queries.ts'
import { clerkOrgan, holdPurse, holdSchool } from './parties.queries.ts'
import { shortageOf } from './payment.service.ts'
import { closeRecharge, insertRecharge, lockLots, lockRecharge } from './recharge.queries.ts'
import { isPlatform, receive, requireBonus, stillPayable } from './recharge.service.ts'

/** A recharge that waits to be paid by code. */
export async function rechargeByCode(
  services: Services,
  call: SignedInCall,
  form: ParsedOf<typeof channels.rechargeByCode>,
) {
  const { db, scope, person } = call
  const { payments } = services
  const school = await openSchoolOf(call, form.studentId)
  const purse = await holdPurse(db, form.studentId)
  // Gone to another school meanwhile.
  if (purse.schoolId !== school.id) throw refuse(errors.notFound, '学员')
  if (payments.gateway(form.channel) === undefined) throw refuse(errors.noChannel, payChannels[form.channel])
  const bonus = await requireBonus(db, form, isPlatform(scope))
  if (form.thenCourse !== undefined) {
    const { amount } = await takeWaiting(call, form.thenCourse, purse)
    const after = { cash: purse.cash + form.amount, bonus: purse.bonus + bonus }
    const shortage = shortageOf(amount, after)
    if (shortage > 0) throw refuse(errors.balanceShort, shortage)
  }
  const expiresAt = new Date(Date.now() + codeMinutes * 60_000)
  const made = await insertRecharge(db, {
    student_id: form.studentId,
    school_id: school.id,
    organ_id: clerkOrgan(person.id, school.id),
    channel: form.channel,
    amount: form.amount,
    bonus,
    bonus_reason: form.bonusReason,
    then_course_id: form.thenCourse ?? null,
    simulated: payments.simulated,
    created_by: person.id,
    day: businessDayOf(Date.now()),
    expires_at: expiresAt,
  })
  await sayOrders(services, db, [`recharge:${made.id}`])
  return { orderId: made.id, no: made.no, expiresAt: expiresAt.toISOString() }
}

/** What became of a payment that a channel vouches for. */
export type PaymentOutcome = 'paid' | 'repeated' | 'amountDiffers' | 'unknownOrder'

/**
 * The one way in which an order becomes paid by a channel's word, once: it counts on the day that the channel says, also
 * for an order that was closed, since the money is there.
 */
export async function confirmPaid(
  services: Services,
  db: Db,
  channel: PayChannel,
  payment: Payment,
): Promise<PaymentOutcome> {
  const brief = await online.findByNo(db, channel, payment.no)
  if (brief === undefined) return 'unknownOrder'
  await holdSchool(db, brief.schoolId)
  const purse = await holdPurse(db, brief.studentId)
  const lots = await lockLots(db, brief.studentId)
  const order = await lockRecharge(db, systemScope, brief.id)
  if (order === undefined) return 'unknownOrder'
  if (order.amount !== payment.amount) return 'amountDiffers'
  if (order.paidAt !== null) return 'repeated'
  const waiting = await stillPayable({ db, scope: systemScope }, order, purse)
  await online.markPaidByCode(db, order.id, payment)
  const day = businessDayOf(payment.paidAt.getTime())
  await receive(services, { db }, { lot: order, purse, lots, waiting, day })
  return 'paid'
}

/** Closes an order that nobody paid in time, unless somebody did meanwhile. */
export async function closeUnpaid(services: Services, db: Db, orderId: number): Promise<void> {
  if ((await online.lockWaiting(db, orderId)) === undefined) return
  await closeRecharge(db, orderId, '超时未支付')
  await sayOrders(services, db, [`recharge:${orderId}`])
}
