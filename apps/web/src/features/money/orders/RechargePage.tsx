import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Badge } from 'antd'
import { query } from '../../../api/query.ts'
import { PageTabs } from '../../../ui/PageTabs.tsx'
import { ClerkDays } from './ClerkDays.tsx'
import { RechargeList } from './RechargeList.tsx'
import { RefundList } from './RefundList.tsx'
import { useLiveOrders } from './useLiveOrders.ts'
import { useOrderRights } from './useOrderRights.ts'

/** 充值订单, the refunds that wait and are done, and what each clerk took and gave back. */
export default function RechargePage() {
  useLiveOrders()
  const { decides } = useOrderRights()
  const { data: waiting } = useQuery({
    ...query(orders.refunds, { state: 'toApprove', pageSize: 1 }, { quiet: true }),
    enabled: decides,
  })
  const toApprove = waiting?.totalDataNum ?? 0
  return (
    <PageTabs
      label="充值订单、退款审批或经手人日报"
      tabs={[
        { name: 'recharges', title: '充值订单', content: <RechargeList /> },
        {
          name: 'refunds',
          title: '退款审批',
          content: <RefundList />,
          // By its name it is what waits; without the filter it is all refunds.
          search: 'state=toApprove',
          ...(toApprove > 0 && {
            badge: <Badge count={toApprove} size="small" title={`${toApprove} 笔等待审批`} />,
          }),
        },
        { name: 'clerks', title: '经手人日报', content: <ClerkDays /> },
      ]}
    />
  )
}
