import type { BillFigures } from '@drivesim/contract'
import type { Entry, Journal } from '../orders/ledger.rules.ts'

const entry = (account: string, amount: number, whose: Partial<Entry> = {}): Entry => ({
  school_id: null,
  student_id: null,
  channel: null,
  unit: 'CNY',
  ...whose,
  account,
  amount,
})

/** What a bill is in the ledger: the school's current account takes in all that the bill counts. Fen. */
export function closed(bill: { id: number; schoolId: number } & BillFigures): Journal {
  const { schoolId: school_id } = bill
  const current = (amount: number) => entry('school_current', amount, { school_id, bill_id: bill.id })
  return {
    kind: 'close',
    eventKey: `close:${bill.id}`,
    source: null,
    entries: [
      entry('course_income', bill.base, { school_id }),
      entry('platform_share', -bill.platformShare, { school_id }),
      current(-bill.schoolShare),
      current(bill.held),
      entry('custody', -bill.held, { school_id }),
      current(bill.rent),
      entry('rent_income', -bill.rent, { school_id }),
      entry('adjustment', bill.adjusted, { school_id }),
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

/** In debts of the platform a receipt counts up, a payout down. */
const signed = ({ direction, amount }: Paid) => (direction === 'in' ? amount : -amount)

const moved = (payment: Paid, sign: 1 | -1) => [
  entry('bank', sign * signed(payment)),
  entry('school_current', -sign * signed(payment), { school_id: payment.schoolId, bill_id: payment.billId }),
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
  entry('school_current', sign * credit.amount, { school_id: credit.schoolId, bill_id: credit.billId }),
  entry('school_current', -sign * debt.amount, { school_id: debt.schoolId, bill_id: debt.billId }),
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
