import { proRata } from '@drivesim/contract/proRata'

interface Recharge {
  amount: number
  bonus: number
}

interface Before {
  /** Asked back of this recharge so far, and the bonus taken back with it: refunds that were not rejected. */
  asked: number
  taken: number
  /** The bonus that the student has left. */
  purseBonus: number
}

/** The bonus that goes back with a refund of so much of a recharge (finance.md §2). All in fen. */
export function bonusBackOf(
  { amount, bonus }: Recharge,
  { asked, taken, purseBonus }: Before,
  refund: number,
): number {
  return Math.max(0, Math.min(proRata(bonus, asked + refund, amount) - taken, purseBonus))
}
