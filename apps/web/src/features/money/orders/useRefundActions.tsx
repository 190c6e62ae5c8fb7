import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import type { RefundRow } from '@drivesim/contract/money/orders/orderRows'
import { refundKinds, refundMachine } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { Reveal } from '../../../parts/Reveal.tsx'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { money } from '../../../ui/format.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { methodOf } from './columns.tsx'
import { nothingPaid } from './nothingPaid.ts'
import { PayRefundForm } from './PayRefundForm.tsx'
import { RefundDrawer } from './RefundDrawer.tsx'
import { RetryForm } from './RetryForm.tsx'
import { orderReads } from './reads.ts'
import { refundOutcome } from './refundOutcome.ts'
import { useOrderRights } from './useOrderRights.ts'

type Dialog =
  | { kind: 'detail'; refundId: number }
  | { kind: 'reject' | 'pay' | 'retry' | 'giveUp' | 'payee'; refund: RefundRow }

interface RefundActions {
  /** Whether there are any for this person: else their lists have no column of them. */
  any: boolean
  of: (refund: RefundRow) => RowAction[]
  open: (refundId: number) => void
  dialogs: ReactNode
}

/** What may be done to a refund, by the contract's table. */
export function useRefundActions(): RefundActions {
  const [dialog, show] = useState<Dialog | null>(null)
  const { message } = App.useApp()
  const confirm = useConfirm()
  const client = useQueryClient()
  const { sells, ofPlatform, decides } = useOrderRights()
  const decide = useChange(orders.decideRefund, { invalidates: orderReads })
  const { may, actions } = refundMachine

  const askToApprove = async ({ refundId }: RefundRow) => {
    const refund = await client.fetchQuery({ ...query(orders.refundInfo, { refundId }), staleTime: 0 })
    const { no, amount, studentName, kind, notDecided, state } = refund
    confirm({
      title: `同意退款 ${no}？`,
      consequence: `${refundKinds[kind]}：退给学员“${studentName}” ${money(amount)}，${howPaid(refund)}。`,
      verb: '同意退款',
      reason: refundMachine.reason('approve', state) ?? notDecided,
      run: async () => {
        message.success(refundOutcome(await decide.mutateAsync({ refundId, accept: true }), refund.method))
      },
    })
  }
  const of = (refund: RefundRow): RowAction[] => {
    const { state, method } = refund
    const paysOut = method === 'cash' ? sells && ofPlatform === false : method === 'bankTransfer' && decides
    return [
      ...(decides && may('approve', state)
        ? [
            { label: '同意', onAct: () => void askToApprove(refund) },
            { label: '驳回', onAct: () => show({ kind: 'reject' as const, refund }) },
          ]
        : []),
      ...(paysOut && may('pay', state)
        ? [{ label: actions.pay.label, onAct: () => show({ kind: 'pay' as const, refund }) }]
        : []),
      ...(decides && may('retry', state)
        ? [{ label: actions.retry.label, onAct: () => show({ kind: 'retry' as const, refund }) }]
        : []),
      ...(decides && may('giveUp', state)
        ? [
            {
              label: actions.giveUp.label,
              reason: nothingPaid(refund) ? null : orderErrors.refundNotClosed.sentence(),
              removes: true as const,
              onAct: () => show({ kind: 'giveUp' as const, refund }),
            },
          ]
        : []),
      ...(decides && refund.payee !== null
        ? [{ label: '查看收款账号', onAct: () => show({ kind: 'payee' as const, refund }) }]
        : []),
    ]
  }
  const dialogs = dialog && (
    <Dialogs dialog={dialog} actions={of} onClosed={() => show(now => (now === dialog ? null : now))} />
  )
  return { any: sells || decides, of, open: refundId => show({ kind: 'detail', refundId }), dialogs }
}

interface DialogsProps {
  dialog: Dialog
  actions: (refund: RefundRow) => RowAction[]
  onClosed: () => void
}

function Dialogs({ dialog, actions, onClosed }: DialogsProps) {
  if (dialog.kind === 'detail')
    return <RefundDrawer refundId={dialog.refundId} actions={actions} onClosed={onClosed} />
  const { refund } = dialog
  const { refundId } = refund
  const refundWords = `${refund.no}：${refund.studentName} ${money(refund.amount)}`
  if (dialog.kind === 'retry') return <RetryForm refund={refund} onClosed={onClosed} />
  if (dialog.kind === 'pay') return <PayRefundForm refund={refund} onClosed={onClosed} />
  if (dialog.kind === 'payee')
    return (
      <Reveal
        what="收款账号"
        name={refund.studentName}
        endpoint={orders.revealPayee}
        of={{ refundId }}
        words={{ payee: '收款人和账号' }}
        example="核对付款信息"
        onClosed={onClosed}
      />
    )
  return dialog.kind === 'reject' ? (
    <ReasonForm
      endpoint={orders.decideRefund}
      of={{ refundId, accept: false }}
      reads={orderReads}
      title={`驳回退款 ${refundWords}`}
      verb="驳回退款"
      consequence="驳回后不退款，占用的余额或分钟立即恢复；不能撤销，可以重新申请。"
      onClosed={onClosed}
    />
  ) : (
    <ReasonForm
      endpoint={orders.giveUpRefund}
      of={{ refundId }}
      reads={orderReads}
      title={`放弃退款 ${refundWords}`}
      verb="放弃退款"
      consequence="确定没有付款时用：退款单驳回，占用的余额立即恢复；不能撤销，可以重新申请。"
      onClosed={onClosed}
    />
  )
}

/** What happens with the money once the refund is approved. */
function howPaid(refund: RefundRow): string {
  if (refund.method === 'balance') return '立即退到学员余额'
  if (refund.method === 'original') return '由渠道原路退回，到账后自动登记'
  const by =
    refund.method === 'cash' ? `由${refund.holderName ?? '代收驾校'}付` : `付给 ${refund.payee ?? ''}`
  return `${by}（${methodOf(refund)}），付款后登记`
}
