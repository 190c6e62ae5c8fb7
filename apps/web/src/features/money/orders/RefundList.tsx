import { refundKinds, refundMethods, refundStates } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { money } from '../../../ui/format.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { refundColumns } from './columns.tsx'
import { clerkFilter, dayFilters, organFilter } from './filters.tsx'
import { useRefundActions } from './useRefundActions.tsx'

const filters: Filter<
  'paramValue' | 'organId' | 'clerkId' | 'state' | 'kind' | 'method' | 'beginDate' | 'endDate'
>[] = [
  { name: 'paramValue', label: '单号或学员', kind: 'text', hint: '单号，或姓名的一部分' },
  organFilter,
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(refundStates) },
  { name: 'kind', label: '类型', kind: 'select', options: optionsOf(refundKinds), more: true },
  { name: 'method', label: '退款方式', kind: 'select', options: optionsOf(refundMethods), more: true },
  { ...clerkFilter, label: '提交人' },
  ...dayFilters,
]

/** 退款单: refunds that wait for a second person, and all others. */
export function RefundList() {
  const actions = useRefundActions()
  useAddressId('refundId', actions.open)
  return (
    <>
      <ListPage
        name="refunds"
        title="退款单"
        endpoint={orders.refunds}
        exportEndpoint={orders.refundExport}
        rowKey={row => row.refundId}
        columns={refundColumns(row => actions.open(row.refundId))}
        filters={filters}
        {...(actions.any && { actions: actions.of })}
        sums={sum => [['金额合计', money(sum.amount)]]}
        empty={{ title: '还没有退款', hint: '在充值订单或课程订单上点击“退款”' }}
      />
      {actions.dialogs}
    </>
  )
}
