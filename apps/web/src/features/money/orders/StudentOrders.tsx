import { PlusOutlined } from '@ant-design/icons'
import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { query } from '../../../api/query.ts'
import { Can } from '../../../ui/Can.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { courseOrderColumns, rechargeColumns, refundColumns } from './columns.tsx'
import styles from './orders.module.css'
import { useCourseOrderActions } from './useCourseOrderActions.tsx'
import { useRechargeActions } from './useRechargeActions.tsx'
import { useRefundActions } from './useRefundActions.tsx'

/** 订单 of one student: what was bought, paid in and given back. */
export default function StudentOrders({ userId }: { userId: number }) {
  const info = useQuery(query(students.info, { userId, queryTypes: ['orders'] }, { quiet: true }))
  const courses = useCourseOrderActions()
  const recharges = useRechargeActions()
  const refunds = useRefundActions()
  const orders = info.data?.orders
  return (
    <Panel
      title="订单"
      extra={
        <Can code="order:edit">
          <Button icon={<PlusOutlined />} onClick={() => courses.add(userId)}>
            代下单
          </Button>
        </Can>
      }
    >
      {info.error !== null && <ErrorState error={info.error} onRetry={() => void info.refetch()} />}
      {info.error === null && orders === undefined && <BlockSkeleton height={240} />}
      {orders !== undefined && (
        <>
          <RecordTable
            title="课程订单"
            rows={orders.courses}
            rowKey={row => row.orderId}
            columns={ofOne(
              courseOrderColumns(row => courses.open(row.orderId)),
              ['untrained', 'expiresOn'],
            )}
            {...(courses.any && { actions: courses.of })}
            empty="还没有课程订单。"
          />
          <h3 className={styles.part}>充值订单</h3>
          <RecordTable
            title="充值订单"
            rows={orders.recharges}
            rowKey={row => row.orderId}
            columns={ofOne(rechargeColumns(row => recharges.open(row.orderId)))}
            actions={recharges.of}
            empty="还没有充值订单。"
          />
          <h3 className={styles.part}>退款</h3>
          <RecordTable
            title="退款"
            rows={orders.refunds}
            rowKey={row => row.refundId}
            columns={ofOne(
              refundColumns(row => refunds.open(row.refundId)),
              ['bonusBack', 'orderNo'],
            )}
            {...(refunds.any && { actions: refunds.of })}
            empty="没有退款。"
          />
        </>
      )}
      {courses.dialogs}
      {recharges.dialogs}
      {refunds.dialogs}
    </Panel>
  )
}

/** On a student's own page: without the student, and of what a list shows only when it is chosen with these alone. */
const ofOne = <Row,>(columns: readonly Column<Row>[], besides: readonly string[] = []) =>
  columns.filter(({ key, optional }) => key !== 'studentName' && (!optional || besides.includes(key)))
