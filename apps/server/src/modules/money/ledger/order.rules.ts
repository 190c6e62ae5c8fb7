import { bonusEntry, cashEntry, type Entry, type Journal } from './journal.rules.ts'

/** A student, and the school at which their balance stands now. */
export interface Owner {
  readonly studentId: number
  readonly schoolId: number
}

/** A recharge, of which money is moved: the school `holderSchoolId` has it, or the platform through the channel. */
export interface Lot {
  readonly id: number
  readonly no: string
  readonly channel: string
  readonly holderSchoolId: number | null
}

interface Amounts {
  readonly cash: number
  readonly bonus: number
}

/** What a student has to spend grows by so much; negative: shrinks. */
const balanceEntries = ({ studentId, schoolId }: Owner, amounts: Amounts): Entry[] => {
  const owner = { student_id: studentId, school_id: schoolId }
  return [cashEntry('student_cash', -amounts.cash, owner), bonusEntry('student_bonus', -amounts.bonus, owner)]
}

/** Who holds the money of a lot: the school that took it, or the channel. */
const holderEntry = (lot: Lot, amount: number): Entry =>
  lot.holderSchoolId === null
    ? cashEntry('clearing', amount, { channel: lot.channel })
    : cashEntry('custody', amount, { school_id: lot.holderSchoolId })

const refundingEntry = (lot: Lot, amount: number): Entry =>
  cashEntry(
    'refunding',
    amount,
    lot.holderSchoolId === null ? { channel: lot.channel } : { school_id: lot.holderSchoolId },
  )

export const rechargeJournal = (lot: Lot, owner: Owner, amounts: Amounts): Journal => ({
  kind: 'recharge',
  eventKey: `recharge:${lot.id}`,
  source: lot.no,
  entries: [
    holderEntry(lot, amounts.cash),
    bonusEntry('bonus_issued', amounts.bonus, { school_id: owner.schoolId }),
    ...balanceEntries(owner, amounts),
  ],
})

/** 认领: money that a channel had beside what is known here turns out to be a student's. */
export const claimJournal = (lot: Lot, owner: Owner, amount: number): Journal => ({
  kind: 'claim',
  eventKey: `recharge:${lot.id}`,
  source: lot.no,
  entries: [
    cashEntry('suspense', amount, { channel: lot.channel }),
    ...balanceEntries(owner, { cash: amount, bonus: 0 }),
  ],
})

/** 冲正 of a lot of which nothing was spent, with the bonus that is still there. */
export const reversalJournal = (lot: Lot, owner: Owner, amounts: Amounts): Journal => ({
  kind: 'reversal',
  eventKey: `reversal:${lot.id}`,
  source: lot.no,
  reverses: `recharge:${lot.id}`,
  entries: [
    holderEntry(lot, -amounts.cash),
    bonusEntry('bonus_issued', -amounts.bonus, { school_id: owner.schoolId }),
    ...balanceEntries(owner, { cash: -amounts.cash, bonus: -amounts.bonus }),
  ],
})

interface SoldCourse {
  readonly id: number
  readonly no: string
  /** The earner. */
  readonly schoolId: number
}

export const coursePaymentJournal = (order: SoldCourse, owner: Owner, amounts: Amounts): Journal => ({
  kind: 'course',
  eventKey: `course:${order.id}`,
  source: order.no,
  entries: [
    ...balanceEntries(owner, { cash: -amounts.cash, bonus: -amounts.bonus }),
    cashEntry('course_income', -amounts.cash, { school_id: order.schoolId }),
    bonusEntry('bonus_spent', -amounts.bonus, { school_id: order.schoolId }),
  ],
})

interface PostedRefund {
  readonly id: number
  readonly no: string
  readonly amount: number
}

export const courseRefundJournal = (refund: PostedRefund, earner: number, owner: Owner): Journal => ({
  kind: 'courseRefund',
  eventKey: `courseRefund:${refund.id}`,
  source: refund.no,
  entries: [
    cashEntry('course_income', refund.amount, { school_id: earner }),
    ...balanceEntries(owner, { cash: refund.amount, bonus: 0 }),
  ],
})

type RechargeRefund = PostedRefund & { readonly bonusBack: number }

const refundRequestEntries = (refund: RechargeRefund, lot: Lot, owner: Owner, sign: 1 | -1): Entry[] => [
  ...balanceEntries(owner, { cash: -sign * refund.amount, bonus: -sign * refund.bonusBack }),
  refundingEntry(lot, -sign * refund.amount),
  bonusEntry('bonus_issued', -sign * refund.bonusBack, { school_id: owner.schoolId }),
]

/** A refund is asked for (kind `rechargeRefund`, key `hold`): its amount leaves the student's balance. */
export const refundRequestJournal = (refund: RechargeRefund, lot: Lot, owner: Owner): Journal => ({
  kind: 'rechargeRefund',
  eventKey: `hold:${refund.id}`,
  source: refund.no,
  entries: refundRequestEntries(refund, lot, owner, 1),
})

/** A refund was rejected, withdrawn or given up: what left the balance goes back. */
export const refundRejectionJournal = (refund: RechargeRefund, lot: Lot, owner: Owner): Journal => ({
  kind: 'refundRejected',
  eventKey: `rejected:${refund.id}`,
  source: refund.no,
  reverses: `hold:${refund.id}`,
  entries: refundRequestEntries(refund, lot, owner, -1),
})

/** A refund is paid, by the holder of the money or by the platform's transfer. */
export const refundPaymentJournal = (
  refund: PostedRefund & { readonly method: string },
  lot: Lot,
): Journal => ({
  kind: 'refundPaid',
  eventKey: `paid:${refund.id}`,
  source: refund.no,
  entries: [
    refundingEntry(lot, refund.amount),
    refund.method === 'bankTransfer' ? cashEntry('bank', -refund.amount) : holderEntry(lot, -refund.amount),
  ],
})

/** 转校: the balance goes along. @param key names the enrolment that it goes to */
export const balanceTransferJournal = (from: Owner, to: Owner, amounts: Amounts, key: string): Journal => ({
  kind: 'transfer',
  eventKey: `transfer:${key}`,
  source: null,
  entries: [
    ...balanceEntries(from, { cash: -amounts.cash, bonus: -amounts.bonus }),
    ...balanceEntries(to, amounts),
  ],
})

/** What the events of an order or refund are called above, before their ids. */
const keysOf = {
  recharge: ['recharge', 'reversal'],
  course: ['course'],
  refund: ['courseRefund', 'hold', 'rejected', 'paid'],
} as const

/** The keys of all events that orders or refunds may have. */
export const eventsOf = (what: keyof typeof keysOf, ids: readonly number[]): string[] =>
  keysOf[what].flatMap(key => ids.map(id => `${key}:${id}`))
