import type { StudentBalance } from '@drivesim/contract/money/orders/orderShapes'
import { money } from '../../../ui/format.ts'
import styles from './orders.module.css'

interface Props {
  /** Missing while no student is chosen, or theirs is on its way. */
  balance: StudentBalance | undefined
  /** What is added to it, in fen; less than nothing where it is taken. */
  cash?: number
  bonus?: number
  /** What is paid from it then: cash first, then bonus. Fen. */
  price?: number | undefined
}

/** What the student has, and will have; said before it is done. */
export function BalanceAfter({ balance, cash = 0, bonus = 0, price = 0 }: Props) {
  if (balance === undefined) return null
  const added = { cash: balance.cash + cash, bonus: balance.bonus + bonus }
  const inCash = Math.min(price, added.cash)
  return (
    <dl className={styles.after} aria-label="余额变化">
      <dt>现有余额</dt>
      <dd>{inWords(balance)}</dd>
      <dt>办理后余额</dt>
      <dd>
        {price > added.cash + added.bonus
          ? `不够支付课程，还差 ${money(price - added.cash - added.bonus)}`
          : inWords({ cash: added.cash - inCash, bonus: added.bonus - (price - inCash) })}
      </dd>
    </dl>
  )
}

const inWords = ({ cash, bonus }: Pick<StudentBalance, 'cash' | 'bonus'>) =>
  `${money(cash + bonus)}（现金 ${money(cash)}，赠送 ${money(bonus)}）`
