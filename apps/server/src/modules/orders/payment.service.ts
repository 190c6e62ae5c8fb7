import type { Db } from '../../platform/postgres/db.ts'
import { insertFunding, type LockedCourseOrder, payCourseOrder } from './course.queries.ts'
import { coursePaid, type Journal, type Owner } from './ledger.rules.ts'
import { moveLots, type SpendableLot } from './recharge.queries.ts'

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

interface Means {
  readonly owner: Owner
  /** All that the student has, locked, the first to be spent first. */
  readonly lots: readonly SpendableLot[]
  /** The order's day from now on. */
  readonly day: string
}

type Payable = Pick<LockedCourseOrder, 'id' | 'no' | 'schoolId' | 'enrolmentId' | 'amount'>

/**
 * Pays a waiting course order of a balance that suffices: cash first, then bonus. Its enrolment is locked, as all else.
 * @returns what is to be posted
 */
export async function payOrder(db: Db, order: Payable, { owner, lots, day }: Means): Promise<Journal> {
  const spent = spend(lots, order.amount)
  const cash = spent.reduce((sum, { amount }) => sum + amount, 0)
  const bonus = order.amount - cash
  await moveLots(
    db,
    spent.map(({ lot, amount }) => ({ id: lot.id, amount: -amount })),
  )
  await payCourseOrder(db, order.id, { cash, bonus, day })
  await insertFunding(
    db,
    spent.map(({ lot, amount }) => ({
      courseOrderId: order.id,
      rechargeOrderId: lot.id,
      schoolId: order.schoolId,
      holderSchoolId: lot.holderSchoolId,
      contractDay: day,
      amount,
      refundId: null,
    })),
  )
  return coursePaid(order, owner, { cash, bonus })
}
