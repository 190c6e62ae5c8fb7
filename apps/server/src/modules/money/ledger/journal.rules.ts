import type { Account, JournalKind } from '@drivesim/contract'

/** One side of a journal. Amounts are fen: + debit, − credit. */
export interface Entry {
  readonly account: Account
  readonly school_id: number | null
  readonly student_id: number | null
  readonly channel: string | null
  /** Of `school_current`: the bill that this is a debt of. */
  readonly bill_id?: number
  readonly unit: 'CNY' | 'BONUS'
  readonly amount: number
}

/** An event of the ledger; its entries add up to zero in each unit. */
export interface Journal {
  readonly kind: JournalKind
  /** Unique, so that an event is posted only once. */
  readonly eventKey: string
  /** The number of the order or refund. */
  readonly source: string | null
  /** The event that it takes back. */
  readonly reverses?: string
  /** Of posting, where that is not today: the demo's past. */
  readonly day?: string
  /** When it was posted, where that is not now: likewise. */
  readonly at?: Date
  readonly entries: readonly Entry[]
}

const none = { school_id: null, student_id: null, channel: null }

/** An entry in fen: + debit, − credit. */
export const cashEntry = (account: Account, amount: number, owner: Partial<Entry> = {}): Entry => ({
  ...none,
  ...owner,
  account,
  unit: 'CNY',
  amount,
})

/** The same of what was given as a bonus. */
export const bonusEntry = (account: Account, amount: number, owner: Partial<Entry> = {}): Entry => ({
  ...none,
  ...owner,
  account,
  unit: 'BONUS',
  amount,
})
