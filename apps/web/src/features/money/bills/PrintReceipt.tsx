import type { PaymentRow } from '@drivesim/contract/money/bills/billShapes'
import { serverNow } from '../../../api/serverClock.ts'
import { capitalFen } from '../../../ui/capitalFen.ts'
import { dateTime, money } from '../../../ui/format.ts'
import { PrintDialog } from '../../../ui/PrintDialog.tsx'
import paper from '../../../ui/paper.module.css'
import styles from './sheets.module.css'
import { methodOf } from './words.ts'

/** 收据 of what a school paid, to be printed and stamped. */
export function PrintReceipt({ payment, onClosed }: { payment: PaymentRow; onClosed: () => void }) {
  return (
    <PrintDialog
      title={`收据 ${payment.no}`}
      className="bill-receipt-print"
      width={760}
      numbered
      onClosed={onClosed}
    >
      <Receipt payment={payment} />
    </PrintDialog>
  )
}

function Receipt({ payment }: { payment: PaymentRow }) {
  const { no, schoolName, billNo, month, amount, paidOn, createdBy, state, voidReason } = payment
  return (
    <article className={paper.sheet}>
      <header>
        <h1>收款收据</h1>
        <p>编号 {no}</p>
      </header>
      <table>
        <tbody>
          <tr>
            <th scope="row">付款单位</th>
            <td>{schoolName}</td>
            <th scope="row">收款日期</th>
            <td>{paidOn}</td>
          </tr>
          <tr>
            <th scope="row">账单</th>
            <td>
              {billNo}（{month}）
            </td>
            <th scope="row">收款方式</th>
            <td>{methodOf(payment)}</td>
          </tr>
          <tr>
            <th scope="row">金额（大写）</th>
            <td colSpan={3}>人民币{capitalFen(amount)}</td>
          </tr>
          <tr>
            <th scope="row">金额（小写）</th>
            <td colSpan={3}>{money(amount)}</td>
          </tr>
          {state === 'void' && (
            <tr>
              <th scope="row">已作废</th>
              <td colSpan={3}>{voidReason}</td>
            </tr>
          )}
        </tbody>
      </table>
      <div className={`${paper.signing} ${styles.sealed}`}>
        <p>收款单位（盖章）：</p>
        <p>经手人：{createdBy}</p>
      </div>
      <p className={paper.small}>本收据不作为发票。打印时间 {dateTime(serverNow())}</p>
    </article>
  )
}
