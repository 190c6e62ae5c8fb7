import {
  type BillState,
  type bills,
  errors,
  type ParsedOf,
  paidState,
  paymentMachine,
  refuse,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayEvent } from '../../open/events/service.ts'
import { drawNumber } from '../contracts/numbers.service.ts'
import { noteUnasked } from '../contracts/payoutLimit.service.ts'
import { offsetJournal, offsetVoidJournal, paymentJournal, paymentVoidJournal } from '../ledger/bill.rules.ts'
import { post } from '../ledger/service.ts'
import { takeSlip } from '../vouchers/service.ts'
import { type LockedBill, lockBill, updateBill } from './bill.queries.ts'
import * as queries from './payment.queries.ts'
import { dropUnasked, requestFor } from './payout.service.ts'
import { keepReminders } from './reminder.service.ts'
import { bill, requireKeeper } from './service.ts'
import { insertEvent } from './statement.queries.ts'

type Form = ParsedOf<typeof bills.receive>
type Direction = 'in' | 'out'

const payment = machineRecord(paymentMachine, {
  what: '收付款单',
  lock: queries.lockPayment,
  latest: queries.findPayment,
})

/** A school pays what it owes. @throws Refusal platformOnly, notFound, billNot, paymentDay, overpaid, voucherUsed, voucherLike, paidTwice */
export const receive = (call: SignedInCall, form: Form) => pay(call, { ...form, requestId: undefined }, 'in')

/** The platform paid what it owes. @throws Refusal platformOnly, notFound, billNot, paymentDay, overpaid, requestNot, slipMissing, voucherUsed, voucherLike, paidTwice */
export const payOut = (call: SignedInCall, form: ParsedOf<typeof bills.pay>) => pay(call, form, 'out')

/**
 * Registers what the bank paid of requests in one of its files, whose result is the proof; all postings at once (0068). The bills are
 * locked.
 * @returns the payments, by their requests @throws Refusal platformOnly, notFound, billNot, paymentDay, overpaid, requestNot
 */
export async function payByBank(
  call: SignedInCall,
  forms: readonly { billId: number; amount: number; requestId: number; paidOn: string }[],
): Promise<Map<number, number>> {
  const made = []
  for (const form of forms)
    made.push(
      await enter(call, { ...form, method: 'bankTransfer', confirmDouble: true, byBank: true }, 'out'),
    )
  await post(
    call.db,
    made.map(({ journal }) => journal),
  )
  const payments = new Map<number, number>()
  for (const [index, entered] of made.entries()) {
    const { paymentId } = await numberPayment(call, entered)
    payments.set(forms[index]?.requestId ?? 0, paymentId)
  }
  return payments
}

async function pay(call: SignedInCall, form: ParsedOf<typeof bills.pay>, direction: Direction) {
  const entered = await enter(call, { ...form, byBank: false }, direction)
  await post(call.db, [entered.journal])
  const made = await numberPayment(call, entered)
  const { id: subjectId, taken, amount, asked } = entered
  if (direction === 'out' && !asked)
    await noteUnasked(call, { kind: 'unasked', subjectId, schoolId: taken.schoolId, amount })
  return made
}

type Entry = Partial<ParsedOf<typeof bills.pay>> &
  Pick<ParsedOf<typeof bills.pay>, 'billId' | 'amount' | 'method' | 'paidOn'> & { byBank: boolean }

/** Writes the payment and what it changes of the bill; it is to be posted, and then numbered. */
async function enter(call: SignedInCall, form: Entry, direction: Direction) {
  const { db, scope, person } = call
  const { billId, amount, method, paidOn, voucherId, requestId } = form
  requireKeeper(scope)
  const taken = await bill.take(call, billId, { action: direction === 'in' ? 'receive' : 'pay' })
  if (paidOn < taken.issuedOn || paidOn > businessDayOf(Date.now())) throw refuse(errors.paymentDay)
  refuseBeyond(taken, amount, direction)
  const payment = { billId, amount, method, voucherId, requestId, byBank: form.byBank }
  const request = direction === 'out' ? await requestFor(db, payment) : undefined
  const confirmVoucher = form.confirmVoucher ?? false
  await takeSlip(call, { voucherId, confirmVoucher, schoolId: taken.schoolId, amount })
  if (!form.confirmDouble) {
    const same = await queries.samePayment(db, billId, amount)
    if (same !== undefined) throw refuse(errors.paidTwice, same)
  }
  const id = await queries.insertPayment(db, {
    bill_id: billId,
    direction,
    amount,
    method,
    paid_on: paidOn,
    account: direction === 'out' ? (request?.account ?? taken.account) : null,
    request_id: request?.requestId ?? null,
    voucher_id: voucherId ?? null,
    created_by: person.id,
  })
  const state = await countPaid(db, taken, signedAmount(direction, amount))
  const journal = paymentJournal({ id, ...partOf(taken), direction, amount })
  return { id, direction, taken, state, amount, journal, asked: request !== undefined }
}

