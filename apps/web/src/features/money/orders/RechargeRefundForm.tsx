import type { DataOf } from '@drivesim/contract/endpoint'
import { bonusBackOf } from '@drivesim/contract/money/orders/bonusBack'
import type { RechargeRow } from '@drivesim/contract/money/orders/orderRows'
import {
  type RefundMethod,
  rechargeRefundMethods,
  type StudentBalance,
} from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { App, Form, Input } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { Choices } from '../../../ui/form/Choices.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { figureIn } from '../../../ui/form/readFigure.ts'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import { optionsOf } from '../../../ui/options.ts'
import { BalanceAfter } from './BalanceAfter.tsx'
import { orderReads } from './reads.ts'
import { refundOutcome } from './refundOutcome.ts'
import { useStudent } from './useStudent.ts'

interface Props {
  order: RechargeRow
  onClosed: () => void
}

/** 退款 of a recharge: cash by the school that took it; what was paid by code, the same way or by transfer. */
export function RechargeRefundForm({ order, onClosed }: Props) {
  const { message } = App.useApp()
  const refund = useChange(orders.refundRecharge, { invalidates: orderReads, quiet: true })
  const inCash = order.channel === 'offline'
  return (
    <DrawerForm
      title={`退款 ${order.no}`}
      submitText="申请退款"
      schema={orders.refundRecharge.input}
      initial={{
        orderId: order.orderId,
        amount: order.cashLeft,
        method: inCash ? 'cash' : 'original',
      }}
      loading={refund.isPending}
      submitError={refund.error}
      asks={({ amount, method }) => ({
        title: `退 ${money(amount)} 给学员“${order.studentName}”？`,
        consequence: `${wayOf(order, method)}，单号 ${order.no}。${takingBack}`,
      })}
      onSubmit={async values =>
        void message.success(refundOutcome(await refund.mutateAsync(values), values.method))
      }
      onClosed={onClosed}
    >
      <p>
        退给学员“{order.studentName}”，
        {inCash ? `由${order.holderName ?? '代收驾校'}退还现金。` : '由平台退还。'}
      </p>
      <RefundedAmount order={order} />
      {!inCash && <OnlineMethod />}
      <Why />
    </DrawerForm>
  )
}

/** Whether it waits for somebody follows from other refunds, too: only the answer says it. */
const takingBack = '须审批的，审批前可以撤回申请；不须审批的，提交后不能撤回。'

/** How the money reaches the student, before it is sent. */
function wayOf({ holderName }: RechargeRow, method: RefundMethod | undefined): string {
  if (method === 'cash') return `由${holderName ?? '代收驾校'}退还现金`
  return method === 'bankTransfer' ? '由平台银行转账' : '原路退回付款账户'
}

/** 平台代退: the platform transfers what a school holds. */
export function OnBehalfForm({ order, onClosed }: Props) {
  const { message } = App.useApp()
  const refund = useChange(orders.refundOnBehalf, { invalidates: orderReads, quiet: true })
  return (
    <DrawerForm
      title={`平台代退 ${order.no}`}
      submitText="平台代退"
      schema={orders.refundOnBehalf.input}
      initial={{ orderId: order.orderId, amount: order.cashLeft }}
      loading={refund.isPending}
      submitError={refund.error}
      asks={({ amount, payee }) => ({
        title: `平台代退 ${money(amount)} 给学员“${order.studentName}”？`,
        consequence: `由平台转账给 ${payee}，计入${order.holderName}的下一期账单。${takingBack}`,
      })}
      onSubmit={async values => void message.success(refundOutcome(await refund.mutateAsync(values)))}
      onClosed={onClosed}
    >
      <p>
        {order.holderName}代收的充值，由平台转账退给学员“{order.studentName}”，计入该驾校下一期账单。
      </p>
      <RefundedAmount order={order} />
      <Payee />
      <Why />
    </DrawerForm>
  )
}

/** How much, and what goes with it. */
function RefundedAmount({ order }: { order: RechargeRow }) {
  const form = Form.useFormInstance()
  const amount: unknown = Form.useWatch('amount', form)
  const { data: info } = useQuery(query(orders.rechargeInfo, { orderId: order.orderId }, { quiet: true }))
  const { student } = useStudent(order.studentId)
  const { data: settings } = useQuery(query(orders.settings, undefined, { quiet: true }))
  const fen = figureIn(amount) ?? 0
  // Unknown until both are loaded; without them the form would say that no bonus is taken back.
  const bonusBack = info && student?.balance && bonusBackOf(order, takenBack(info, student.balance), fen)
  const limit = settings ? `；30 天内累计超过 ${money(settings.approvalLimit)} 须另一人审批` : ''
  return (
    <>
      <Field name="amount" help={`最多可退 ${money(order.cashLeft)}${limit}`}>
        <YuanInput moves />
      </Field>
      {bonusBack !== undefined && bonusBack > 0 && <p>按比例收回赠送 {money(bonusBack)}。</p>}
      {bonusBack !== undefined && <BalanceAfter balance={student?.balance} cash={-fen} bonus={-bonusBack} />}
    </>
  )
}

/** What earlier refunds took, of cash and of bonus, and the bonus that is left. */
function takenBack({ refunds }: DataOf<typeof orders.rechargeInfo>, { bonus }: StudentBalance) {
  const counted = refunds.filter(({ state }) => state !== 'rejected')
  return {
    asked: counted.reduce((sum, refund) => sum + refund.amount, 0),
    taken: counted.reduce((sum, refund) => sum + refund.bonusBack, 0),
    purseBonus: bonus,
  }
}

/** How a payment by code is refunded. */
function OnlineMethod() {
  const method: unknown = Form.useWatch('method', Form.useFormInstance())
  const { original, bankTransfer } = rechargeRefundMethods
  return (
    <>
      <Field name="method" help="原路：退回学员付款的账户，到账后自动登记；付款超过一年只能转账">
        <Choices optionType="button" options={optionsOf({ original, bankTransfer })} />
      </Field>
      {method === 'bankTransfer' && <Payee />}
    </>
  )
}

function Payee() {
  return (
    <Field name="payee" required help="收款人姓名、开户行和账号">
      <Input maxLength={100} autoComplete="off" />
    </Field>
  )
}

function Why() {
  return (
    <Field name="reason">
      <Input.TextArea rows={3} maxLength={200} />
    </Field>
  )
}
