import { type RefundRow, refundList } from '@drivesim/contract/money/orders/orderRows'
import { OrderNumber } from '../../../parts/OrderNumber.tsx'
import { money } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import { methodOf } from './columns.tsx'
import styles from './orders.module.css'
import { RefundTag } from './tags.tsx'

const words = refundList.columns

/** The refunds of one order; each leads to its row among all. */
export function RefundsOf({ refunds }: { refunds: readonly RefundRow[] }) {
  return (
    <>
      <h3 className={styles.part}>退款</h3>
      <RecordTable
        title="退款"
        rows={[...refunds]}
        rowKey={row => row.refundId}
        columns={[
          {
            key: 'no',
            title: '退款单',
            render: row => <OrderNumber no={row.no} />,
          },
          { key: 'state', title: '状态', render: row => <RefundTag state={row.state} /> },
          { key: 'amount', title: words.amount.word, numeric: true, render: row => money(row.amount) },
          { key: 'method', title: words.method.word, render: row => methodOf(row) },
          { key: 'reason', title: words.reason.word, clip: 160, render: row => row.reason },
          { key: 'day', title: '日期', render: row => <span className="ui-digits">{row.day}</span> },
        ]}
        empty="没有退款。"
      />
    </>
  )
}