/** 抵扣: settles what a school owes by what the platform owes it. @throws Refusal platformOnly, notFound, billNot, offsetOther, overpaid */
export async function offset(
  call: SignedInCall,
  { billId, byBillId, amount }: ParsedOf<typeof bills.offset>,
) {
  const { db, scope, person } = call
  requireKeeper(scope)
  // Both by their ids (lock order 6), before either is judged.
  for (const id of [billId, byBillId].sort((one, other) => one - other)) await lockBill(db, scope, id)
  const debt = await bill.take(call, billId, { action: 'offset' })
  const credit = await bill.take(call, byBillId, { action: 'pay' })
  if (debt.schoolId !== credit.schoolId) throw refuse(errors.offsetOther)
  refuseBeyond(debt, amount, 'in')
  refuseBeyond(credit, amount, 'out')
  const row = {
    amount,
    method: 'offset',
    paid_on: businessDayOf(Date.now()),
    created_by: person.id,
  } as const
  const id = await queries.insertPayment(db, { ...row, bill_id: billId, direction: 'in' })
  const otherId = await queries.insertPayment(db, {
    ...row,
    bill_id: byBillId,
    direction: 'out',
    offset_id: id,
  })
  const state = await countPaid(db, debt, -amount)
  const otherState = await countPaid(db, credit, amount)
  await post(db, [
    offsetJournal(
      { id, ...partOf(debt), direction: 'in', amount },
      { id: otherId, ...partOf(credit), direction: 'out', amount },
    ),
  ])
  await numberPayment(call, { id: otherId, direction: 'out', taken: credit, state: otherState, amount })
  return numberPayment(call, { id, direction: 'in', taken: debt, state, amount })
}

/** Takes a payment back, of an 抵扣 both sides; its number stays. @throws Refusal platformOnly, notFound, paymentNot */
export async function voidPayment(
  call: SignedInCall,
  { paymentId, reason }: ParsedOf<typeof bills.voidPayment>,
): Promise<true> {
  const { db, scope, person } = call
  requireKeeper(scope)
  const parts = await queries.partsOf(db, scope, paymentId)
  const taken = new Map<number, LockedBill>()
  for (const { billId } of parts) taken.set(billId, await bill.take(call, billId, {}))
  const payments = []
  for (const { id } of [...parts].sort((one, other) => one.id - other.id))
    payments.push(await payment.take(call, id, { action: 'void' }))
  const [debt, credit] = payments
  if (debt === undefined) throw refuse(errors.notFound, '收付款单')
  await queries.voidPayments(
    db,
    payments.map(({ id }) => id),
    { by: person.id, reason },
  )
  for (const { billId, direction, amount, no } of payments) {
    const of = taken.get(billId)
    if (of === undefined) throw refuse(errors.notFound, '账单')
    const state = await countPaid(db, of, -signedAmount(direction, amount))
    await insertEvent(db, {
      bill_id: billId,
      kind: 'voided',
      member_id: person.id,
      text: `${no}：${reason}`,
    })
    await keepReminders(db, { ...of, state })
  }
  for (const { id } of payments) await dropUnasked(call, id, reason)
  await post(db, [credit === undefined ? paymentVoidJournal(debt) : offsetVoidJournal(debt, credit)])
  return true
}

/** It has the sign of the net: negative for what a school owes. */
const signedAmount = (direction: Direction, amount: number) => (direction === 'in' ? -amount : amount)

const partOf = ({ id, no, schoolId }: LockedBill) => ({ billId: id, billNo: no, schoolId })

/** @throws Refusal overpaid */
function refuseBeyond({ net, paid }: LockedBill, amount: number, direction: Direction): void {
  const left = Math.abs(net - paid)
  if (amount > left) throw refuse(errors.overpaid, left, direction === 'in' ? '收' : '付')
}

/** @param amount of the net's sign @returns the state that follows */
async function countPaid(db: Db, { id, net, paid }: LockedBill, amount: number): Promise<BillState> {
  const state = paidState(net, paid + amount)
  await updateBill(db, id, { paid: paid + amount, state })
  return state
}

interface MadePayment {
  readonly id: number
  readonly direction: Direction
  readonly taken: LockedBill
  readonly state: BillState
  readonly amount: number
}

/** Draws the number; only reminders come after it. */
async function numberPayment({ db, person }: SignedInCall, { id, direction, taken, state }: MadePayment) {
  const no = await drawNumber(db, direction === 'in' ? 'SK' : 'FK')
  await queries.numberPayment(db, id, no)
  await insertEvent(db, {
    bill_id: taken.id,
    kind: direction === 'in' ? 'received' : 'paid',
    member_id: person.id,
    text: no,
  })
  await keepReminders(db, { ...taken, state })
  await sayEvent(db, 'bill.paid', [taken.id])
  if (state === 'settled') await sayEvent(db, 'bill.settled', [taken.id])
  return { paymentId: id, no }
}
