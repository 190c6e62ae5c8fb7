import type { Db } from '../../platform/postgres/db.ts'
import { fund, type LockedCourseOrder, payCourseOrder } from './course.queries.ts'
import { coursePaid, type Journal, type Owner } from './ledger.rules.ts'
import type { SpendableLot } from './recharge.queries.ts'

/** How much a balance lacks for an amount; fen. */
export const shortageOf = (amount: number, { cash, bonus }: { cash: number; bonus: number }): number =>
  Math.max(0, amount - cash - bonus)

/** What each lot takes of an amount, as far as it goes, the first lots first. */
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

type Payable = Pick<LockedCourseOrder, 'id' | 'no' | 'schoolId' | 'enrolmentId' | 'amount'>

/** Pays a waiting course order on a day. Its enrolment is locked, as all else. @returns what is to be posted */
export async function payOrder(
  db: Db,
  order: Payable,
  { owner, lots, day }: { owner: Owner; lots: readonly SpendableLot[]; day: string },
): Promise<Journal> {
  const payment = paymentOf(order.amount, lots)
  await payCourseOrder(db, order.id, { ...payment, day })
  return fundOrder(db, order, { owner, payment, day })
}

/** Takes from the lots what paid an order on a day. @returns what is to be posted */
export async function fundOrder(
  db: Db,
  order: Payable,
  { owner, payment, day }: { owner: Owner; payment: Payment; day: string },
): Promise<Journal> {
  await fund(
    db,
    payment.spent.map(({ lot, amount }) => ({
      courseOrderId: order.id,
      rechargeOrderId: lot.id,
      schoolId: order.schoolId,
      holderSchoolId: lot.holderSchoolId,
      contractDay: day,
      amount,
      refundId: null,
    })),
  )
  return coursePaid(order, owner, payment)
}
