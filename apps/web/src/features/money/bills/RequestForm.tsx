import type { BillRow } from '@drivesim/contract/money/bills/billShapes'
import { bills as calls } from '@drivesim/contract/money/bills/bills'
import { App, Input } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import { billReads } from './reads.ts'
import { leftOf } from './words.ts'

interface Props {
  bill: BillRow
  onClosed: () => void
}

/** 申请付款 of a bill, in part if need be; another person decides about it. */
export function RequestForm({ bill, onClosed }: Props) {
  const { billId, no, schoolName } = bill
  const ask = useChange(calls.requestPayment, { invalidates: billReads, quiet: true })
  const { message } = App.useApp()
  const [amount, setAmount] = useState<number | null>(leftOf(bill))
  const items = [{ billId, amount: amount ?? 0 }]
  return (
    <DrawerForm
      title={`申请付款 ${no}`}
      submitText="提交申请"
      schema={calls.requestPayment.input}
      initial={{ items }}
      loading={ask.isPending}
      submitError={ask.error}
      onSubmit={async ({ reason }) => {
        await ask.mutateAsync({ items, reason })
        message.success('已提交，另一人同意后转账并登记')
      }}
      onClosed={onClosed}
    >
      <p>由另一人审批；同意后转账，再用银行回单登记付款。付到各合同现在生效的收款账户。</p>
      <div>
        <label htmlFor="request-amount">金额</label>
        <YuanInput id="request-amount" moves value={amount} onChange={value => setAmount(value ?? null)} />
        <p className="ui-quiet">{`${schoolName} 本账单还需 ${money(leftOf(bill))}，可以分次`}</p>
      </div>
      <Field name="reason">
        <Input.TextArea rows={2} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
