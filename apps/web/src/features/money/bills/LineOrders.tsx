import { billItemList } from '@drivesim/contract/money/bills/billLists'
import { bills } from '@drivesim/contract/money/bills/bills'
import { Link } from 'react-router'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'

const pages = { course: '/orderManage/courseOrder', recharge: '/orderManage/rechargeOrder' }

const columns = columnsOf(billItemList, {
  orderNo: row => (
    <Link className="ui-digits" to={`${pages[row.orderKind]}?orderId=${row.orderId}`}>
      {row.orderNo}
    </Link>
  ),
})

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
        endpoint={bills.orders}
        exportEndpoint={bills.orderExport}
        rowKey={row => row.itemId}
        columns={columns}
        fixed={{ billId, line: lineId }}
        embedded="orders"
        empty={{ title: '这一行没有订单', hint: '金额来自合同或调整单' }}
      />
    </ReadDrawer>
  )
}
