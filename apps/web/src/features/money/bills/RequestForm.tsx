import type { BillRow } from '@drivesim/contract/money/bills/billShapes'
import { bills as calls } from '@drivesim/contract/money/bills/bills'
import { App, Input } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import styles from './bills.module.css'
import { billReads } from './reads.ts'
import { leftOf } from './words.ts'

interface Props {
  bills: readonly BillRow[]
  onClosed: () => void
}

/** 申请付款: of one bill, in part if need be, or of many, what is left of each; another person decides about all of them as one. */
export function RequestForm({ bills, onClosed }: Props) {
  const ask = useChange(calls.requestPayment, { invalidates: billReads, quiet: true })
  const { message } = App.useApp()
  const [first, ...others] = bills
  const [amount, setAmount] = useState<number | null | undefined>(first && leftOf(first))
  const items =
    others.length === 0 && first !== undefined
      ? [{ billId: first.billId, amount: amount ?? 0 }]
      : bills.map(bill => ({ billId: bill.billId, amount: leftOf(bill) }))
  const sum = items.reduce((all, item) => all + item.amount, 0)
  return (
    <DrawerForm
      title={
        first !== undefined && others.length === 0
          ? `申请付款 ${first.no}`
          : `申请付款 ${bills.length} 份账单`
      }
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
      {first !== undefined && others.length === 0 ? (
        <div>
          <label htmlFor="request-amount">金额</label>
          <YuanInput id="request-amount" moves value={amount ?? null} onChange={setAmount} />
          <p className="ui-quiet">{`${first.schoolName} 本账单还需 ${money(leftOf(first))}，可以分次`}</p>
        </div>
      ) : (
        <ul className={styles.asked}>
          {bills.map(bill => (
            <li key={bill.billId}>
              <span>
                {bill.schoolName} <span className="ui-digits">{bill.no}</span>
              </span>
              <span className="ui-digits">{money(leftOf(bill))}</span>
            </li>
          ))}
          <li>
            <b>合计</b>
            <b className="ui-digits">{money(sum)}</b>
          </li>
        </ul>
      )}
      <Field name="reason">
        <Input.TextArea rows={2} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
