import {
  courseOrderMachine,
  errors,
  formatFen,
  type orders,
  type ParsedOf,
  proRata,
  type RechargeRefundMethod,
  type RefundState,
  refundMachine,
  refuse,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { bonusBackOf } from '@drivesim/contract/money/orders/bonusBack'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addFacts } from '../../board/figures/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { ask } from '../approvals/request.service.ts'
import {
  courseRefundJournal,
  type Owner,
  refundPaymentJournal,
  refundRejectionJournal,
  refundRequestJournal,
} from '../ledger/order.rules.ts'
import { post } from '../ledger/service.ts'
import { takeSlip } from '../vouchers/service.ts'
import * as courses from './course.queries.ts'
import { courseOrder } from './course.service.ts'
import { readFacts } from './facts.queries.ts'
import { sayOrders } from './live.service.ts'
import { requireNewOriginal, requireNothingPaid } from './originalRefund.service.ts'
import { holdPurse, lockEnrolments } from './parties.queries.ts'
import { spend } from './payment.service.ts'
import * as lots from './recharge.queries.ts'
import { recharge, requireHolder } from './recharge.service.ts'
import * as queries from './refund.queries.ts'
import { findRefund } from './refundList.queries.ts'

const refund = machineRecord(refundMachine, {
  what: '退款单',
  lock: queries.lockRefund,
  latest: findRefund,
})

interface AskedRefund {
  readonly orderId: number
  readonly amount: number
  readonly method: RechargeRefundMethod
  readonly payee: string | null
  readonly reason: string
}

/** Gives back of a recharge: cash by the school that took it; what was paid by code, the same way or by a transfer. */
export function refundRecharge(
  services: Services,
  call: SignedInCall,
  form: ParsedOf<typeof orders.refundRecharge>,
) {
  return askOfRecharge(services, call, form, async order => {
    const offline = order.channel === 'offline'
    if ((form.method === 'cash') !== offline) throw refuseMethod(order.channel)
    if (offline) requireHolder(call.scope, order)
    if (form.method === 'original') await requireNewOriginal(services, call.db, order)
  })
}

/** 平台代退: the platform transfers what a school holds. */
export function refundOnBehalf(
  services: Services,
  call: SignedInCall,
  form: ParsedOf<typeof orders.refundOnBehalf>,
) {
  requirePlatform(call.scope, '平台代退')
  return askOfRecharge(services, call, { ...form, method: 'bankTransfer' }, async order => {
    if (order.channel !== 'offline') throw refuseMethod(order.channel)
  })
}

const refuseMethod = (channel: string) =>
  channel === 'offline'
    ? refuse(errors.refundMethodWrong, '线下', '现金')
    : refuse(errors.refundMethodWrong, '线上', '原路或银行转账')

async function askOfRecharge(
  services: Services,
  call: SignedInCall,
  { orderId, amount, method, payee, reason }: AskedRefund,
  requireMethod: (order: lots.LockedRecharge) => Promise<void>,
) {
  const { db, scope, person } = call
  const parties = await lots.partiesOfRecharge(db, scope, orderId)
  if (parties === undefined) throw refuse(errors.notFound, '充值订单')
  const purse = await holdPurse(db, parties.studentId)
  const order = await recharge.take(call, orderId, { action: 'refund' })
  await requireMethod(order)
  if (amount > order.cashLeft) throw refuse(errors.refundTooMuch, formatFen(order.cashLeft))
  const before = await lots.askedRefundsOf(db, orderId)
  const bonusBack = bonusBackOf(
    order,
    { asked: before.amount, taken: before.bonusBack, purseBonus: purse.bonus },
    amount,
  )
  const waits = await queries.exceedsLimit(db, { studentId: order.studentId, kind: 'recharge', amount })
  const state: RefundState = waits ? 'toApprove' : method === 'cash' ? 'refunded' : 'refunding'
  await lots.moveLot(db, orderId, -amount)
  if (state === 'refunded') await lots.addRefunded(db, orderId, amount)
  const made = await queries.insertRefund(db, {
    kind: 'recharge',
    recharge_order_id: orderId,
    ...whoseOrder(order),
    holder_school_id: order.holderSchoolId,
    amount,
    bonus_back: bonusBack,
    method,
    payee,
    state,
    reason,
    created_by: person.id,
  })
  const asked = { ...made, amount, bonusBack, method }
  const changed = [`recharge:${orderId}`, `refund:${made.id}`] as const
  const held = refundRequestJournal(asked, order, purse)
  if (state === 'refunded') {
    const facts = await readFacts(db, { refund: [made.id] })
    await post(db, [held, refundPaymentJournal(asked, order)])
    await addFacts(services, db, facts, { order: changed })
  } else {
    await post(db, [held])
    await sayOrders(services, db, changed)
  }
  await sayEvent(db, state === 'refunded' ? 'refund.paid' : 'refund.asked', [made.id])
  if (waits) await askFor(call, made.id, order, { amount, reason })
  return { refundId: made.id, amount, bonusBack, state }
}

