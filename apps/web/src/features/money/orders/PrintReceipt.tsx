import type { RechargeRow } from '@drivesim/contract/money/orders/orderRows'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { PrintDialog } from '../../../ui/PrintDialog.tsx'
import type { Paper } from '../../../ui/PrintSheet.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { Receipt } from './Receipt.tsx'

const papers: { value: Paper; label: string }[] = [
  { value: 'A5', label: 'A5 横向' },
  { value: 'A4', label: 'A4' },
]

/** 收据 of a recharge, to be printed, stamped and handed over. */
export function PrintReceipt({ order, onClosed }: { order: RechargeRow; onClosed: () => void }) {
  const [paper, setPaper] = useState<Paper>('A5')
  const gaveBack = order.refunded > 0
  const { orderId } = order
  // Rows of lists do not say which refunds there were.
  const info = useQuery({ ...query(orders.rechargeInfo, { orderId }, { quiet: true }), enabled: gaveBack })
  const instead =
    info.error === null ? (
      <BlockSkeleton height={320} />
    ) : (
      <ErrorState error={info.error} onRetry={() => void info.refetch()} />
    )
  return (
    <PrintDialog
      title={`收据 ${order.no}`}
      className="receipt-print"
      width={760}
      paper={paper}
      above={<Segmented aria-label="纸张" options={papers} value={paper} onChange={setPaper} />}
      {...(gaveBack && info.data === undefined && { instead })}
      onClosed={onClosed}
    >
      <Receipt order={info.data ?? order} refunds={info.data?.refunds ?? []} />
    </PrintDialog>
  )
}
