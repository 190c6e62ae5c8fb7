import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import type { RechargeRow } from '@drivesim/contract/money/orders/orderRows'
import { type RechargeState, rechargeMachine } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { money } from '../../../ui/format.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { CodeDrawer } from './CodeDrawer.tsx'
import { CodeForm } from './CodeForm.tsx'
import { PrintReceipt } from './PrintReceipt.tsx'
import { RechargeDrawer } from './RechargeDrawer.tsx'
import type { RechargeFor } from './RechargeFields.tsx'
import { RechargeForm } from './RechargeForm.tsx'
import { OnBehalfForm, RechargeRefundForm } from './RechargeRefundForm.tsx'
import { orderReads } from './reads.ts'
import { useOrderRights } from './useOrderRights.ts'

type Dialog =
  | { kind: 'add'; given: RechargeFor }
  | { kind: 'addByCode'; given: RechargeFor }
  | { kind: 'detail'; orderId: number }
  | { kind: 'code'; orderId: number }
  | OrderDialogOf

interface OrderDialogOf {
  kind: 'refund' | 'onBehalf' | 'reverse' | 'close' | 'decline' | 'receipt'
  order: RechargeRow
}

interface RechargeActions {
  of: (order: RechargeRow) => RowAction[]
  add: (given: RechargeFor) => void
  /** 扫码收款 */
  addByCode: (given: RechargeFor) => void
  open: (orderId: number) => void
  dialogs: ReactNode
}

/** What may be done to a recharge, by the contract's table; the same in the list, at the student's and in the drawer. It may begin with the form open. */
export function useRechargeActions(begins?: { add: RechargeFor }): RechargeActions {
  const [dialog, show] = useState<Dialog | null>(beginning(begins))
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { sells, ofPlatform, decides } = useOrderRights()
  const accept = useChange(orders.acceptRecharge, { invalidates: orderReads })
  const { may, actions } = rechargeMachine

  const askToAccept = ({ orderId, no, studentName, amount, bonus }: RechargeRow) =>
    confirm({
      title: `确认已收到学员“${studentName}”的 ${money(amount)}？`,
      consequence: `平台代登记的充值 ${no} 立即到账${bonus > 0 ? `，另赠送 ${money(bonus)}` : ''}，计入本校代收款。`,
      verb: '确认收款',
      run: async () => {
        const { paidCourseOrder } = await accept.mutateAsync({ orderId, accept: true })
        message.success(paidCourseOrder === null ? '充值已到账' : '充值已到账，课程订单已支付')
      },
    })
  const of = (order: RechargeRow): RowAction[] => {
    const { state, toAccept, channel, amount, cashLeft } = order
    const action = (kind: 'refund' | 'reverse' | 'close' | 'decline', reason?: string | null): RowAction => ({
      label: actions[kind].label,
      onAct: () => show({ kind, order }),
      ...(reason && { reason }),
    })
    const unaccepted = ofPlatform
      ? [action('close')]
      : [{ label: actions.accept.label, onAct: () => askToAccept(order) }, action('decline')]
    const waiting = toAccept
      ? ofPlatform === null
        ? []
        : unaccepted
      : [{ label: '收款码', onAct: () => show({ kind: 'code', orderId: order.orderId }) }, action('close')]
    // Cash goes back where it was taken: the platform, which took none, transfers (平台代退).
    const ofTill = sells && (ofPlatform === false || channel !== 'offline')
    const nothingLeft = cashLeft === 0 ? noCash : null
    const used = cashLeft < amount ? orderErrors.rechargeUsed.sentence() : null
    return [
      ...(sells && may('close', state) ? waiting : []),
      // First, so that it stands in the same place whoever may give money back.
      ...(hasReceipt(state) ? [{ label: '收据', onAct: () => show({ kind: 'receipt', order }) }] : []),
      ...(ofTill && may('refund', state) ? [action('refund', nothingLeft)] : []),
      ...(decides && channel === 'offline' && may('refund', state)
        ? [{ label: '平台代退', reason: nothingLeft, onAct: () => show({ kind: 'onBehalf', order }) }]
        : []),
      ...(ofTill && channel === 'offline' && may('reverse', state)
        ? [{ ...action('reverse', used), removes: true as const }]
        : []),
    ]
  }
  const open = (orderId: number) => show({ kind: 'detail', orderId })
  const dialogs = dialog && (
    <Dialogs
      dialog={dialog}
      actions={of}
      show={show}
      onClosed={() => show(now => (now === dialog ? null : now))}
    />
  )
  return {
    of,
    add: given => show({ kind: 'add', given }),
    addByCode: given => show({ kind: 'addByCode', given }),
    open,
    dialogs,
  }
}

