import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import type { CourseOrderRow } from '@drivesim/contract/money/orders/orderRows'
import { courseOrderMachine } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { students } from '@drivesim/contract/people/students/students'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { money, number } from '../../../ui/format.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { CourseOrderDrawer } from './CourseOrderDrawer.tsx'
import { CourseOrderForm } from './CourseOrderForm.tsx'
import { CourseRefundForm } from './CourseRefundForm.tsx'
import type { RechargeFor } from './RechargeFields.tsx'
import { type Charge, RestoreForm } from './RestoreForm.tsx'
import { orderReads } from './reads.ts'
import { useOrderRights } from './useOrderRights.ts'
import { useRechargeActions } from './useRechargeActions.tsx'

type Dialog =
  | { kind: 'add'; studentId: number | undefined }
  | { kind: 'detail'; orderId: number }
  | { kind: 'refund'; order: CourseOrderRow }
  | { kind: 'restore'; charge: Charge }

interface CourseOrderActions {
  /** Whether there are any for this person: else their lists have no column of them. */
  any: boolean
  of: (order: CourseOrderRow) => RowAction[]
  add: (studentId?: number) => void
  open: (orderId: number) => void
  dialogs: ReactNode
}

/** What may be done to a course order, by the contract's table. It may begin with the form open. */
export function useCourseOrderActions(begins?: { add: number }): CourseOrderActions {
  const [dialog, show] = useState<Dialog | null>(beginning(begins))
  const { sells, ofPlatform } = useOrderRights()
  const recharges = useRechargeActions()
  const askToPay = useAskToPay(recharges.add)
  const askToClose = useAskToClose()
  const { may, actions } = courseOrderMachine

  const of = (order: CourseOrderRow): RowAction[] => {
    const { state } = order
    if (!sells || order.kind === 'opening') return []
    return [
      ...(may('pay', state) ? [{ label: actions.pay.label, onAct: () => void askToPay(order) }] : []),
      ...(may('close', state) ? [{ label: actions.close.label, onAct: () => askToClose(order) }] : []),
      ...(may('refund', state)
        ? [
            {
              label: actions.refund.label,
              reason: whyNoRefund(order),
              onAct: () => show({ kind: 'refund' as const, order }),
            },
          ]
        : []),
    ]
  }
  const open = (orderId: number) => show({ kind: 'detail', orderId })
  const dialogs = (
    <>
      {dialog && (
        <Dialogs
          dialog={dialog}
          actions={of}
          onPaid={open}
          onShort={recharges.add}
          onRestore={sells && ofPlatform === true ? charge => show({ kind: 'restore', charge }) : undefined}
          onClosed={() => show(now => (now === dialog ? null : now))}
        />
      )}
      {recharges.dialogs}
    </>
  )
  return { any: sells, of, add: studentId => show({ kind: 'add', studentId }), open, dialogs }
}

function beginning(begins: { add: number } | undefined): Dialog | null {
  return begins === undefined ? null : { kind: 'add', studentId: begins.add }
}

/** Asks whether the balance pays an order; where it is too low, leads to the recharge of what is missing. */
function useAskToPay(recharge: (given: RechargeFor) => void) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const client = useQueryClient()
  const pay = useChange(orders.payCourseOrder, { invalidates: orderReads })
  return async ({ orderId, no, amount, studentId, studentName, courseName }: CourseOrderRow) => {
    const { balance } = await client.fetchQuery({
      ...query(students.info, { userId: studentId, queryTypes: ['balance'] }),
      staleTime: 0,
    })
    if (balance === undefined) return
    const shortage = amount - balance.cash - balance.bonus
    if (shortage > 0) {
      message.warning(orderErrors.balanceShort.sentence(shortage))
      return recharge({ studentId, amount: shortage, thenCourse: orderId })
    }
    confirm({
      title: `支付课程订单 ${no}？`,
      consequence: `从学员“${studentName}”的余额支付 ${money(amount)}，购买“${courseName}”；先用现金，再用赠送。`,
      verb: '从余额支付',
      run: async () => {
        await pay.mutateAsync({ orderId })
        message.success('课程订单已支付')
      },
    })
  }
}

function useAskToClose() {
  const confirm = useConfirm()
  const close = useChange(orders.closeCourseOrder, { invalidates: orderReads })
  return ({ orderId, no, studentName, courseName }: CourseOrderRow) =>
    confirm({
      title: `关闭课程订单 ${no}？`,
      consequence: `学员“${studentName}”的“${courseName}”不再等待支付；不能恢复，需要时请重新下单。`,
      verb: '关闭订单',
      danger: true,
      run: () => close.mutateAsync({ orderId }),
    })
}

interface DialogsProps {
  dialog: Dialog
  actions: CourseOrderActions['of']
  onPaid: (orderId: number) => void
  onShort: (given: RechargeFor) => void
  /** Undefined where this person restores no minutes. */
  onRestore: ((charge: Charge) => void) | undefined
  onClosed: () => void
}

function Dialogs({ dialog, actions, onPaid, onShort, onRestore, onClosed }: DialogsProps) {
  switch (dialog.kind) {
    case 'add':
      return (
        <CourseOrderForm studentId={dialog.studentId} onPaid={onPaid} onShort={onShort} onClosed={onClosed} />
      )
    case 'detail':
      return (
        <CourseOrderDrawer
          orderId={dialog.orderId}
          actions={actions}
          onRestore={onRestore}
          onClosed={onClosed}
        />
      )
    case 'refund':
      return <CourseRefundForm order={dialog.order} onClosed={onClosed} />
    case 'restore':
      return <RestoreForm charge={dialog.charge} onClosed={onClosed} />
  }
}

function whyNoRefund({ leftMinutes, cashPaid, minutes }: CourseOrderRow): string | null {
  if (leftMinutes === 0) return `${number(minutes)} 分钟已用完或已退，没有可退的分钟`
  return cashPaid === 0 ? orderErrors.nothingToRefund.sentence() : null
}
