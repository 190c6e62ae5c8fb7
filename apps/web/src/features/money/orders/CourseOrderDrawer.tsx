import type { DataOf } from '@drivesim/contract/endpoint'
import { type CourseOrderRow, courseOrderList } from '@drivesim/contract/money/orders/orderRows'
import { rechargeChannels } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { OrderNumber } from '../../../parts/OrderNumber.tsx'
import { ObjectLogLink } from '../../../parts/objectLog.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { money, number } from '../../../ui/format.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { RowAction } from '../../../ui/list/types.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { permanentWord } from './columns.tsx'
import { DrawerActions } from './DrawerActions.tsx'
import styles from './orders.module.css'
import { PostingsOf } from './PostingsOf.tsx'
import { RefundsOf } from './RefundsOf.tsx'
import type { Charge } from './RestoreForm.tsx'
import { CourseOrderTag } from './tags.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

interface Props {
  orderId: number
  actions: (order: CourseOrderRow) => RowAction[]
  /** Missing for who may not give minutes back. */
  onRestore: ((charge: Charge) => void) | undefined
  onClosed: () => void
}

/** 课程订单: what was bought, from which money, what used its minutes. */
export function CourseOrderDrawer({ orderId, actions, onRestore, onClosed }: Props) {
  const info = useQuery(query(orders.courseOrderInfo, { orderId }, { quiet: true }))
  const order = info.data
  useLiveOrders(order?.studentId)
  return (
    <ReadDrawer
      title={order === undefined ? '课程订单' : `课程订单 ${order.no}`}
      link={`/orderManage/courseOrder?orderId=${orderId}`}
      pin={['course', orderId]}
      extra={<ObjectLogLink kind="course_order" id={orderId} />}
      footer={order && actions(order).length > 0 && <DrawerActions actions={actions(order)} />}
      onClosed={onClosed}
    >
      {info.error !== null && <ErrorState error={info.error} onRetry={() => void info.refetch()} />}
      {info.error === null && order === undefined && <BlockSkeleton height={320} />}
      {order !== undefined && (
        <>
          <OrderFacts order={order} />
          <Sources sources={order.sources} />
          <Trainings trainings={order.trainings} onRestore={onRestore} />
          <RefundsOf refunds={order.refunds} />
          <PostingsOf postings={order.postings} />
        </>
      )}
    </ReadDrawer>
  )
}

type Info = DataOf<typeof orders.courseOrderInfo>

function OrderFacts({ order }: { order: Info }) {
  return (
    <Facts
      items={[
        ['状态', <CourseOrderTag key="state" state={order.state} />],
        [
          '学员',
          <Link key="student" to={`/student/studentDetail?userId=${order.studentId}`}>
            {order.studentName}
          </Link>,
        ],
        ...factsOf(courseOrderList, order, ['courseName', 'gearType', 'amount']),
        ['原价', money(order.listPrice)],
        ...factsOf(courseOrderList, order, [
          'cashPaid',
          'bonusPaid',
          'minutes',
          'usedMinutes',
          'refundedMinutes',
          'leftMinutes',
          'refundedCash',
          'untrained',
        ]),
        [courseOrderList.columns.expiresOn.word, order.expiresOn ?? permanentWord(order)],
        ...factsOf(courseOrderList, order, ['schoolName', 'clerkName', 'createdAt']),
        ['支付时间', <DateTime key="paid" at={order.paidAt} missing="还没有支付" />],
        ...(order.finishedAt === null
          ? []
          : [['完成时间', <DateTime key="finished" at={order.finishedAt} />] as const]),
        ...(order.closedAt === null
          ? []
          : [['关闭时间', <DateTime key="closed" at={order.closedAt} />] as const]),
      ]}
    />
  )
}

function Sources({ sources }: Pick<Info, 'sources'>) {
  return (
    <>
      <h3 className={styles.part}>资金来源</h3>
      <RecordTable
        title="资金来源"
        // A recharge and what went back to it stand as two.
        rows={sources.map((source, place) => ({ ...source, place }))}
        rowKey={row => row.place}
        columns={[
          { key: 'no', title: '充值订单', render: row => <OrderNumber no={row.no} /> },
          { key: 'channel', title: '支付方式', render: row => rechargeChannels[row.channel] },
          { key: 'holderName', title: '代收驾校', clip: 180, render: row => row.holderName },
          { key: 'day', title: '日期', render: row => <span className="ui-digits">{row.day}</span> },
          { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
          { key: 'bill', title: '账单', render: row => <BillLink source={row} /> },
        ]}
        empty="没有用到现金余额。"
      />
    </>
  )
}

/** The bill that took it in, for who may read bills. */
function BillLink({ source: { billId, billNo } }: { source: Info['sources'][number] }) {
  const reads = useCan('finance')
  if (billId === null) return '未出账'
  if (!reads) return <span className="ui-digits">{billNo}</span>
  return (
    <Link className="ui-digits" to={`/finacial/statement?billId=${billId}`}>
      {billNo}
    </Link>
  )
}

const kinds = { charge: '训练', reverse: '更正', restore: '补回' } as const

function Trainings({ trainings, onRestore }: Pick<Info, 'trainings'> & Pick<Props, 'onRestore'>) {
  // One session may be charged, corrected and charged anew.
  const rows = trainings.map((training, place) => ({ ...training, place }))
  return (
    <>
      <h3 className={styles.part}>分钟明细</h3>
      <RecordTable
        title="分钟明细"
        rows={rows}
        rowKey={row => row.place}
        columns={[
          { key: 'startedAt', title: '训练时间', render: row => <DateTime at={row.startedAt} /> },
          { key: 'kind', title: '事项', render: row => kinds[row.kind] },
          { key: 'moduleName', title: '模块', clip: 180, render: row => row.moduleName },
          { key: 'minutes', title: '分钟', numeric: true, render: row => number(row.minutes) },
          { key: 'reason', title: '原因', clip: 160, render: row => row.reason },
        ]}
        {...(onRestore && {
          actions: (row: (typeof rows)[number]) =>
            row.kind === 'charge' && row.minutes > 0
              ? [{ label: '补回分钟', onAct: () => onRestore(row) }]
              : [],
        })}
        empty="还没有训练。"
      />
    </>
  )
}
