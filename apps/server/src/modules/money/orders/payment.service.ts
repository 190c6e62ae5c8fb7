import type { Db } from '../../../platform/postgres/db.ts'
import type { Journal } from '../ledger/journal.rules.ts'
import { coursePaymentJournal, type Owner } from '../ledger/order.rules.ts'
import { fund, type LockedCourseOrder, type NewFunding, payCourseOrder } from './course.queries.ts'
import type { SpendableLot } from './recharge.queries.ts'

/** How much a balance lacks for an amount; fen. */
export const shortageOf = (amount: number, { cash, bonus }: { cash: number; bonus: number }): number =>
  Math.max(0, amount - cash - bonus)

/** Divides an amount over lots, the first lots first, as far as they reach. */
export function spend<L extends { readonly cashLeft: number }>(
  lots: readonly L[],
  amount: number,
): { lot: L; amount: number }[] {
  let owed = amount
  return lots.flatMap(lot => {
    const paid = Math.min(owed, lot.cashLeft)
    owed -= paid
    return paid === 0 ? [] : [{ lot, amount: paid }]
  })
}

export interface Payment {
  readonly spent: readonly { readonly lot: SpendableLot; readonly amount: number }[]
  readonly cash: number
  readonly bonus: number
}

/**
 * How an amount is paid of a balance that suffices: cash first, then bonus.
 * @param lots all that the student has, locked, the first to be spent first
 */
export function paymentOf(amount: number, lots: readonly SpendableLot[]): Payment {
  const spent = spend(lots, amount)
  const cash = spent.reduce((sum, { amount }) => sum + amount, 0)
  return { spent, cash, bonus: amount - cash }
}

/** Which lots a payment takes from, on a day. */
export const fundingOf = (
  { spent }: Payment,
  { schoolId, day }: { schoolId: number; day: string },
): NewFunding[] =>
  spent.map(({ lot, amount }) => ({
    rechargeOrderId: lot.id,
    schoolId,
    holderSchoolId: lot.holderSchoolId,
    contractDay: day,
    amount,
    refundId: null,
  }))

/**
 * Pays a waiting course order, on a day or the latest of what pays it: nobody has spent money before they gave it. Its enrolment
 * is locked, as all else. @returns what is to be posted
 */
export async function payOrder(
  db: Db,
  order: LockedCourseOrder,
  { owner, lots, day: from }: { owner: Owner; lots: readonly SpendableLot[]; day: string },
): Promise<Journal> {
  const payment = paymentOf(order.amount, lots)
  const day = payment.spent.reduce((latest, { lot }) => (lot.day > latest ? lot.day : latest), from)
  await payCourseOrder(db, order.id, { ...payment, day })
  const funding = fundingOf(payment, { schoolId: order.schoolId, day })
  await fund(
    db,
    funding.map(one => ({ ...one, courseOrderId: order.id })),
  )
  return coursePaymentJournal(order, owner, payment)
}
