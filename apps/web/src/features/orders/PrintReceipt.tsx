import { PrinterOutlined } from '@ant-design/icons'
import type { RechargeRow } from '@drivesim/contract/orderShapes'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { type Paper, PrintSheet } from '../../ui/PrintSheet.tsx'
import { Receipt } from './Receipt.tsx'
import styles from './receipt.module.css'

const papers: { value: Paper; label: string }[] = [
  { value: 'A5', label: 'A5 横向' },
  { value: 'A4', label: 'A4' },
]

/** 收据 of a recharge, to be printed, stamped and handed over. */
export function PrintReceipt({ order, onClosed }: { order: RechargeRow; onClosed: () => void }) {
  const [paper, setPaper] = useState<Paper>('A5')
  const receipt = <Receipt order={order} />
  return (
    <>
      <DraggableModal
        open
        title={`收据 ${order.no}`}
        width={760}
        onCancel={onClosed}
        footer={
          <>
            <Button onClick={onClosed}>关闭</Button>
            <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
              打印
            </Button>
          </>
        }
      >
        <Segmented aria-label="纸张" options={papers} value={paper} onChange={setPaper} />
        <div className={styles.preview}>{receipt}</div>
      </DraggableModal>
      <PrintSheet className="receipt-print" paper={paper}>
        {receipt}
      </PrintSheet>
    </>
  )
}