/** Of one that is all refunded it is the proof that the money went back. */
const hasReceipt = (state: RechargeState) => state === 'refunded' || rechargeMachine.may('refund', state)

const noCash = '余额里没有可退的现金；课程没用完的，请先在课程订单按分钟退到余额'

function beginning(begins: { add: RechargeFor } | undefined): Dialog | null {
  return begins === undefined ? null : { kind: 'add', given: begins.add }
}

interface DialogsProps {
  dialog: Dialog
  actions: (order: RechargeRow) => RowAction[]
  show: (dialog: Dialog) => void
  onClosed: () => void
}

function Dialogs({ dialog, actions, show, onClosed }: DialogsProps) {
  const detail = (orderId: number) => show({ kind: 'detail', orderId })
  if (dialog.kind === 'add') return <RechargeForm given={dialog.given} onMade={detail} onClosed={onClosed} />
  if (dialog.kind === 'addByCode')
    return (
      <CodeForm
        given={dialog.given}
        onMade={orderId => show({ kind: 'code', orderId })}
        onClosed={onClosed}
      />
    )
  if (dialog.kind === 'code')
    return (
      <CodeDrawer
        key={dialog.orderId}
        orderId={dialog.orderId}
        onDetail={detail}
        onClose={order => show({ kind: 'close', order })}
        onClosed={onClosed}
      />
    )
  if (dialog.kind === 'detail')
    return <RechargeDrawer orderId={dialog.orderId} actions={actions} onClosed={onClosed} />
  return <OrderDialog kind={dialog.kind} order={dialog.order} onClosed={onClosed} />
}

interface OrderDialogProps extends OrderDialogOf {
  onClosed: () => void
}

/** What is done to an order that is there. */
function OrderDialog({ kind, order, onClosed }: OrderDialogProps) {
  const orderWords = `${order.no}：${order.studentName} ${money(order.amount)}`
  switch (kind) {
    case 'refund':
      return <RechargeRefundForm order={order} onClosed={onClosed} />
    case 'onBehalf':
      return <OnBehalfForm order={order} onClosed={onClosed} />
    case 'receipt':
      return <PrintReceipt order={order} onClosed={onClosed} />
    case 'reverse':
      return (
        <ReasonForm
          endpoint={orders.reverseRecharge}
          of={{ orderId: order.orderId }}
          reads={orderReads}
          title={`冲正 ${orderWords}`}
          verb="冲正"
          consequence="登记错误时用：这笔充值作废，余额和赠送同时扣回；不能恢复。学员要拿回钱请用“退款”。"
          onClosed={onClosed}
        />
      )
    case 'close':
      return (
        <ReasonForm
          endpoint={orders.closeRecharge}
          of={{ orderId: order.orderId }}
          reads={orderReads}
          title={`关闭 ${orderWords}`}
          verb="关闭订单"
          consequence="关闭后这笔订单不再等待到账；不能恢复，需要时请重新登记。"
          onClosed={onClosed}
        />
      )
    case 'decline':
      return (
        <ReasonForm
          endpoint={orders.acceptRecharge}
          of={{ orderId: order.orderId, accept: false }}
          reads={orderReads}
          title={`拒绝代登记 ${orderWords}`}
          verb="拒绝代登记"
          consequence="本校没有收到这笔款时用：订单关闭，学员不到账，平台会看到原因。"
          onClosed={onClosed}
        />
      )
  }
}
