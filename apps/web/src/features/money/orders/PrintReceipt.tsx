import type { RechargeRow } from '@drivesim/contract/money/orders/orderRows'
import { Segmented } from 'antd'
import { useState } from 'react'
import { PrintDialog } from '../../../ui/PrintDialog.tsx'
import type { Paper } from '../../../ui/PrintSheet.tsx'
import { Receipt } from './Receipt.tsx'

const papers: { value: Paper; label: string }[] = [
  { value: 'A5', label: 'A5 横向' },
  { value: 'A4', label: 'A4' },
]

/** 收据 of a recharge, to be printed, stamped and handed over. */
export function PrintReceipt({ order, onClosed }: { order: RechargeRow; onClosed: () => void }) {
  const [paper, setPaper] = useState<Paper>('A5')
  return (
    <PrintDialog
      title={`收据 ${order.no}`}
      className="receipt-print"
      width={760}
      paper={paper}
      above={<Segmented aria-label="纸张" options={papers} value={paper} onChange={setPaper} />}
      onClosed={onClosed}
    >
      <Receipt order={order} />
    </PrintDialog>
  )
}
