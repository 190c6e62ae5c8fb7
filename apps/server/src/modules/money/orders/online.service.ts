import {
  type channels,
  codeMinutes,
  errors,
  mostRecharged,
  type ParsedOf,
  payChannels,
  refuse,
} from '@drivesim/contract'
import { businessDayOf, dayMilliseconds } from '@drivesim/contract/businessDay'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { PayChannel, Payment } from '../../../platform/payments/gateway.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addFacts } from '../../board/figures/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { claimJournal } from '../ledger/order.rules.ts'
import { post } from '../ledger/service.ts'
import { requireBuyer, takeWaiting } from './course.service.ts'
import { readFacts } from './facts.queries.ts'
import { sayOrders } from './live.service.ts'
import * as online from './online.queries.ts'
import { clerkOrgan, holdPurse, holdSchool, lockSchoolOf } from './parties.queries.ts'
import { shortageOf } from './payment.service.ts'
import {
  closeRecharge,
  insertRecharge,
  lockLots,
  lockRecharge,
  partiesOfRecharge,
} from './recharge.queries.ts'
import {
  isPlatform,
  payableCourseOrder,
  receive,
  recharge,
  requireBonus,
  takeBack,
} from './recharge.service.ts'

/** A recharge that waits to be paid by code. */
export async function rechargeByCode(
  services: Services,
  call: SignedInCall,
  form: ParsedOf<typeof channels.rechargeByCode>,
) {
  const { db, scope, person } = call
  const { payments } = services
  const purse = await requireBuyer(call, form.studentId)
  const { schoolId } = purse
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
    school_id: schoolId,
    organ_id: clerkOrgan(person.id, schoolId),
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
  await sayEvent(db, 'recharge.opened', [made.id])
  return { orderId: made.id, no: made.no, expiresAt: expiresAt.toISOString() }
}

/** The result of a payment that a channel reports. */
export type PaymentOutcome = 'paid' | 'repeated' | 'amountDiffers' | 'implausible' | 'unknownOrder'

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
  await lockLots(db, brief.studentId)
  const order = await lockRecharge(db, systemScope, brief.id)
  if (order === undefined) return 'unknownOrder'
  if (!isPlausible(payment, order.createdAt)) return 'implausible'
  if (order.amount !== payment.amount) return 'amountDiffers'
  if (order.paidAt !== null) return 'repeated'
  const waiting = await payableCourseOrder({ db, scope: systemScope }, order, purse)
  await online.markPaidByCode(db, order.id, payment)
  const day = businessDayOf(payment.paidAt.getTime())
  await receive(services, { db }, { lot: order, purse, waiting, day })
  return 'paid'
}

/** A payment may be so much older than its order, and so far ahead of us, by the clocks of two machines. */
const mostBeforeMs = 2 * dayMilliseconds
const mostAheadMs = 3_600_000

/**
 * Whether it can be of an order that was made then: another currency is another amount, and a time long before the order or to come
 * would put the money into a month that is over, or that no bill has.
 */
function isPlausible({ currency, paidAt }: Payment, orderedAt: Date): boolean {
  const at = paidAt.getTime()
  return currency === 'CNY' && at >= orderedAt.getTime() - mostBeforeMs && at <= Date.now() + mostAheadMs
}

/** Closes an order that was not paid in time, unless it was paid meanwhile. */
export async function closeUnpaid(services: Services, db: Db, orderId: number): Promise<void> {
  if ((await online.lockWaiting(db, orderId)) === undefined) return
  await closeRecharge(db, orderId, '超时未支付')
  await sayOrders(services, db, [`recharge:${orderId}`])
  await sayEvent(db, 'recharge.closed', [orderId])
}

/** 冲正 of what was paid by code, as far as we knew, and the channel has not. Nothing of it was spent. @throws Refusal rechargeUsed */
export async function reverseOnline(
  services: Services,
  call: SignedInCall,
  { orderId, reason }: { orderId: number; reason: string },
): Promise<void> {
  const parties = await partiesOfRecharge(call.db, call.scope, orderId)
  if (parties === undefined) throw refuse(errors.notFound, '充值订单')
  const purse = await holdPurse(call.db, parties.studentId)
  const order = await recharge.take(call, orderId, { action: 'reverse' })
  await takeBack(services, call, { order, purse, reason })
}

interface Claim {
  readonly studentId: number
  readonly channel: PayChannel
  readonly simulated: boolean
  /** `no` is the channel's own number. */
  readonly payment: Payment
}

/**
 * 认领: what somebody paid into a channel without an order of ours becomes a recharge of theirs, paid when the channel says.
 * @returns its order @throws Refusal notFound, claimTooMuch
 */
export async function claimPayment(
  services: Services,
  { db, scope, person }: SignedInCall,
  { studentId, channel, simulated, payment }: Claim,
): Promise<number> {
  if ((await lockSchoolOf(db, scope, studentId)) === undefined) throw refuse(errors.notFound, '学员')
  if (payment.amount > mostRecharged) throw refuse(errors.claimTooMuch)
  const purse = await holdPurse(db, studentId)
  const made = await insertRecharge(db, {
    student_id: studentId,
    school_id: purse.schoolId,
    organ_id: online.organOf(purse.schoolId),
    channel,
    amount: payment.amount,
    cash_left: payment.amount,
    simulated,
    created_by: person.id,
    paid_at: payment.paidAt,
    day: businessDayOf(payment.paidAt.getTime()),
    channel_no: online.unlessTaken(channel, payment.channelNo),
    channel_order_no: payment.no,
  })
  const facts = await readFacts(db, { recharge: [made.id] })
  await post(db, [claimJournal({ ...made, channel, holderSchoolId: null }, purse, payment.amount)])
  await addFacts(services, db, facts, { order: [`recharge:${made.id}`] })
  await sayEvent(db, 'recharge.paid', [made.id])
  return made.id
}
