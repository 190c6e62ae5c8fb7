import { home } from '@drivesim/contract/board/home'
import type { DataOf } from '@drivesim/contract/endpoint'
import { type RefundRow, refundList } from '@drivesim/contract/money/orders/orderRows'
import { refundChannelStates } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { CommentsPart } from '../../../parts/comments/Comments.tsx'
import { OrderNumber } from '../../../parts/OrderNumber.tsx'
import { ObjectLogLink } from '../../../parts/objectLog.tsx'
import { useWithdraw } from '../../../parts/useWithdraw.ts'
import { Voucher } from '../../../parts/Voucher.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import type { RowAction } from '../../../ui/list/types.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { methodOf } from './columns.tsx'
import { DrawerActions } from './DrawerActions.tsx'
import styles from './orders.module.css'
import { PostingsOf } from './PostingsOf.tsx'
import { orderReads } from './reads.ts'
import { RefundTag } from './tags.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

interface Props {
  refundId: number
  actions: (refund: RefundRow) => RowAction[]
  onClosed: () => void
}

/** 退款单: of what, how much, who asked and who decided. */
export function RefundDrawer({ refundId, actions, onClosed }: Props) {
  const info = useQuery(query(orders.refundInfo, { refundId }, { quiet: true }))
  const refund = info.data
  useLiveOrders(refund?.studentId)
  const withdraw = useWithdraw([...orderReads, home.todos])
  const acts = refund && [...actions(refund), ...ownActs(refund, withdraw)]
  return (
    <ReadDrawer
      title={refund === undefined ? '退款单' : `退款单 ${refund.no}`}
      link={`/orderManage/rechargeOrder?tab=refunds&refundId=${refundId}`}
      extra={<ObjectLogLink kind="refund" id={refundId} />}
      footer={acts && acts.length > 0 && <DrawerActions actions={acts} />}
      onClosed={onClosed}
    >
      {info.error !== null && <ErrorState error={info.error} onRetry={() => void info.refetch()} />}
      {info.error === null && refund === undefined && <BlockSkeleton height={320} />}
      {refund !== undefined && (
        <>
          <Refund refund={refund} />
          {refund.voucherId !== null && <Slip voucherId={refund.voucherId} no={refund.no} />}
          <PostingsOf postings={refund.postings} />
          <CommentsPart kind="refund" subjectId={refundId} />
        </>
      )}
    </ReadDrawer>
  )
}

/** What whoever asked may do until somebody decides. */
function ownActs(
  { ownApprovalId, no }: DataOf<typeof orders.refundInfo>,
  withdraw: ReturnType<typeof useWithdraw>,
): RowAction[] {
  if (ownApprovalId === null) return []
  const asked = {
    approvalId: ownApprovalId,
    title: `退款申请 ${no}`,
    consequence: '撤回后不退款，占用的金额和分钟恢复。',
  }
  return [{ label: '撤回申请', onAct: () => withdraw(asked) }]
}

/** By what it was paid, for whoever may see vouchers. */
function Slip({ voucherId, no }: { voucherId: number; no: string }) {
  const may = useCan('finance:edit', 'finance:accCheck', 'order:edit')
  if (!may) return null
  return (
    <>
      <h3 className={styles.part}>付款凭证</h3>
      <Voucher voucherId={voucherId} alt={`${no} 的凭证`} />
    </>
  )
}

function Refund({ refund }: { refund: DataOf<typeof orders.refundInfo> }) {
  const words = refundList.columns
  return (
    <Facts
      items={[
        ['状态', <RefundTag key="state" state={refund.state} />],
        [
          '学员',
          <Link key="student" to={`/student/studentDetail?userId=${refund.studentId}`}>
            {refund.studentName}
          </Link>,
        ],
        ...factsOf(refundList, refund, ['amount', 'bonusBack']),
        ...(refund.minutes === null ? [] : factsOf(refundList, refund, ['minutes'])),
        ...factsOf(refundList, refund, ['kind']),
        [words.orderNo.word, <OrderNumber key="order" no={refund.orderNo} />],
        [words.method.word, methodOf(refund)],
        ...factsOf(refundList, refund, ['payee']),
        ...(refund.channelState === null
          ? []
          : [
              [
                '渠道结果',
                [refundChannelStates[refund.channelState], refund.channelProblem]
                  .filter(words => words !== null)
                  .join('：'),
              ] as const,
            ]),
        ...factsOf(refundList, refund, ['holderName', 'organName', 'clerkName', 'createdAt', 'reason']),
        ['改为转账', refund.changerName && `${refund.changerName} 提出，待审批`],
        ...factsOf(refundList, refund, ['deciderName', 'decisionReason', 'doneAt']),
      ]}
    />
  )
}
