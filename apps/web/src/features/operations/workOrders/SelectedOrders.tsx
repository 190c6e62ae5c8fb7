import type { WorkOrderRow } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrderBulk } from '@drivesim/contract/operations/workOrders/workOrders'
import { Button } from 'antd'
import { useState } from 'react'
import { useBulk } from '../../../parts/useBulk.ts'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { CloseMany, DispatchMany } from './BulkForms.tsx'
import { workOrderReads } from './reads.ts'

interface Props {
  selected: SelectedRows<WorkOrderRow>
  /** What is chosen is dealt with. */
  onDone: () => void
}

/** What can be done with the chosen orders. */
export function SelectedOrders({ selected, onDone }: Props) {
  const { may } = useBulk(workOrderReads)
  const [open, setOpen] = useState<'dispatch' | 'close' | null>(null)
  const form = { selected, onStarted: onDone, onClosed: () => setOpen(null) }
  return (
    <>
      {may(workOrderBulk.dispatch) && <Button onClick={() => setOpen('dispatch')}>派单</Button>}
      {may(workOrderBulk.close) && <Button onClick={() => setOpen('close')}>关闭</Button>}
      {open === 'dispatch' && <DispatchMany {...form} />}
      {open === 'close' && <CloseMany {...form} />}
    </>
  )
}