/** A refund above the limit waits for another person, as long as it takes. */
const askFor = (
  call: SignedInCall,
  refundId: number,
  { schoolId }: { schoolId: number },
  asked: { amount: number; reason: string },
) => ask(call, { kind: 'refund', subjectId: refundId, schoolId, ...asked, days: null })

const whoseOrder = (order: { studentId: number; schoolId: number; organId: number }) => ({
  student_id: order.studentId,
  school_id: order.schoolId,
  organ_id: order.organId,
})

/**
 * What a refund of minutes gives back, in fen. Several refunds together give exactly what one over all their minutes would;
 * where one before them was rejected, they may have given a fen more already.
 */
async function courseRefundOf(db: Db, order: courses.LockedCourseOrder, minutes: number): Promise<number> {
  const until = proRata(order.cashPaid, order.refundedMinutes + minutes, order.minutes)
  return Math.max(0, until - (await courses.refundsOf(db, order.id)))
}

const leftOf = ({ minutes, usedMinutes, refundedMinutes }: courses.LockedCourseOrder) =>
  minutes - usedMinutes - refundedMinutes

/** What may be asked for of an order, and what so many minutes of it would give back. */
export async function refundPreview(
  { db, scope }: SignedInCall,
  { orderId, minutes }: ParsedOf<typeof orders.refundPreview>,
) {
  const order = await courses.readCourseOrder(db, scope, orderId)
  if (order === undefined) throw refuse(errors.notFound, '课程订单')
  const mostMinutes = courseOrderMachine.may('refund', order.state) ? leftOf(order) : 0
  const mostAmount = mostMinutes === 0 ? 0 : await courseRefundOf(db, order, mostMinutes)
  const asked = Math.min(minutes ?? mostMinutes, mostMinutes)
  const amount = asked === 0 ? 0 : await courseRefundOf(db, order, asked)
  const limited = { studentId: order.studentId, kind: 'course' as const, amount }
  const needsApproval = order.expired || (await queries.exceedsLimit(db, limited))
  return { amount, mostMinutes, mostAmount, needsApproval }
}

/** 按分钟退款: the minutes are held from now on; the money goes to the balance, at once or after approval. */
export async function refundCourseOrder(
  services: Services,
  call: SignedInCall,
  { orderId, minutes, reason }: ParsedOf<typeof orders.refundCourseOrder>,
) {
  const { db, scope, person } = call
  const brief = await courses.readCourseOrder(db, scope, orderId)
  if (brief === undefined) throw refuse(errors.notFound, '课程订单')
  const purse = await holdPurse(db, brief.studentId)
  await lots.lockLotsOf(db, orderId)
  const order = await courseOrder.take(call, orderId, { action: 'refund' })
  await lockEnrolments(db, [order.enrolmentId])
  if (order.cashPaid === 0) throw refuse(errors.nothingToRefund)
  const left = leftOf(order)
  if (minutes > left) {
    const most = left === 0 ? 0 : await courseRefundOf(db, order, left)
    throw refuse(errors.refundTooMuch, `${formatFen(most)} / ${left} 分钟`)
  }
  const amount = await courseRefundOf(db, order, minutes)
  if (amount === 0) throw refuse(errors.nothingToRefund)
  const limited = { studentId: order.studentId, kind: 'course' as const, amount }
  const waits = order.expired || (await queries.exceedsLimit(db, limited))
  const state: RefundState = waits ? 'toApprove' : 'refunded'
  await courses.refundMinutes(db, orderId, { minutes, cash: waits ? 0 : amount })
  const made = await queries.insertRefund(db, {
    kind: 'course',
    course_order_id: orderId,
    ...whoseOrder(order),
    amount,
    minutes,
    method: 'balance',
    state,
    reason,
    created_by: person.id,
  })
  if (!waits) await giveBack(services, db, { order, owner: purse }, { ...made, amount })
  await sayOrders(services, db, [`course:${orderId}`, `refund:${made.id}`])
  await sayEvent(db, waits ? 'refund.asked' : 'refund.paid', [made.id])
  if (waits) await askFor(call, made.id, order, { amount, reason })
  return { refundId: made.id, amount, bonusBack: 0, state }
}

