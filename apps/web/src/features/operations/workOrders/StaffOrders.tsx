import { Panel } from '../../../ui/PageHead.tsx'
import { OrdersOf } from './orderLists.tsx'

/** The orders of one person, on their page. */
export default function StaffOrders({ memberId }: { memberId: number }) {
  return (
    <Panel title="工单">
      <OrdersOf
        title="处理的工单"
        fixed={{ assigneeId: memberId }}
        hiddenKeys={['assigneeName', 'assigneeId', 'show']}
        empty={{ title: '还没有工单', hint: '派单后会出现在这里' }}
      />
    </Panel>
  )
}
