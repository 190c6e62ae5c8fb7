import { billBulk } from '@drivesim/contract/money/bills/billBulk'
import { type BillRow, billMachine } from '@drivesim/contract/money/bills/billShapes'
import { Input } from 'antd'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'
import { money, number } from '../../../ui/format.ts'
import type { SelectedRows } from '../../../ui/list/types.ts'
import styles from './bills.module.css'
import { billReads } from './reads.ts'
import { leftOf } from './words.ts'

interface Props {
  selected: SelectedRows<BillRow>
  onStarted: () => void
  onClosed: () => void
}

/** 申请付款 of many bills, as a job: what is left of each, a request of its own for each, which another person decides. */
export function RequestMany({ selected, onStarted, onClosed }: Props) {
  const bulk = useBulk(billReads, { quiet: true })
  const verb = (many: string) => `申请付款 ${many} 份账单`
  return (
    <DrawerForm
      title={verb(number(selected.count))}
      submitText="提交申请"
      schema={billBulk.requestPayment.input}
      initial={{ settles: true }}
      loading={bulk.isPending}
      submitError={bulk.error}
      onSubmit={async input => {
        const selection = selectionOf(selected, ({ billId }) => billId)
        await bulk.start({ kind: billBulk.requestPayment, selection, input, verb })
        onStarted()
      }}
      onClosed={onClosed}
    >
      <p>每份账单申请全部未付的金额，各由另一人审批；付到各合同现在生效的收款账户。不能付款的会列为失败。</p>
      {selected.filter === null && <Chosen bills={selected.rows} />}
      <Field name="settles" help="驾校应还的只转结算，不申请付款">
        <OnOff />
      </Field>
      <Field name="reason">
        <Input.TextArea rows={2} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}

/** What is asked for of the chosen bills, as they are now. */
function Chosen({ bills }: { bills: readonly BillRow[] }) {
  const owed = bills.filter(
    ({ net, state }) => net > 0 && (state === 'checked' || billMachine.may('pay', state)),
  )
  return (
    <ul className={styles.asked}>
      {owed.map(bill => (
        <li key={bill.billId}>
          <span>
            {bill.schoolName} <span className="ui-digits">{bill.no}</span>
          </span>
          <span className="ui-digits">{money(leftOf(bill))}</span>
        </li>
      ))}
      <li>
        <b>合计</b>
        <b className="ui-digits">{money(owed.reduce((sum, bill) => sum + leftOf(bill), 0))}</b>
      </li>
    </ul>
  )
}
