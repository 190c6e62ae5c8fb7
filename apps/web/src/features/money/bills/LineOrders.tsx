import { billItemList } from '@drivesim/contract/money/bills/billLists'
import type { BillInfoLine } from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import { Link } from 'react-router'
import { money } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { sharedAs } from './Lines.tsx'
import { ordersOfLine } from './words.ts'

const pages = { course: '/orderManage/courseOrder', recharge: '/orderManage/rechargeOrder' }

const columns = columnsOf(billItemList, {
  orderNo: row => (
    <Link className="ui-digits" to={`${pages[row.orderKind]}?orderId=${row.orderId}`}>
      {row.orderNo}
    </Link>
  ),
})

const filters: Filter<'paramValue'>[] = [
  { name: 'paramValue', label: '订单号或学员', kind: 'text', hint: '订单号，或姓名的一部分' },
]

interface Props {
  billId: number
  line: BillInfoLine
  onClosed: () => void
}

/** The orders behind a line of a statement, and how they come to its amount. */
export function LineOrders({ billId, line, onClosed }: Props) {
  const title = ordersOfLine(line)
  const share = sharedAs(line)
  return (
    <ReadDrawer title={title} onClosed={onClosed}>
      {share !== null && <p className="ui-digits">{share}</p>}
      <ListPage
        name="billOrders"
        title={title}
        endpoint={bills.orders}
        exportEndpoint={bills.orderExport}
        rowKey={row => row.itemId}
        columns={columns}
        filters={filters}
        fixed={{ billId, line: line.lineId }}
        sums={sum => [['金额合计', money(sum.amount)]]}
        embedded="orders"
        empty={{ title: '这一行没有订单', hint: '金额来自合同或调整单' }}
      />
    </ReadDrawer>
  )
}
