import { type BillInfo, billLineKinds, monthWords } from '@drivesim/contract/money/bills/billShapes'
import { serverNow } from '../../../api/serverClock.ts'
import { capitalFen } from '../../../ui/capitalFen.ts'
import { dateTime, money, number } from '../../../ui/format.ts'
import paper from '../../../ui/paper.module.css'
import { countedAs, hasOrders } from './Lines.tsx'
import styles from './sheets.module.css'
import { owedWords } from './words.ts'

/** A statement on paper: its lines, what the school holds, the net in figures and words, and the place of both seals. */
export function StatementSheet({ bill }: { bill: BillInfo }) {
  const { custody } = bill
  return (
    <article className={paper.sheet}>
      <header>
        <h1>{monthWords(bill.month)}对账单</h1>
        <p>
          账单编号 {bill.no}　出账日 {bill.issuedOn}　到期日 {bill.dueOn}
        </p>
      </header>
      <p>驾校：{bill.schoolName}</p>
      <h2>明细</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">合同</th>
            <th scope="col">计算</th>
            <th scope="col" className={paper.number}>
              笔数
            </th>
            <th scope="col" className={paper.number}>
              金额
            </th>
          </tr>
        </thead>
        <tbody>
          {bill.lines.map(line => (
            <tr key={line.lineId}>
              <td>
                {billLineKinds[line.kind]}
                {line.late && '（跨期）'}
              </td>
              <td>{line.contractNo}</td>
              <td>{countedAs(line)}</td>
              <td className={paper.number}>{hasOrders(line) && number(line.items)}</td>
              <td className={paper.number}>{money(line.amount)}</td>
            </tr>
          ))}
          <tr>
            <td colSpan={4}>净额 = 驾校分成 − 本校代收款 − 租金 + 调整</td>
            <td className={paper.number}>{money(bill.net)}</td>
          </tr>
        </tbody>
      </table>
      <h2>结算</h2>
      <p>
        {owedWords(bill.net)}（大写：人民币{capitalFen(Math.abs(bill.net))}）
      </p>
      {bill.net > 0 && bill.account !== null && <p>收款账户：{bill.account}</p>}
      {bill.adjustments.map(({ adjustmentId, amount, reason }) => (
        <p key={adjustmentId}>
          调整 {money(amount)}：{reason}
        </p>
      ))}
      <h2>代收未用</h2>
      <p>
        期初 {money(custody.open)} + 登记 {money(custody.taken)} − 使用 {money(custody.used)} − 退款{' '}
        {money(custody.refunded)} − 冲正 {money(custody.reversed)} = 期末 {money(custody.close)}
      </p>
      {bill.state === 'disputed' && <p>驾校已提出异议，平台尚未答复，请不要盖章。</p>}
      <div className={`${paper.signing} ${styles.sealed}`}>
        <p>
          平台（盖章）：
          <br />
          日期：
        </p>
        <p>
          {bill.schoolName}（盖章）：
          <br />
          日期：
        </p>
      </div>
      <p className={paper.small}>
        分成按每份合同的合计四舍五入到分，每份合同的误差不超过半分。盖章即确认净额和期末代收未用。打印时间{' '}
        {dateTime(serverNow())}
      </p>
      <p className={paper.small}>校验码 {bill.digest}</p>
    </article>
  )
}
