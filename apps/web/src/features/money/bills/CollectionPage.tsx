import { receiptList } from '@drivesim/contract/money/bills/billLists'
import {
  billPaymentMethods,
  type PaymentRow,
  paymentMachine,
  paymentStates,
} from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import { useState } from 'react'
import { Link } from 'react-router'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { money } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { dayControl } from '../../../ui/list/dayControl.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { VoidPaymentForm } from './PayForms.tsx'
import { PrintReceipt } from './PrintReceipt.tsx'
import { PaymentTag } from './tags.tsx'
import { useBillRights } from './useBillRights.ts'
import { methodOf } from './words.ts'

const columns = columnsOf(receiptList, {
  billNo: row => (
    <Link className="ui-digits" to={`/finacial/statement?billId=${row.billId}`}>
      {row.billNo}
    </Link>
  ),
  method: methodOf,
  state: row => <PaymentTag state={row.state} />,
})

const filters: Filter<'paramValue' | 'schoolId' | 'method' | 'state' | 'beginDate' | 'endDate'>[] = [
  { name: 'paramValue', label: '收款', kind: 'text', hint: '收款、账单编号或驾校名称的一部分' },
  schoolFilter,
  { name: 'method', label: '收款方式', kind: 'select', options: optionsOf(billPaymentMethods) },
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(paymentStates) },
  {
    name: 'beginDate',
    label: '开始日期',
    kind: 'date',
    render: dayControl,
    more: true,
    range: { until: 'endDate', of: 'days' },
  },
  { name: 'endDate', label: '结束日期', kind: 'date', render: dayControl, more: true },
]

type Dialog = { kind: 'print' | 'void'; payment: PaymentRow }

/** 收款管理: what schools paid of their bills, its receipts, and what was taken back. */
export default function CollectionPage() {
  const [dialog, open] = useState<Dialog | null>(null)
  const { keeps } = useBillRights()
  const close = () => open(null)
  return (
    <>
      <ListPage
        name="receipts"
        title="收款列表"
        endpoint={bills.receipts}
        exportEndpoint={bills.receiptExport}
        rowKey={row => row.paymentId}
        columns={columns}
        filters={filters}
        sums={({ amount }) => [['有效收款', money(amount)]]}
        actions={payment => [
          { label: '收据', onAct: () => open({ kind: 'print', payment }) },
          ...(keeps && paymentMachine.may('void', payment.state)
            ? [{ label: '作废', removes: true as const, onAct: () => open({ kind: 'void', payment }) }]
            : []),
        ]}
        empty={{ title: '还没有收款', hint: '在“还款账单”中对驾校应还的账单登记收款' }}
      />
      {dialog?.kind === 'print' && <PrintReceipt payment={dialog.payment} onClosed={close} />}
      {dialog?.kind === 'void' && <VoidPaymentForm payment={dialog.payment} onClosed={close} />}
    </>
  )
}
