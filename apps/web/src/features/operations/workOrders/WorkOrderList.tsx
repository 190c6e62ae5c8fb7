import { PlusOutlined } from '@ant-design/icons'
import type { WorkOrderRow } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { ScanDevice } from '../../../parts/scan/ScanDevice.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { workOrderColumns } from './columns.tsx'
import { workOrderFilters } from './filters.tsx'
import { workOrderPath } from './paths.ts'
import { SelectedOrders } from './SelectedOrders.tsx'
import { useWorkOrderActions } from './useWorkOrderActions.tsx'

/** 工单列表. */
export function WorkOrderList() {
  const actions = useWorkOrderActions()
  const reports = useCan(...workOrders.add.access)
  const dispatches = useCan(...workOrders.dispatch.access)
  return (
    <>
      <ListPage
        name="workOrders"
        title="工单列表"
        endpoint={workOrders.list}
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
        {...(dispatches && {
          actsOnAll: true,
          selected: (selected: SelectedRows<WorkOrderRow>, clear: () => void) => (
            <SelectedOrders selected={selected} onDone={clear} />
          ),
        })}
        empty={{ title: '没有工单', hint: '设备上报故障后自动生成工单，也可以点击“报修”' }}
      />
      {actions.dialogs}
    </>
  )
}
