import { mayAct } from '@drivesim/contract/operations/workOrders/workOrderAccess'
import {
  type WorkOrderInfo,
  workOrderMachine,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { RecordAttachments } from '../../../parts/attachments/RecordAttachments.tsx'
import { CommentsPanel } from '../../../parts/comments/Comments.tsx'
import { useObjectLog } from '../../../parts/objectLog.tsx'
import { ActButton } from '../../../ui/ActButton.tsx'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { matterOf, subjectOf } from './columns.tsx'
import { Clocks } from './Due.tsx'
import { FieldWork } from './field/FieldWork.tsx'
import { HeadActs } from './HeadActs.tsx'
import { Pictures } from './Pictures.tsx'
import { PrintWorkOrder } from './PrintWorkOrder.tsx'
import { BasePanel, ChecksPanel, CostPanel, FaultsPanel, OutcomePanel, RelatedPanel } from './panels.tsx'
import { Recommended } from './Recommended.tsx'
import { ReportsPanel } from './ReportsPanel.tsx'
import { Timeline } from './Timeline.tsx'
import { Badges, PriorityWord, WorkOrderTag } from './tags.tsx'
import { useActor } from './useActor.ts'
import { useLiveWorkOrders } from './useLiveWorkOrders.ts'
import { useWorkOrderActions } from './useWorkOrderActions.tsx'
import styles from './workOrders.module.css'

/** How often an order is read again while a clock runs or waits for opening hours. Milliseconds. */
const clockEvery = 60_000
const isTicking = ({ clocks }: WorkOrderInfo) =>
  clocks.some(({ state }) => state === 'running' || state === 'offHours')

/** Everything about one work order, and what the person before it may do. */
export function OrderDetail({ orderId }: { orderId: number }) {
  const detail = useQuery({
    ...query(workOrders.info, { orderId }, { quiet: true }),
    // Only the server knows when working time begins and ends.
    refetchInterval: ({ state: { data } }) => (data !== undefined && isTicking(data) ? clockEvery : false),
  })
  useLiveWorkOrders(orderId)
  useRecordName(detail.data?.no)
  // What is being filled in stays where a later reading failed.
  if (detail.data === undefined) {
    return detail.error === null ? (
      <PageSkeleton panels={[120, 180, 240]} />
    ) : (
      <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
    )
  }
  return <OrderContent order={detail.data} readAt={detail.dataUpdatedAt} />
}

/** In which somebody is to do the next thing to the order itself. */
const waiting: ReadonlySet<WorkOrderInfo['state']> = new Set(['pending', 'assigned', 'review'])

function OrderContent({ order, readAt }: { order: WorkOrderInfo; readAt: number }) {
  const actions = useWorkOrderActions()
  const log = useObjectLog('work_order', order.orderId)
  const actor = useActor()
  const { id: userId } = actor
  const works = workOrderMachine.may('submit', order.state) && mayAct('submit', order, actor)
  const narrow = useNarrow()
  const acts = actions.ofInfo(order)
  const waited = waiting.has(order.state)
  // On a phone what the order waits for stands at the thumb.
  const [main] = narrow && waited ? acts : []
  return (
    <div className="ui-page">
      <PageHead
        title={`${subjectOf(order)} ${matterOf(order)}`}
        tag={
          <span className={styles.badges}>
            <WorkOrderTag state={order.state} />
            {order.priority === 'urgent' && <PriorityWord priority="urgent" />}
            <Badges badges={order.badges} />
          </span>
        }
        facts={
          <>
            <span className="ui-digits">{order.no}</span>
            <span>
              {order.organName} · {order.roomName}
            </span>
            <span>处理人 {order.assigneeName ?? '未派单'}</span>
            <span>
              创建于 <RelativeTime at={order.openedAt} />
            </span>
          </>
        }
        actions={
          <>
            <HeadActs
              actions={main === undefined ? acts : acts.slice(1)}
              waited={waited && main === undefined}
              more={log}
            />
            <PrintWorkOrder order={order} />
          </>
        }
      />
      <Panel title="时限">
        <Clocks order={order} readAt={readAt} />
      </Panel>
      <Recommended order={order} />
      {works && userId !== undefined && <FieldWork order={order} userId={userId} />}
      <OutcomePanel order={order} />
      <BasePanel order={order} />
      <FaultsPanel order={order} />
      <ReportsPanel orderId={order.orderId} />
      {!works && <ChecksPanel order={order} />}
      {!works && (
        <Panel title="图片">
          <Pictures pictures={order.pictures} empty="还没有图片。" />
        </Panel>
      )}
      {!works && <CostPanel order={order} />}
      <RelatedPanel order={order} />
      <Panel title="附件">
        <RecordAttachments kind="workOrder" subjectId={order.orderId} />
      </Panel>
      <CommentsPanel kind="workOrder" subjectId={order.orderId} />
      <Timeline order={order} />
      {main !== undefined && (
        <div className={styles.thumb} data-thumb>
          <ActButton type="primary" size="large" block reason={main.reason} onClick={main.onAct}>
            {main.label}
          </ActButton>
        </div>
      )}
      {actions.dialogs}
    </div>
  )
}
