import { type PaymentRow, paymentDirections } from '@drivesim/contract/money/bills/billShapes'
import { useState } from 'react'
import { RecordAttachments } from '../../../parts/attachments/RecordAttachments.tsx'
import { Voucher } from '../../../parts/Voucher.tsx'
import { money } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './bills.module.css'
import { VoidPaymentForm } from './PayForms.tsx'
import { PrintReceipt } from './PrintReceipt.tsx'
import { PaymentTag, PayoutTag } from './tags.tsx'
import { useBillRights } from './useBillRights.ts'
import { methodOf } from './words.ts'

type Open = { kind: 'voucher' | 'files' | 'void' | 'print'; payment: PaymentRow }

const columns = (open: (next: Open) => void, keeps: boolean): Column<PaymentRow>[] => [
  { key: 'no', title: '编号', render: row => <span className="ui-digits">{row.no}</span> },
  { key: 'direction', title: '收付', render: row => paymentDirections[row.direction] },
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
  { key: 'method', title: '收付方式', render: methodOf },
  { key: 'paidOn', title: '收付日期', render: row => <span className="ui-digits">{row.paidOn}</span> },
  {
    key: 'state',
    title: '状态',
    render: row => (
      <span className={styles.tags}>
        <PaymentTag state={row.state} />
        {row.allowed !== null && <PayoutTag allowed={row.allowed} />}
      </span>
    ),
  },
  { key: 'createdBy', title: '经手人', render: row => row.createdBy },
  {
    key: 'acts',
    title: '操作',
    render: payment => (
      <>
        {payment.voucherId !== null && (
          <OpenButton onOpen={() => open({ kind: 'voucher', payment })}>凭证</OpenButton>
        )}
        <OpenButton onOpen={() => open({ kind: 'files', payment })}>附件</OpenButton>
        {payment.direction === 'in' && (
          <OpenButton onOpen={() => open({ kind: 'print', payment })}>收据</OpenButton>
        )}
        {keeps && payment.state === 'valid' && (
          <OpenButton onOpen={() => open({ kind: 'void', payment })}>作废</OpenButton>
        )}
        {payment.voidReason !== null && <span className="ui-quiet">{payment.voidReason}</span>}
      </>
    ),
  },
]

/** What was paid of a bill, and taken back. */
export function Payments({ payments }: { payments: readonly PaymentRow[] }) {
  const [open, setOpen] = useState<Open | null>(null)
  const { keeps } = useBillRights()
  const close = () => setOpen(null)
  return (
    <Panel title="收付款">
      <RecordTable
        title="收付款"
        rows={[...payments]}
        rowKey={row => row.paymentId}
        columns={columns(setOpen, keeps)}
        empty="还没有收付款。"
      />
      {open?.kind === 'voucher' && open.payment.voucherId !== null && (
        <Voucher
          key={open.payment.paymentId}
          voucherId={open.payment.voucherId}
          alt={`${open.payment.no} 的凭证`}
        />
      )}
      {open?.kind === 'files' && (
        <section aria-label={`${open.payment.no} 的附件`}>
          <p className={styles.note}>{open.payment.no} 的附件</p>
          <RecordAttachments key={open.payment.paymentId} kind="payment" subjectId={open.payment.paymentId} />
        </section>
      )}
      {open?.kind === 'void' && <VoidPaymentForm payment={open.payment} onClosed={close} />}
      {open?.kind === 'print' && <PrintReceipt payment={open.payment} onClosed={close} />}
    </Panel>
  )
}