/** The money of a course goes back to the lots that paid it, the last first, and so to the balance. */
export async function giveBack(
  services: Pick<Services, 'bus'>,
  db: Db,
  { order, owner }: { readonly order: courses.LockedCourseOrder; readonly owner: Owner },
  made: { id: number; no: string; amount: number },
): Promise<void> {
  const funding = await courses.standingFunding(db, order.id)
  const standing = funding.map(one => ({ ...one, cashLeft: one.amount }))
  const back = spend(standing, made.amount)
  await courses.fund(
    db,
    back.map(({ lot, amount }) => ({
      courseOrderId: order.id,
      rechargeOrderId: lot.rechargeOrderId,
      schoolId: order.schoolId,
      holderSchoolId: lot.holderSchoolId,
      contractDay: lot.contractDay,
      amount: -amount,
      refundId: made.id,
    })),
  )
  const facts = await readFacts(db, { refund: [made.id] })
  await post(db, [courseRefundJournal(made, order.schoolId, owner)])
  await addFacts(services, db, facts)
}

/** Ends a refund that was not paid. */
export async function giveUpRefund(
  services: Services,
  call: SignedInCall,
  { refundId, reason }: ParsedOf<typeof orders.giveUpRefund>,
): Promise<true> {
  requirePlatform(call.scope, '放弃退款')
  const { db } = call
  const { row, purse, lot } = await takeRefund(call, refundId, 'giveUp')
  requireNothingPaid(row)
  await queries.updateRefund(db, refundId, { state: 'rejected', giveUpReason: reason })
  if (lot !== null) await returnToStudent(db, row, lot, purse)
  await sayOrders(services, db, keysOf(row))
  await sayEvent(db, 'refund.givenUp', [refundId])
  return true
}

/** The money was paid: cash by the school that held it, a transfer by the platform. @throws Refusal notFound, orderNot, paidByChannel, forbidden, heldBySchool, platformOnly, refundPaidOutside, voucherUsed, voucherLike */
export async function payRefund(
  services: Services,
  call: SignedInCall,
  { refundId, paidOn, voucherId, confirmVoucher }: ParsedOf<typeof orders.payRefund>,
): Promise<true> {
  const { db, scope, person } = call
  const { row, lot } = await takeRefund(call, refundId, 'pay')
  if (lot === null) throw refuse(errors.notFound, '充值订单')
  if (row.method === 'original') throw refuse(errors.paidByChannel)
  const code = row.method === 'cash' ? 'order:edit' : 'finance:edit'
  if (!person.codes.has(code)) throw refuse(errors.forbidden)
  if (row.method === 'cash') requireHolder(scope, lot)
  else requirePlatform(scope, '退款转账')
  if (paidOn < row.askedOn || paidOn > businessDayOf(Date.now())) throw refuse(errors.refundPaidOutside)
  await takeSlip(call, { voucherId, confirmVoucher, schoolId: row.schoolId, amount: row.amount })
  await lots.addRefunded(db, lot.id, row.amount)
  await queries.updateRefund(db, refundId, { state: 'refunded', paidOn, voucherId })
  const facts = await readFacts(db, { refund: [refundId] })
  await post(db, [refundPaymentJournal(row, lot)])
  await addFacts(services, db, facts, { order: keysOf(row) })
  await sayEvent(db, 'refund.paid', [refundId])
  return true
}

/** What a rejected refund held goes back to the student. */
export async function returnToStudent(
  db: Db,
  row: queries.LockedRefund,
  lot: lots.LockedRecharge,
  owner: Owner,
): Promise<void> {
  await lots.moveLot(db, lot.id, row.amount)
  await post(db, [refundRejectionJournal(row, lot, owner)])
}

export const keysOf = ({ id, kind, rechargeOrderId, courseOrderId }: queries.LockedRefund) =>
  [`${kind}:${rechargeOrderId ?? courseOrderId ?? 0}`, `refund:${id}`] as const

/** A refund for its next step, with everything that the step may change: student, purse, lots, order, the refund itself, enrolment. */
export async function takeRefund(
  call: Pick<SignedInCall, 'db' | 'scope'>,
  id: number,
  action?: keyof typeof refundMachine.actions,
) {
  const { db, scope } = call
  const brief = await queries.findRefundBrief(db, scope, id)
  if (brief === undefined) throw refuse(errors.notFound, '退款单')
  const { rechargeOrderId, courseOrderId } = brief
  const purse = await holdPurse(db, brief.studentId)
  const lot = rechargeOrderId === null ? null : await recharge.take(call, rechargeOrderId, {})
  if (courseOrderId !== null) await lots.lockLotsOf(db, courseOrderId)
  const order = courseOrderId === null ? null : await courseOrder.take(call, courseOrderId, {})
  const row = await refund.take(call, id, action === undefined ? {} : { action })
  if (order !== null) await lockEnrolments(db, [order.enrolmentId])
  return { row, purse, lot, order }
}
