import type { RechargeRow, RefundRow } from '@drivesim/contract/money/orders/orderRows'
import { serverNow } from '../../../api/serverClock.ts'
import { capitalFen } from '../../../ui/capitalFen.ts'
import { dateTime, money } from '../../../ui/format.ts'
import { channelOf, methodOf } from './columns.tsx'
import styles from './receipt.module.css'

interface Props {
  order: RechargeRow
  /** Of the order; those that are done stand on it. */
  refunds: readonly RefundRow[]
}

const isDone = ({ state }: RefundRow) => state === 'refunded'

/** A student's receipt for money paid in: the student, the amount in figures and words, the clerk, and the place of the seal. */
export function Receipt({ order, refunds }: Props) {
  const { no, studentName, schoolName, holderName, amount, bonus, refunded, day, clerkName } = order
  return (
    <article className={styles.receipt}>
      <header>
        <h1>学员充值收据</h1>
        <p>单号 {no}</p>
      </header>
      <table>
        <tbody>
          <tr>
            <th scope="row">学员</th>
            <td>{studentName}</td>
            <th scope="row">收款日期</th>
            <td>{day}</td>
          </tr>
          <tr>
            <th scope="row">驾校</th>
            <td>{schoolName}</td>
            <th scope="row">支付方式</th>
            <td>{channelOf(order)}</td>
          </tr>
          <tr>
            <th scope="row">金额（大写）</th>
            <td colSpan={3}>人民币{capitalFen(amount)}</td>
          </tr>
          <tr>
            <th scope="row">金额（小写）</th>
            <td>{money(amount)}</td>
            <th scope="row">另赠送</th>
            <td>{money(bonus)}</td>
          </tr>
          {refunded > 0 && (
            <tr>
              <th scope="row">已退款</th>
              <td colSpan={3}>
                {money(refunded)}
                {refunds.filter(isDone).map(refund => (
                  <div key={refund.refundId}>
                    {refund.day} 退款单 {refund.no} {methodOf(refund)} {money(refund.amount)}
                  </div>
                ))}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <footer>
        <p>
          收款单位（盖章）：
          <br />
          {holderName}
        </p>
        <p>经手人：{clerkName}</p>
        <p>学员签字：</p>
      </footer>
      <p className={styles.note}>
        本收据不作为发票。赠送金额不能提现；退款时按比例收回。打印时间 {dateTime(serverNow())}
      </p>
    </article>
  )
}
