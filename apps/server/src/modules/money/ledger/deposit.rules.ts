import { cash, type Journal } from './journal.rules.ts'

/** What was paid of a contract's deposit; negative: given back. Fen. */
export interface Deposited {
  readonly id: number
  readonly contractNo: string
  readonly schoolId: number
  readonly amount: number
}

export const deposited = ({ id, contractNo, schoolId, amount }: Deposited): Journal => ({
  kind: amount > 0 ? 'deposit' : 'depositBack',
  eventKey: `deposit:${id}`,
  source: contractNo,
  entries: [cash('bank', amount), cash('deposit', -amount, { school_id: schoolId })],
})
