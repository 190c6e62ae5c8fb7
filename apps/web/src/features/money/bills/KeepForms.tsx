import { businessDayOf } from '@drivesim/contract/businessDay'
import { type BillRow, monthWords } from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import { App, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { MonthPicker } from '../../../ui/form/MonthPicker.tsx'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import type { BillFormProps } from './CheckForms.tsx'
import { billReads } from './reads.ts'

/** 登记发票: only the number is noted. */
export function InvoiceForm({ bill: { billId, version, no }, onClosed }: BillFormProps) {
  const invoice = useChange(bills.invoice, { invalidates: billReads, quiet: true })
  return (
    <DrawerForm
      title={`登记 ${no} 的发票`}
      submitText="登记发票"
      schema={bills.invoice.input}
      initial={{ billId, version, invoiceOn: businessDayOf(serverNow()) }}
      loading={invoice.isPending}
      submitError={invoice.error}
      onSubmit={values => invoice.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="invoiceNo" help="只登记号码，发票在税务系统中开具；再次登记会替换原号码">
        <Input maxLength={20} />
      </Field>
      <Field name="invoiceOn">
        <DayPicker range={{ to: businessDayOf(serverNow()) }} />
      </Field>
    </DrawerForm>
  )
}

/** The month before this one, `2026-10`. */
function lastMonth(): string {
  const [year = 0, month = 0] = businessDayOf(serverNow()).split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7)
}

/** 出账 before its day, for one school or for every school that is due. */
export function CloseForm({
  schoolId,
  month,
  onClosed,
}: {
  schoolId?: number
  month?: string
  onClosed: () => void
}) {
  const close = useChange(bills.close, { invalidates: billReads, quiet: true })
  const { message } = App.useApp()
  return (
    <DrawerForm
      title="提前出账"
      submitText="出账"
      schema={bills.close.input}
      initial={{ month: month ?? lastMonth(), schoolId }}
      loading={close.isPending}
      submitError={close.error}
      onSubmit={async values => {
        const { schools } = await close.mutateAsync(values)
        message.success(
          values.schoolId === undefined
            ? `${schools} 所驾校的 ${monthWords(values.month)}账单将在一分钟内生成`
            : `${monthWords(values.month)}已出账`,
        )
      }}
      onClosed={onClosed}
    >
      <Field name="month" help="已经结束的月份；每所驾校的月份须依次出账">
        <MonthPicker until={lastMonth()} />
      </Field>
      <Field name="schoolId" help="不选则为轮到该月的所有驾校出账">
        <SchoolPicker placeholder="全部驾校" />
      </Field>
    </DrawerForm>
  )
}

/** 新增调整单: for the school's next bill; what was billed stays. */
export function AdjustForm({ bill, onClosed }: { bill?: BillRow; onClosed: () => void }) {
  const adjust = useChange(bills.adjust, { invalidates: billReads, quiet: true })
  const [sign, setSign] = useState(1)
  const { message } = App.useApp()
  return (
    <DrawerForm
      title={bill === undefined ? '新增调整单' : `调整 ${bill.schoolName} ${bill.no}`}
      submitText="新增调整单"
      schema={bills.adjust.input}
      initial={{ schoolId: bill?.schoolId, billId: bill?.billId }}
      loading={adjust.isPending}
      submitError={adjust.error}
      onSubmit={async values => {
        const { approvalId } = await adjust.mutateAsync({ ...values, amount: sign * values.amount })
        if (approvalId !== null) message.success('超过免审批限额，已提交另一人审批，同意后计入账单')
      }}
      onClosed={onClosed}
    >
      <Segmented
        aria-label="调整方向"
        value={sign}
        options={[
          { value: 1, label: '补给驾校' },
          { value: -1, label: '向驾校扣减' },
        ]}
        onChange={setSign}
      />
      <Field name="amount" term="调整单">
        <YuanInput moves />
      </Field>
      {bill === undefined && (
        <Field name="schoolId">
          <SchoolPicker />
        </Field>
      )}
      <Field name="reason" help="写在对账单上">
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
