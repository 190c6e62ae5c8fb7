import { bonus, cash, type Entry, type Journal } from './journal.rules.ts'

/** A student, and the school at which their balance stands now. */
export interface Owner {
  readonly studentId: number
  readonly schoolId: number
}

/** A recharge whose money is moved: `holderSchoolId` has it, or the platform through the channel. */
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
const balance = ({ studentId, schoolId }: Owner, amounts: Amounts): Entry[] => {
  const whose = { student_id: studentId, school_id: schoolId }
  return [cash('student_cash', -amounts.cash, whose), bonus('student_bonus', -amounts.bonus, whose)]
}

/** Who holds the money of a lot: the school that took it, or the channel. */
const held = (lot: Lot, amount: number): Entry =>
  lot.holderSchoolId === null
    ? cash('clearing', amount, { channel: lot.channel })
    : cash('custody', amount, { school_id: lot.holderSchoolId })

const refunding = (lot: Lot, amount: number): Entry =>
  cash(
    'refunding',
    amount,
    lot.holderSchoolId === null ? { channel: lot.channel } : { school_id: lot.holderSchoolId },
  )

export const recharged = (lot: Lot, owner: Owner, amounts: Amounts): Journal => ({
  kind: 'recharge',
  eventKey: `recharge:${lot.id}`,
  source: lot.no,
  entries: [
    held(lot, amounts.cash),
    bonus('bonus_issued', amounts.bonus, { school_id: owner.schoolId }),
    ...balance(owner, amounts),
  ],
})

/** 认领: money that a channel had beside what is known here turns out to be a student's. */
export const claimed = (lot: Lot, owner: Owner, amount: number): Journal => ({
  kind: 'claim',
  eventKey: `recharge:${lot.id}`,
  source: lot.no,
  entries: [
    cash('suspense', amount, { channel: lot.channel }),
    ...balance(owner, { cash: amount, bonus: 0 }),
  ],
})

/** 冲正 of a lot of which nothing was spent, with the bonus that is still there. */
export const reversed = (lot: Lot, owner: Owner, amounts: Amounts): Journal => ({
  kind: 'reversal',
  eventKey: `reversal:${lot.id}`,
  source: lot.no,
  reverses: `recharge:${lot.id}`,
  entries: [
    held(lot, -amounts.cash),
    bonus('bonus_issued', -amounts.bonus, { school_id: owner.schoolId }),
    ...balance(owner, { cash: -amounts.cash, bonus: -amounts.bonus }),
  ],
})

interface Sold {
  readonly id: number
  readonly no: string
  /** The earner. */
  readonly schoolId: number
}

export const coursePaid = (order: Sold, owner: Owner, amounts: Amounts): Journal => ({
  kind: 'course',
  eventKey: `course:${order.id}`,
  source: order.no,
  entries: [
    ...balance(owner, { cash: -amounts.cash, bonus: -amounts.bonus }),
    cash('course_income', -amounts.cash, { school_id: order.schoolId }),
    bonus('bonus_spent', -amounts.bonus, { school_id: order.schoolId }),
  ],
})

interface Refunded {
  readonly id: number
  readonly no: string
  readonly amount: number
}

export const courseRefunded = (refund: Refunded, earner: number, owner: Owner): Journal => ({
  kind: 'courseRefund',
  eventKey: `courseRefund:${refund.id}`,
  source: refund.no,
  entries: [
    cash('course_income', refund.amount, { school_id: earner }),
    ...balance(owner, { cash: refund.amount, bonus: 0 }),
  ],
})

type RechargeRefund = Refunded & { readonly bonusBack: number }

const hold = (refund: RechargeRefund, lot: Lot, owner: Owner, sign: 1 | -1): Entry[] => [
  ...balance(owner, { cash: -sign * refund.amount, bonus: -sign * refund.bonusBack }),
  refunding(lot, -sign * refund.amount),
  bonus('bonus_issued', -sign * refund.bonusBack, { school_id: owner.schoolId }),
]

/** A refund is asked for: its amount leaves the student's balance. */
export const refundHeld = (refund: RechargeRefund, lot: Lot, owner: Owner): Journal => ({
  kind: 'rechargeRefund',
  eventKey: `hold:${refund.id}`,
  source: refund.no,
  entries: hold(refund, lot, owner, 1),
})

export const refundRejected = (refund: RechargeRefund, lot: Lot, owner: Owner): Journal => ({
  kind: 'refundRejected',
  eventKey: `rejected:${refund.id}`,
  source: refund.no,
  reverses: `hold:${refund.id}`,
  entries: hold(refund, lot, owner, -1),
})

/** A refund is paid, by the holder of the money or by the platform's transfer. */
export const refundPaid = (refund: Refunded & { readonly method: string }, lot: Lot): Journal => ({
  kind: 'refundPaid',
  eventKey: `paid:${refund.id}`,
  source: refund.no,
  entries: [
    refunding(lot, refund.amount),
    refund.method === 'bankTransfer' ? cash('bank', -refund.amount) : held(lot, -refund.amount),
  ],
})

/** 转校: the balance goes along. @param key names the enrolment that it goes to */
export const transferred = (from: Owner, to: Owner, amounts: Amounts, key: string): Journal => ({
  kind: 'transfer',
  eventKey: `transfer:${key}`,
  source: null,
  entries: [...balance(from, { cash: -amounts.cash, bonus: -amounts.bonus }), ...balance(to, amounts)],
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
