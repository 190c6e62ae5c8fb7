import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import type { RefundRow } from '@drivesim/contract/money/orders/orderRows'
import { refundChannelStates } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { retryMethods } from '@drivesim/contract/money/orders/refundCalls'
import { App, Form, Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { Choices } from '../../../ui/form/Choices.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { money } from '../../../ui/format.ts'
import { optionsOf } from '../../../ui/options.ts'
import { nothingPaid } from './nothingPaid.ts'
import { orderReads } from './reads.ts'

interface Props {
  refund: RefundRow
  onClosed: () => void
}

/** 重新退款 where the channel did not pay: the same way again, or by a transfer where it says that it will not. */
export function RetryForm({ refund, onClosed }: Props) {
  const { message } = App.useApp()
  const retry = useChange(orders.retryRefund, { invalidates: orderReads, quiet: true })
  return (
    <DrawerForm
      title={`重新退款 ${refund.no}`}
      submitText="重新退款"
      schema={orders.retryRefund.input}
      initial={{ refundId: refund.refundId, method: 'original' }}
      loading={retry.isPending}
      submitError={retry.error}
      asks={({ method }) => ({
        title: `重新退 ${money(refund.amount)} 给学员“${refund.studentName}”？`,
        consequence: `${refund.no}，${retryMethods[method]}。`,
      })}
      onSubmit={async values => {
        await retry.mutateAsync(values)
        message.success(`退款 ${money(refund.amount)} 已重新提交`)
      }}
      onClosed={onClosed}
    >
      <p>
        {refund.channelState !== null && refundChannelStates[refund.channelState]}
        {refund.channelProblem !== null && `：${refund.channelProblem}`}
      </p>
      <Method mayTransfer={nothingPaid(refund)} />
    </DrawerForm>
  )
}

function Method({ mayTransfer }: { mayTransfer: boolean }) {
  const method: unknown = Form.useWatch('method', Form.useFormInstance())
  const options = optionsOf(retryMethods).map(option => ({
    ...option,
    disabled: option.value === 'bankTransfer' && !mayTransfer,
  }))
  return (
    <>
      <Field name="method" help={mayTransfer ? undefined : orderErrors.refundNotClosed.sentence()}>
        <Choices optionType="button" options={options} />
      </Field>
      {method === 'bankTransfer' && (
        <Field name="payee" required help="收款人姓名、开户行和账号；审批过的退款由第三人再审批后才付">
          <Input maxLength={100} autoComplete="off" />
        </Field>
      )}
    </>
  )
}
