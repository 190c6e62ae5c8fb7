import { businessDayOf } from '@drivesim/contract/businessDay'
import { billErrors, billMachine, type PaymentRow } from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Select } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useSlipQuestion } from '../../../parts/useSlipQuestion.ts'
import { VoucherField } from '../../../parts/Voucher.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { useQuestion } from '../../../ui/form/useQuestion.ts'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import { nothingToChoose } from '../../../ui/options.ts'
import type { BillFormProps } from './CheckForms.tsx'
import { billReads } from './reads.ts'
import { leftOf } from './words.ts'

const methods = [
  { value: 'bankTransfer', label: '银行转账' },
  { value: 'cash', label: '现金' },
]

/** 登记收款 or 登记付款, as the bill is owed. */
export function PaymentForm({ bill, onClosed }: BillFormProps) {
  const { billId, no, issuedOn } = bill
  const act = bill.net < 0 ? 'receive' : 'pay'
  const pay = useChange(bills[act], { invalidates: billReads, quiet: true })
  const ask = useQuestion()
  const askOfSlip = useSlipQuestion()
  const { label } = billMachine.actions[act]
  const left = leftOf(bill)
  const today = businessDayOf(serverNow())
  return (
    <DrawerForm
      title={`${label} ${no}`}
      submitText={label}
      schema={bills[act].input}
      initial={{ billId, amount: left, method: 'bankTransfer', paidOn: today }}
      loading={pay.isPending}
      submitError={pay.error}
      onSubmit={values =>
        askOfSlip({ amount: values.amount, verb: label }, confirmVoucher =>
          ask(
            {
              asks: billErrors.paidTwice,
              title: '可能是重复登记',
              consequence: `银行流水上确实又有一笔 ${money(values.amount)} 时才继续。`,
              verb: `不是重复，继续${label}`,
            },
            confirmDouble => pay.mutateAsync({ ...values, confirmVoucher, confirmDouble }),
          ),
        )
      }
      onClosed={onClosed}
    >
      {act === 'pay' && <Allowance billId={billId} />}
      <Field name="amount" help={`本账单还需 ${money(left)}，可以分次`}>
        <YuanInput moves />
      </Field>
      <Field name="method">
        <Select options={methods} />
      </Field>
      <Field name="paidOn" help={`银行流水上的日期，${issuedOn} 至今天`}>
        <DayPicker range={{ from: issuedOn, to: today }} />
      </Field>
      <Field name="voucherId" label="凭证" help="银行回单的照片，可以不填；登记有误的请作废后重新登记">
        <VoucherField what="凭证" />
      </Field>
    </DrawerForm>
  )
}

/** What may be paid without asking, and what was agreed to: whoever registers a payment knows what it will be. */
function Allowance({ billId }: { billId: number }) {
  const detail = useQuery(query(bills.info, { billId }, { quiet: true }))
  const amount: unknown = Form.useWatch('amount', { form: Form.useFormInstance(), preserve: true })
  if (detail.data === undefined) return null
  const { requests, unaskedLeft } = detail.data
  const agreed = requests.filter(({ state }) => state === 'approved')
  const isAgreed = agreed.some(request => request.amount === amount)
  if (isAgreed) return <Alert type="success" showIcon title="按已同意的付款申请登记，须上传银行回单" />
  const waits = requests.length > agreed.length ? '；有付款申请还在等待审批' : ''
  const others = agreed.map(request => money(request.amount)).join('、')
  if (unaskedLeft !== null && typeof amount === 'number' && amount > unaskedLeft)
    return (
      <Alert
        type="warning"
        showIcon
        title={`超过该驾校 30 天内免审批的 ${money(unaskedLeft)}，将登记为“未经审批”，由另一人核对`}
        description={`还没有转账的，请先申请付款${others === '' ? '' : `；已同意的申请金额为 ${others}`}${waits}`}
      />
    )
  return null
}

/** 抵扣: by a bill of the same school that the platform owes. */
export function OffsetForm({ bill, onClosed }: BillFormProps) {
  const { billId, no, schoolId } = bill
  const offset = useChange(bills.offset, { invalidates: billReads, quiet: true })
  const owing = useQuery(
    query(bills.list, { schoolId, side: 'platform', due: 'open', pageSize: 100 }, { quiet: true }),
  )
  const open = (owing.data?.dataList ?? []).filter(({ state }) => billMachine.may('pay', state))
  const left = leftOf(bill)
  return (
    <DrawerForm
      title={`抵扣 ${no}`}
      submitText="抵扣"
      schema={bills.offset.input}
      initial={{ billId, amount: left }}
      loading={offset.isPending}
      submitError={offset.error}
      onSubmit={values => offset.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="amount" help={`本账单还需 ${money(left)}`}>
        <YuanInput moves />
      </Field>
      <Field name="byBillId" help="该驾校待结算、部分结算的账单；两份账单同时减少同样的金额">
        <Select
          loading={owing.isPending}
          placeholder="请选择账单"
          notFoundContent={nothingToChoose(owing, '该驾校没有待结算的账单')}
          options={open.map(bill => ({
            value: bill.billId,
            label: `${bill.no}（${bill.month}，还可抵 ${money(leftOf(bill))}）`,
          }))}
        />
      </Field>
    </DrawerForm>
  )
}

/** 作废 of a receipt or payout, for a reason. */
export function VoidPaymentForm({ payment, onClosed }: { payment: PaymentRow; onClosed: () => void }) {
  const { paymentId, no, amount, method, offsetBillNo } = payment
  return (
    <ReasonForm
      endpoint={bills.voidPayment}
      of={{ paymentId }}
      reads={billReads}
      title={`作废 ${no}`}
      verb="作废"
      consequence={`作废后 ${money(amount)} 重新计入未结${method === 'offset' ? `，${offsetBillNo} 一方同时作废` : ''}；编号保留。`}
      onClosed={onClosed}
    />
  )
}
