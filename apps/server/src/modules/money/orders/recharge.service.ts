import {
  backDatedDays,
  bonusOf,
  errors,
  type orders,
  type ParsedOf,
  type RechargeState,
  rechargeMachine,
  refuse,
} from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { inScope, type Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { negatedFacts } from '../../board/figures/facts.rules.ts'
import { addFacts } from '../../board/figures/service.ts'
import { endAttention, openAttention } from '../../notices/attention/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import type { Journal } from '../ledger/journal.rules.ts'
import { rechargeJournal, reversalJournal } from '../ledger/order.rules.ts'
import { post } from '../ledger/service.ts'
import { type LockedCourseOrder, lockCourseOrder } from './course.queries.ts'
import { requireBuyer, takeWaiting } from './course.service.ts'
import { readFacts } from './facts.queries.ts'
import { type OrderKey, sayOrders } from './live.service.ts'
import { clerkOrgan, holdPurse, holdSchool, lockEnrolments, type Purse } from './parties.queries.ts'
import { payOrder, shortageOf } from './payment.service.ts'
import * as queries from './recharge.queries.ts'
import { findRecharge } from './rechargeList.queries.ts'
import { insertRefund } from './refund.queries.ts'
import { readTiers } from './settings.queries.ts'
import { isOpenDay, readTill } from './till.queries.ts'

type OfflineForm = ParsedOf<typeof orders.rechargeOffline>

export const recharge = machineRecord(rechargeMachine, {
  what: '充值订单',
  lock: queries.lockRecharge,
  latest: findRecharge,
})

/** Whether this is the platform's own scope, which takes no cash for a school. */
export const isPlatform = (scope: Scope) => scope.organisations === null

/** @throws Refusal heldBySchool unless the person is of the school that took the cash */
export function requireHolder(scope: Scope, { holderSchoolId, holderName }: queries.LockedRecharge): void {
  if (holderSchoolId !== null && !isPlatform(scope) && inScope(scope, holderSchoolId)) return
  throw refuse(errors.heldBySchool, holderName ?? '')
}

/** Registers cash that a school took. If the platform registers it, it waits for the school's confirmation. */
export async function rechargeOffline(services: Services, call: SignedInCall, form: OfflineForm) {
  const { db, scope, person } = call
  const purse = await requireBuyer(call, form.studentId)
  const { schoolId } = purse
  const byPlatform = isPlatform(scope)
  const day = await requirePaidOn(db, form, { school: schoolId, byPlatform })
  const bonus = await requireBonus(db, form, byPlatform)
  if (!form.confirmDouble) {
    const same = await queries.sameRecharge(db, form.studentId, form.amount)
    if (same !== undefined) throw refuse(errors.rechargedTwice, same)
  }
  const then = form.thenCourse
  if (then !== undefined) await queries.lockLots(db, form.studentId)
  const waiting = then === undefined ? null : await takeWaiting(call, then, purse)
  if (waiting !== null) {
    const shortage = shortageOf(waiting.amount, {
      cash: purse.cash + form.amount,
      bonus: purse.bonus + bonus,
    })
    if (shortage > 0) throw refuse(errors.balanceShort, shortage)
  }
  const made = await queries.insertRecharge(db, {
    student_id: form.studentId,
    school_id: schoolId,
    organ_id: clerkOrgan(person.id, schoolId),
    channel: 'offline',
    tender: form.tender,
    holder_school_id: schoolId,
    amount: form.amount,
    bonus,
    bonus_reason: form.bonusReason,
    back_dated_reason: form.reason,
    then_course_id: form.thenCourse ?? null,
    created_by: person.id,
    day,
    ...(byPlatform ? {} : { cash_left: form.amount, paid_at: new Date() }),
  })
  if (byPlatform) {
    await sayOrders(services, db, [`recharge:${made.id}`])
    await sayEvent(db, 'recharge.opened', [made.id])
    await openAttention(db, [toAccept(made.id, made.organId)])
    return { orderId: made.id, state: 'waiting' as const, paidCourseOrder: null }
  }
  const lot = { ...made, ...form, bonus, channel: 'offline', holderSchoolId: schoolId }
  return receive(services, call, { lot, purse, waiting, day })
}

const toAccept = (id: number, organId: number) => ({
  subject: `recharge:${id}`,
  type: 'bill' as const,
  key: 'toAccept',
  organId,
  to: { codes: ['order:edit'] as const },
  ownPeople: true as const,
})

/** The school says whether it took the cash that the platform registered. */
export async function acceptRecharge(
  services: Services,
  call: SignedInCall,
  { orderId, accept, reason }: ParsedOf<typeof orders.acceptRecharge>,
) {
  const { db, scope } = call
  const parties = await queries.partiesOfRecharge(db, scope, orderId)
  if (parties === undefined) throw refuse(errors.notFound, '充值订单')
  if (isPlatform(scope)) throw refuse(errors.acceptedBySchool)
  const school = await holdSchool(db, parties.schoolId)
  if (accept && !school.enabled) throw refuse(errors.organisationDisabled, school.name)
  const purse = await holdPurse(db, parties.studentId)
  await queries.lockLots(db, parties.studentId)
  const order = await recharge.take(call, orderId, { action: accept ? 'accept' : 'decline' })
  if (order.channel !== 'offline') throw refuse(errors.notToAccept)
  requireHolder(scope, order)
  if (!accept) {
    await queries.closeRecharge(db, orderId, reason)
    await endAttention(db, [{ subject: `recharge:${orderId}` }])
    await sayOrders(services, db, [`recharge:${orderId}`])
    await sayEvent(db, 'recharge.closed', [orderId])
    return { orderId, state: order.to, paidCourseOrder: null }
  }
  const waiting = await payableCourseOrder(call, order, purse)
  await queries.markPaid(db, orderId)
  const done = await receive(services, call, { lot: order, purse, waiting, day: order.day })
  await endAttention(db, [{ subject: `recharge:${orderId}` }])
  return done
}

export async function closeRecharge(
  services: Services,
  call: SignedInCall,
  { orderId, reason }: ParsedOf<typeof orders.closeRecharge>,
): Promise<true> {
  const { db } = call
  await recharge.take(call, orderId, { action: 'close' })
  await queries.closeRecharge(db, orderId, reason)
  await endAttention(db, [{ subject: `recharge:${orderId}` }])
  await sayOrders(services, db, [`recharge:${orderId}`])
  await sayEvent(db, 'recharge.closed', [orderId])
  return true
}

/** 冲正: takes back an offline recharge of which nothing was spent, with its bonus as far as that is still there. */
export async function reverseRecharge(
  services: Services,
  call: SignedInCall,
  { orderId, reason }: ParsedOf<typeof orders.reverseRecharge>,
) {
  const parties = await queries.partiesOfRecharge(call.db, call.scope, orderId)
  if (parties === undefined) throw refuse(errors.notFound, '充值订单')
  const purse = await holdPurse(call.db, parties.studentId)
  const order = await recharge.take(call, orderId, { action: 'reverse' })
  if (order.channel !== 'offline') throw refuse(errors.refundMethodWrong, '线上', '银行转账')
  requireHolder(call.scope, order)
  return takeBack(services, call, { order, purse, reason })
}

/** Takes a recharge back, whoever has its money; the purse and the order are locked. @throws Refusal rechargeUsed */
export async function takeBack(
  services: Services,
  { db, person }: SignedInCall,
  { order, purse, reason }: { order: queries.LockedRecharge; purse: Purse; reason: string },
) {
  if (order.cashLeft < order.amount) throw refuse(errors.rechargeUsed)
  const bonusBack = Math.min(order.bonus, purse.bonus)
  const facts = await readFacts(db, { recharge: [order.id] })
  await queries.reverseRecharge(db, order.id)
  const { id } = await insertRefund(db, {
    kind: 'recharge',
    recharge_order_id: order.id,
    student_id: order.studentId,
    school_id: order.schoolId,
    organ_id: order.organId,
    holder_school_id: order.holderSchoolId,
    amount: order.amount,
    bonus_back: bonusBack,
    method: 'reversal',
    state: 'refunded',
    reason,
    created_by: person.id,
  })
  await post(db, [reversalJournal(order, purse, { cash: order.amount, bonus: bonusBack })])
  await addFacts(services, db, negatedFacts(facts), { order: [`recharge:${order.id}`, `refund:${id}`] })
  await sayEvent(db, 'recharge.reversed', [order.id])
  return { refundId: id, amount: order.amount, bonusBack, state: 'refunded' as const }
}

interface Receipt {
  readonly lot: Pick<queries.LockedRecharge, 'id' | 'no' | 'channel' | 'holderSchoolId' | 'amount' | 'bonus'>
  readonly purse: Purse
  /** A course order that is paid with it; the student's lots are locked then. */
  readonly waiting: LockedCourseOrder | null
  readonly day: string
}

/** Money came in: the student has it, and a course that waited for it is paid. @throws Refusal offlineCapReached */
export async function receive(
  services: Services,
  { db }: Pick<SignedInCall, 'db'>,
  { lot, purse, waiting, day }: Receipt,
) {
  const journals: Journal[] = [rechargeJournal(lot, purse, { cash: lot.amount, bonus: lot.bonus })]
  const keys: OrderKey[] = [`recharge:${lot.id}`]
  if (waiting !== null) {
    // Read again: it stands among them by when it was paid, which is not always now.
    const lots = await queries.lockLots(db, purse.studentId)
    journals.push(await payOrder(db, waiting, { owner: purse, lots, day }))
    keys.push(`course:${waiting.id}`)
  }
  const paid = { recharge: [lot.id], ...(waiting && { course: [waiting.id] }) }
  const facts = await readFacts(db, paid)
  await post(db, journals)
  await addFacts(services, db, facts, { order: keys })
  await sayEvent(db, 'recharge.paid', [lot.id])
  if (waiting !== null) await sayEvent(db, 'courseOrder.paid', [waiting.id])
  if (lot.holderSchoolId !== null) await requireBelowCap(db, lot.holderSchoolId)
  const state: RechargeState = 'paid'
  return { orderId: lot.id, state, paidCourseOrder: waiting?.id ?? null }
}

/** The posting locked the school's sum, so that two recharges cannot both stay below the cap. @throws Refusal offlineCapReached */
async function requireBelowCap(db: Db, school: number): Promise<void> {
  const { held, cap } = await readTill(db, school)
  if (held > cap) throw refuse(errors.offlineCapReached, cap)
}

/** The day that cash was taken. @throws Refusal paidOnOutside, paidOnClosed */
async function requirePaidOn(
  db: Db,
  { paidOn, reason }: OfflineForm,
  { school, byPlatform }: { school: number; byPlatform: boolean },
): Promise<string> {
  const today = businessDayOf(Date.now())
  if (paidOn === undefined || paidOn === today) return today
  if (paidOn > today || paidOn <= addDays(today, -backDatedDays)) throw refuse(errors.paidOnOutside)
  const allowed = (byPlatform && reason !== null) || (await isOpenDay(db, school, paidOn))
  if (!allowed) throw refuse(errors.paidOnClosed)
  return paidOn
}

/** @throws Refusal bonusByTiers where another bonus is given than the tiers say, but by the platform with a reason */
export async function requireBonus(
  db: Db,
  form: Pick<OfflineForm, 'amount' | 'bonus' | 'bonusReason'>,
  byPlatform: boolean,
): Promise<number> {
  const byTiers = bonusOf(await readTiers(db), form.amount)
  if (form.bonus === undefined || form.bonus === byTiers) return byTiers
  if (!byPlatform || form.bonusReason === null) throw refuse(errors.bonusByTiers)
  return form.bonus
}

/** The course order that waits for a recharge, if it still does and the money suffices. The recharge counts in any case. */
export async function payableCourseOrder(
  { db, scope }: Pick<SignedInCall, 'db' | 'scope'>,
  { thenCourseId, amount, bonus }: queries.LockedRecharge,
  purse: Purse,
): Promise<LockedCourseOrder | null> {
  const order = thenCourseId === null ? undefined : await lockCourseOrder(db, scope, thenCourseId)
  if (order?.state !== 'waiting' || order.schoolId !== purse.schoolId) return null
  if (shortageOf(order.amount, { cash: purse.cash + amount, bonus: purse.bonus + bonus }) > 0) return null
  await lockEnrolments(db, [order.enrolmentId])
  return order
}
