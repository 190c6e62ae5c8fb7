import type { StudentBalance } from '@drivesim/contract/orderShapes'
import { money } from '../../ui/format.ts'
import styles from './orders.module.css'

interface Props {
  /** Missing while no student is chosen, or theirs is on its way. */
  balance: StudentBalance | undefined
  /** What is added to it, in fen; less than nothing where it is taken. */
  cash: number
  bonus: number
}

/** What the student has, and will have; said before it is done. */
export function BalanceAfter({ balance, cash, bonus }: Props) {
  if (balance === undefined) return null
  return (
    <dl className={styles.after} aria-label="余额变化">
      <dt>现有余额</dt>
      <dd>{inWords(balance.cash, balance.bonus)}</dd>
      <dt>办理后余额</dt>
      <dd>{inWords(balance.cash + cash, balance.bonus + bonus)}</dd>
    </dl>
  )
}

const inWords = (cash: number, bonus: number) =>
  `${money(cash + bonus)}（现金 ${money(cash)}，赠送 ${money(bonus)}）`
