import type { BillFigures } from '@drivesim/contract'
import { cash, type Journal } from './journal.rules.ts'

/** A bill's journal: the school's current account takes over everything on the bill. Fen. */
export function closed(bill: { id: number; schoolId: number } & BillFigures): Journal {
  const { schoolId: school_id } = bill
  const current = (amount: number) => cash('school_current', amount, { school_id, bill_id: bill.id })
  return {
    kind: 'close',
    eventKey: `close:${bill.id}`,
    source: null,
    entries: [
      cash('course_income', bill.base, { school_id }),
      cash('platform_share', -bill.platformShare, { school_id }),
      current(-bill.schoolShare),
      current(bill.held),
      cash('custody', -bill.held, { school_id }),
      current(bill.rent),
      cash('rent_income', -bill.rent, { school_id }),
      cash('adjustment', bill.adjusted, { school_id }),
      current(-bill.adjusted),
    ],
  }
}

interface Paid {
  readonly id: number
  readonly billId: number
  readonly billNo: string
  readonly schoolId: number
  readonly direction: 'in' | 'out'
  readonly amount: number
}

/** Where the platform is the debtor, a receipt raises the debt and a payout lowers it. */
const signed = ({ direction, amount }: Paid) => (direction === 'in' ? amount : -amount)

const moved = (payment: Paid, sign: 1 | -1) => [
  cash('bank', sign * signed(payment)),
  cash('school_current', -sign * signed(payment), { school_id: payment.schoolId, bill_id: payment.billId }),
]

/** A receipt from a school, or a payout to it. */
export const paymentMade = (payment: Paid): Journal => ({
  kind: payment.direction === 'in' ? 'receipt' : 'payout',
  eventKey: `payment:${payment.id}`,
  source: payment.billNo,
  entries: moved(payment, 1),
})

export const paymentVoided = (payment: Paid): Journal => ({
  kind: 'paymentVoid',
  eventKey: `paymentVoid:${payment.id}`,
  source: payment.billNo,
  reverses: `payment:${payment.id}`,
  entries: moved(payment, -1),
})

/** 抵扣: what the platform owes of one bill is set against what the school owes of another. */
const set = (debt: Paid, credit: Paid, sign: 1 | -1) => [
  cash('school_current', sign * credit.amount, { school_id: credit.schoolId, bill_id: credit.billId }),
  cash('school_current', -sign * debt.amount, { school_id: debt.schoolId, bill_id: debt.billId }),
]

export const offsetMade = (debt: Paid, credit: Paid): Journal => ({
  kind: 'offset',
  eventKey: `offset:${debt.id}`,
  source: debt.billNo,
  entries: set(debt, credit, 1),
})

export const offsetVoided = (debt: Paid, credit: Paid): Journal => ({
  kind: 'offsetVoid',
  eventKey: `offsetVoid:${debt.id}`,
  source: debt.billNo,
  reverses: `offset:${debt.id}`,
  entries: set(debt, credit, -1),
})
