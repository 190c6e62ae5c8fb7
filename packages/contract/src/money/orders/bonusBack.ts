import { proRata } from '../../proRata.ts'

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

/**
 * The bonus that goes back with a refund of so much of a recharge: in proportion to the cash that brought it, as far as
 * the student still has it. A refund that was rejected leaves what later ones took by its rounding, a fen too much; it is
 * counted with the next. All in fen.
 */
export function bonusBackOf(
  { amount, bonus }: Recharge,
  { asked, taken, purseBonus }: Before,
  refund: number,
): number {
  return Math.max(0, Math.min(proRata(bonus, asked + refund, amount) - taken, purseBonus))
}
