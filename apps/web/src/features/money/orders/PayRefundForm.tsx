import { businessDayOf } from '@drivesim/contract/businessDay'
import type { RefundRow } from '@drivesim/contract/money/orders/orderRows'
import { orders } from '@drivesim/contract/money/orders/orders'
import { App } from 'antd'
import { useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useSlipQuestion } from '../../../parts/useSlipQuestion.ts'
import { VoucherField } from '../../../parts/Voucher.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { money } from '../../../ui/format.ts'
import { methodOf } from './columns.tsx'
import { orderReads } from './reads.ts'

interface Props {
  refund: RefundRow
  onClosed: () => void
}

/** 登记付款: the money has gone to the student. */
export function PayRefundForm({ refund, onClosed }: Props) {
  const { message } = App.useApp()
  const ask = useSlipQuestion()
  const today = businessDayOf(serverNow())
  const pay = useChange(orders.payRefund, { invalidates: orderReads, quiet: true })
  return (
    <DrawerForm
      title={`登记付款 ${refund.no}`}
      submitText="登记付款"
      schema={orders.payRefund.input}
      initial={{ refundId: refund.refundId, paidOn: today }}
      loading={pay.isPending}
      submitError={pay.error}
      asks={({ paidOn }) => ({
        title: `登记已付 ${money(refund.amount)} 给学员“${refund.studentName}”？`,
        consequence: `${refund.no}，${paidOn}${methodOf(refund)}；登记后不能撤销。`,
      })}
      onSubmit={async values => {
        await ask({ amount: refund.amount, verb: '登记付款' }, confirmVoucher =>
          pay.mutateAsync({ ...values, confirmVoucher }),
        )
        message.success(`退款 ${money(refund.amount)} 已登记付款`)
      }}
      onClosed={onClosed}
    >
      <p>
        已把 {money(refund.amount)} 付给学员“{refund.studentName}”（{methodOf(refund)}）
        {refund.payee && `，收款人 ${refund.payee}`}。登记后不能撤销。
      </p>
      <Field name="paidOn">
        <DayPicker range={{ from: businessDayOf(refund.createdAt), to: today }} />
      </Field>
      <Field name="voucherId" label="凭证" help="银行回单或收条的照片，可以不填">
        <VoucherField what="凭证" />
      </Field>
    </DrawerForm>
  )
}
