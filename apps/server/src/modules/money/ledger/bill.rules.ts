import type { BillFigures } from '@drivesim/contract'
import { cashEntry, type Journal } from './journal.rules.ts'

/** The school's current account takes over everything on the bill. Fen. */
export function billClosedJournal(bill: { id: number; schoolId: number } & BillFigures): Journal {
  const { schoolId: school_id } = bill
  const currentEntry = (amount: number) =>
    cashEntry('school_current', amount, { school_id, bill_id: bill.id })
  return {
    kind: 'close',
    eventKey: `close:${bill.id}`,
    source: null,
    entries: [
      cashEntry('course_income', bill.base, { school_id }),
      cashEntry('platform_share', -bill.platformShare, { school_id }),
      currentEntry(-bill.schoolShare),
      currentEntry(bill.held),
      cashEntry('custody', -bill.held, { school_id }),
      currentEntry(bill.rent),
      cashEntry('rent_income', -bill.rent, { school_id }),
      cashEntry('adjustment', bill.adjusted, { school_id }),
      currentEntry(-bill.adjusted),
    ],
  }
}

interface BillPayment {
  readonly id: number
  readonly billId: number
  readonly billNo: string
  readonly schoolId: number
  readonly direction: 'in' | 'out'
  readonly amount: number
}

/** Where the platform is the debtor, a receipt raises the debt and a payout lowers it. */
const signedAmount = ({ direction, amount }: BillPayment) => (direction === 'in' ? amount : -amount)

const paymentEntries = (payment: BillPayment, sign: 1 | -1) => [
  cashEntry('bank', sign * signedAmount(payment)),
  cashEntry('school_current', -sign * signedAmount(payment), {
    school_id: payment.schoolId,
    bill_id: payment.billId,
  }),
]

/** A receipt from a school, or a payout to it. */
export const paymentJournal = (payment: BillPayment): Journal => ({
  kind: payment.direction === 'in' ? 'receipt' : 'payout',
  eventKey: `payment:${payment.id}`,
  source: payment.billNo,
  entries: paymentEntries(payment, 1),
})

export const paymentVoidJournal = (payment: BillPayment): Journal => ({
  kind: 'paymentVoid',
  eventKey: `paymentVoid:${payment.id}`,
  source: payment.billNo,
  reverses: `payment:${payment.id}`,
  entries: paymentEntries(payment, -1),
})

/** 抵扣: what the platform owes of one bill is set against what the school owes of another. */
const offsetEntries = (debt: BillPayment, credit: BillPayment, sign: 1 | -1) => [
  cashEntry('school_current', sign * credit.amount, { school_id: credit.schoolId, bill_id: credit.billId }),
  cashEntry('school_current', -sign * debt.amount, { school_id: debt.schoolId, bill_id: debt.billId }),
]

export const offsetJournal = (debt: BillPayment, credit: BillPayment): Journal => ({
  kind: 'offset',
  eventKey: `offset:${debt.id}`,
  source: debt.billNo,
  entries: offsetEntries(debt, credit, 1),
})

export const offsetVoidJournal = (debt: BillPayment, credit: BillPayment): Journal => ({
  kind: 'offsetVoid',
  eventKey: `offsetVoid:${debt.id}`,
  source: debt.billNo,
  reverses: `offset:${debt.id}`,
  entries: offsetEntries(debt, credit, -1),
})
