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

/** What may be done to a course order, by the contract's table. */
export function useCourseOrderActions(): CourseOrderActions {
  const [dialog, show] = useState<Dialog | null>(null)
  const { message } = App.useApp()
  const confirm = useConfirm()
  const client = useQueryClient()
  const { sells, ofPlatform } = useOrderRights()
  const recharges = useRechargeActions()
  const pay = useChange(orders.payCourseOrder, { invalidates: orderReads })
  const close = useChange(orders.closeCourseOrder, { invalidates: orderReads })
  const { may, actions } = courseOrderMachine

  const askToPay = async ({ orderId, no, amount, studentId, studentName, courseName }: CourseOrderRow) => {
    const { balance } = await client.fetchQuery({
      ...query(students.info, { userId: studentId, queryTypes: ['balance'] }),
      staleTime: 0,
    })
    if (balance === undefined) return
    const shortage = amount - balance.cash - balance.bonus
    if (shortage > 0) {
      message.warning(orderErrors.balanceShort.sentence(shortage))
      return recharges.add({ studentId, amount: shortage, thenCourse: orderId })
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
  const askToClose = ({ orderId, no, studentName, courseName }: CourseOrderRow) =>
    confirm({
      title: `关闭课程订单 ${no}？`,
      consequence: `学员“${studentName}”的“${courseName}”不再等待支付；不能恢复，需要时请重新下单。`,
      verb: '关闭订单',
      danger: true,
      run: () => close.mutateAsync({ orderId }),
    })
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
  const done = () => show(now => (now === dialog ? null : now))
  const restore =
    sells && ofPlatform === true ? (charge: Charge) => show({ kind: 'restore', charge }) : undefined
  const own =
    dialog === null ? null : dialog.kind === 'add' ? (
      <CourseOrderForm studentId={dialog.studentId} onPaid={open} onShort={recharges.add} onClosed={done} />
    ) : dialog.kind === 'detail' ? (
      <CourseOrderDrawer orderId={dialog.orderId} actions={of} onRestore={restore} onClosed={done} />
    ) : dialog.kind === 'refund' ? (
      <CourseRefundForm order={dialog.order} onClosed={done} />
    ) : (
      <RestoreForm charge={dialog.charge} onClosed={done} />
    )
  const dialogs = (
    <>
      {own}
      {recharges.dialogs}
    </>
  )
  return { any: sells, of, add: studentId => show({ kind: 'add', studentId }), open, dialogs }
}

function whyNoRefund({ leftMinutes, cashPaid, minutes }: CourseOrderRow): string | null {
  if (leftMinutes === 0) return `${number(minutes)} 分钟已用完或已退，没有可退的分钟`
  return cashPaid === 0 ? orderErrors.nothingToRefund.sentence() : null
}
