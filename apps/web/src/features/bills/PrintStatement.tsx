import { PrinterOutlined } from '@ant-design/icons'
import type { BillInfo } from '@drivesim/contract/billShapes'
import { Button } from 'antd'
import { useState } from 'react'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { PrintSheet } from '../../ui/PrintSheet.tsx'
import styles from './paper.module.css'
import { StatementSheet } from './StatementSheet.tsx'

/** The keyboard must reach what scrolls; the sheet itself holds nothing to stop at. */
const scrollable = { role: 'region', 'aria-label': '对账单预览', tabIndex: 0 } as const

/** 打印对账单, for both seals. */
export function PrintStatement({ bill }: { bill: BillInfo }) {
  const [open, setOpen] = useState(false)
  const sheet = <StatementSheet bill={bill} />
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        打印对账单
      </Button>
      {open && (
        <>
          <DraggableModal
            open
            title={`对账单 ${bill.no}`}
            width={860}
            onCancel={() => setOpen(false)}
            footer={
              <>
                <Button onClick={() => setOpen(false)}>关闭</Button>
                <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
                  打印
                </Button>
              </>
            }
          >
            <div className={styles.preview} {...scrollable}>
              {sheet}
            </div>
          </DraggableModal>
          <PrintSheet className="statement-print">{sheet}</PrintSheet>
        </>
      )}
    </>
  )
}
