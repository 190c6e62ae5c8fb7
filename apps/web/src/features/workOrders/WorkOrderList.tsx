import { PlusOutlined } from '@ant-design/icons'
import type { WorkOrderRow } from '@drivesim/contract/workOrderShapes'
import { workOrderBulk, workOrders } from '@drivesim/contract/workOrders'
import { Button } from 'antd'
import { useState } from 'react'
import { ScanDevice } from '../../parts/scan/ScanDevice.tsx'
import { useBulk } from '../../parts/useBulk.ts'
import { useCan } from '../../ui/Can.tsx'
import { FormButton } from '../../ui/FormButton.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { DispatchMany } from './BulkForms.tsx'
import { workOrderColumns } from './columns.tsx'
import { workOrderFilters } from './filters.tsx'
import { workOrderPath } from './paths.ts'
import { workOrderReads } from './reads.ts'
import { useWorkOrderActions } from './useWorkOrderActions.tsx'

/** 工单列表. */
export function WorkOrderList() {
  const actions = useWorkOrderActions()
  const reports = useCan('ops:report', 'ops:dispatch', 'ops:handle')
  const bulk = useBulk(workOrderReads)
  const sends = bulk.may(workOrderBulk.dispatch)
  return (
    <>
      <ListPage
        name="workOrders"
        title="工单列表"
        endpoint={workOrders.page}
        exportEndpoint={workOrders.export}
        rowKey={row => row.orderId}
        columns={workOrderColumns}
        filters={workOrderFilters}
        recordPath={workOrderPath}
        actions={actions.ofRow}
        toolbar={
          <>
            {reports && (
              <FormButton type="primary" icon={<PlusOutlined />} act="add" onPress={actions.report}>
                报修
              </FormButton>
            )}
            <ScanDevice />
          </>
        }
        {...(sends && {
          selected: (rows: WorkOrderRow[], clear: () => void) => <SendMany rows={rows} onDone={clear} />,
        })}
        empty={{ title: '没有工单', hint: '设备上报故障后自动生成工单，也可以点击“报修”' }}
      />
      {actions.dialogs}
    </>
  )
}

/** 批量派单, to one person or each to whom the system would choose. */
function SendMany({ rows, onDone }: { rows: readonly WorkOrderRow[]; onDone: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>派单</Button>
      {open && <DispatchMany rows={rows} onStarted={onDone} onClosed={() => setOpen(false)} />}
    </>
  )
}
