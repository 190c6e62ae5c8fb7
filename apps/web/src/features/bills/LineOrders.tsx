import type { BillItem } from '@drivesim/contract/billShapes'
import { bills } from '@drivesim/contract/bills'
import { Link } from 'react-router'
import { money } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column } from '../../ui/list/types.ts'
import { ReadDrawer } from '../../ui/ReadDrawer.tsx'

const pages = { course: '/orderManage/courseOrder', recharge: '/orderManage/rechargeOrder' }

const columns: readonly Column<BillItem>[] = [
  {
    key: 'orderNo',
    title: '订单号',
    render: row => (
      <Link className="ui-digits" to={`${pages[row.orderKind]}?orderId=${row.orderId}`}>
        {row.orderNo}
      </Link>
    ),
  },
  { key: 'studentName', title: '学员', clip: 120, render: row => row.studentName },
  { key: 'organName', title: '机构', clip: 160, render: row => row.organName },
  { key: 'refundNo', title: '退款单', render: row => <span className="ui-digits">{row.refundNo}</span> },
  { key: 'day', title: '日期', render: row => <span className="ui-digits">{row.day}</span> },
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
]

interface Props {
  title: string
  billId: number
  lineId: number
  onClosed: () => void
}

/** The orders behind a line of a statement. */
export function LineOrders({ title, billId, lineId, onClosed }: Props) {
  return (
    <ReadDrawer title={title} onClosed={onClosed}>
      <ListPage
        name="billOrders"
        title={title}
        endpoint={bills.billOrders}
        exportEndpoint={bills.billOrderExport}
        rowKey={row => row.itemId}
        columns={columns}
        fixed={{ billId, line: lineId }}
        embedded="orders"
        empty={{ title: '这一行没有订单', hint: '金额来自合同或调整单' }}
      />
    </ReadDrawer>
  )
}
