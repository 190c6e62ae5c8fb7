import { PrinterOutlined } from '@ant-design/icons'
import type { BillInfo } from '@drivesim/contract/money/bills/billShapes'
import { Button } from 'antd'
import { useState } from 'react'
import { PrintDialog } from '../../../ui/PrintDialog.tsx'
import { StatementSheet } from './StatementSheet.tsx'

/** 打印对账单, for both seals. */
export function PrintStatement({ bill }: { bill: BillInfo }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        打印对账单
      </Button>
      {open && (
        <PrintDialog
          title={`对账单 ${bill.no}`}
          className="statement-print"
          numbered
          onClosed={() => setOpen(false)}
        >
          <StatementSheet bill={bill} />
        </PrintDialog>
      )}
    </>
  )
}
