import type { CourseOrderRow } from '@drivesim/contract/money/orders/orderRows'
import { orders } from '@drivesim/contract/money/orders/orders'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Form, Input } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { figureIn } from '../../../ui/form/readFigure.ts'
import { money, number } from '../../../ui/format.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { orderReads } from './reads.ts'
import { refundOutcome } from './refundOutcome.ts'

interface Props {
  order: CourseOrderRow
  onClosed: () => void
}

/** 按分钟退款: the cash of minutes that were not trained goes back to the student's balance. */
export function CourseRefundForm({ order, onClosed }: Props) {
  const { message } = App.useApp()
  const refund = useChange(orders.refundCourseOrder, { invalidates: orderReads, quiet: true })
  const client = useQueryClient()
  return (
    <DrawerForm
      title={`按分钟退款 ${order.no}`}
      submitText="申请退款"
      schema={orders.refundCourseOrder.input}
      initial={{ orderId: order.orderId, minutes: order.leftMinutes }}
      loading={refund.isPending}
      submitError={refund.error}
      asks={async ({ orderId, minutes }) => {
        // What fails here has said so.
        const bringing = await client
          .fetchQuery(query(orders.refundPreview, { orderId, minutes }))
          .catch(() => null)
        return (
          bringing && {
            title: `退 ${money(bringing.amount)} 给学员“${order.studentName}”？`,
            consequence: `${order.courseName}退还 ${number(minutes)} 分钟，${bringing.needsApproval ? '另一人审批后退到余额；审批前可以撤回申请' : '立即退到余额；提交后不能撤回'}。`,
          }
        )
      }}
      onSubmit={async values => void message.success(refundOutcome(await refund.mutateAsync(values)))}
      onClosed={onClosed}
    >
      <p>
        {order.studentName} · {order.courseName} · 购买 {number(order.minutes)} 分钟，剩余{' '}
        {number(order.leftMinutes)} 分钟
      </p>
      <NumberField name="minutes" unit="分钟" />
      <Preview orderId={order.orderId} />
      <Field name="reason">
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}

/** What the minutes bring, and where it goes, as they are typed. */
function Preview({ orderId }: { orderId: number }) {
  const typed: unknown = Form.useWatch('minutes')
  const minutes = useDebounced(figureIn(typed))
  const preview = useQuery({
    ...query(orders.refundPreview, { orderId, minutes }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (preview.error !== null) return <Alert type="error" showIcon title={preview.error.message} />
  if (preview.data === undefined) return null
  const { amount, mostMinutes, mostAmount, needsApproval } = preview.data
  return (
    <Alert
      type="info"
      showIcon
      aria-busy={preview.isFetching}
      title={`退 ${money(amount)} 到学员余额${needsApproval ? '，须另一人审批' : ''}`}
      description={`最多可退 ${number(mostMinutes)} 分钟，${money(mostAmount)}；按现金支付部分计算，赠送不退。`}
    />
  )
}
