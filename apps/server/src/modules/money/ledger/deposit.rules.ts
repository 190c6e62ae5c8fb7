import { cashEntry, type Journal } from './journal.rules.ts'

/** What was paid of a contract's deposit; negative: given back. Fen. */
export interface DepositPayment {
  readonly id: number
  readonly contractNo: string
  readonly schoolId: number
  readonly amount: number
}

export const depositJournal = ({ id, contractNo, schoolId, amount }: DepositPayment): Journal => ({
  kind: amount > 0 ? 'deposit' : 'depositBack',
  eventKey: `deposit:${id}`,
  source: contractNo,
  entries: [cashEntry('bank', amount), cashEntry('deposit', -amount, { school_id: schoolId })],
})
