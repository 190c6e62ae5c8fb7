import type { DataOf } from '@drivesim/contract/endpoint'
import { type RechargeRow, rechargeList } from '@drivesim/contract/money/orders/orderRows'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { OrderNumber } from '../../../parts/OrderNumber.tsx'
import { ObjectLogLink } from '../../../parts/objectLog.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { money } from '../../../ui/format.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { RowAction } from '../../../ui/list/types.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { channelOf } from './columns.tsx'
import { DrawerActions } from './DrawerActions.tsx'
import styles from './orders.module.css'
import { PostingsOf } from './PostingsOf.tsx'
import { RefundsOf } from './RefundsOf.tsx'
import { RechargeTag } from './tags.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

interface Props {
  orderId: number
  actions: (order: RechargeRow) => RowAction[]
  onClosed: () => void
}

/** 充值订单: what came in, where it went, what was given back. */
export function RechargeDrawer({ orderId, actions, onClosed }: Props) {
  const info = useQuery(query(orders.rechargeInfo, { orderId }, { quiet: true }))
  const order = info.data
  useLiveOrders(order?.studentId)
  return (
    <ReadDrawer
      title={order === undefined ? '充值订单' : `充值订单 ${order.no}`}
      link={`/orderManage/rechargeOrder?orderId=${orderId}`}
      pin={['recharge', orderId]}
      extra={<ObjectLogLink kind="recharge_order" id={orderId} />}
      footer={order && actions(order).length > 0 && <DrawerActions actions={actions(order)} />}
      onClosed={onClosed}
    >
      {info.error !== null && <ErrorState error={info.error} onRetry={() => void info.refetch()} />}
      {info.error === null && order === undefined && <BlockSkeleton height={320} />}
      {order !== undefined && <Recharge order={order} />}
    </ReadDrawer>
  )
}

function Recharge({ order }: { order: DataOf<typeof orders.rechargeInfo> }) {
  return (
    <>
      <Facts
        items={[
          ['状态', <RechargeTag key="state" order={order} />],
          [
            '学员',
            <Link key="student" to={`/student/studentDetail?userId=${order.studentId}`}>
              {order.studentName}
            </Link>,
          ],
          ...factsOf(rechargeList, order, ['amount', 'bonus', 'cashLeft', 'refunded']),
          [rechargeList.columns.channel.word, channelOf(order)],
          ...factsOf(rechargeList, order, ['channelNo', 'schoolName', 'holderName', 'clerkName']),
          ['收款日期', order.paidAt === null ? null : order.day],
          ...factsOf(rechargeList, order, ['createdAt']),
          ...(order.bonusReason === null ? [] : [['赠送原因', order.bonusReason] as const]),
          ...(order.backDatedReason === null ? [] : [['补登原因', order.backDatedReason] as const]),
          ...(order.closedAt === null
            ? []
            : [['关闭时间', <DateTime key="closed" at={order.closedAt} />] as const]),
          ...(order.reversedAt === null
            ? []
            : [['冲正时间', <DateTime key="reversed" at={order.reversedAt} />] as const]),
        ]}
      />
      <h3 className={styles.part}>用于课程</h3>
      <RecordTable
        title="用于课程"
        // A course order and its refund stand as two.
        rows={order.uses.map((use, place) => ({ ...use, place }))}
        rowKey={row => row.place}
        columns={[
          { key: 'no', title: '课程订单', render: row => <OrderNumber no={row.no} /> },
          { key: 'courseName', title: '课程', clip: 180, render: row => row.courseName },
          { key: 'schoolName', title: '驾校', clip: 160, render: row => row.schoolName },
          { key: 'day', title: '日期', render: row => <span className="ui-digits">{row.day}</span> },
          { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
        ]}
        empty="还没有用于购买课程。"
      />
      <RefundsOf refunds={order.refunds} />
      <PostingsOf postings={order.postings} />
    </>
  )
}
