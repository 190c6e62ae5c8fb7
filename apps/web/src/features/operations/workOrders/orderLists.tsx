import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { workOrderColumns } from './columns.tsx'
import { workOrderFilters } from './filters.tsx'
import { workOrderPath } from './paths.ts'
import { useWorkOrderActions } from './useWorkOrderActions.tsx'

interface Props {
  /** Whose: `{ simulatorId: 7 }`. */
  fixed: Readonly<Record<string, number>>
  /** Columns and filters that say the same in every row. */
  hiddenKeys: readonly string[]
  title: '处理的工单' | '维修记录'
  empty: { title: string; hint: string }
}

/** Work orders on the page of something else. */
export function OrdersOf({ fixed, hiddenKeys, title, empty }: Props) {
  const actions = useWorkOrderActions()
  return (
    <>
      <ListPage
        name={`${title}工单`}
        title={title}
        embedded="orders"
        endpoint={workOrders.list}
        exportEndpoint={workOrders.export}
        fixed={fixed}
        rowKey={row => row.orderId}
        columns={workOrderColumns.filter(({ key }) => !hiddenKeys.includes(key))}
        filters={workOrderFilters.filter(({ name }) => !hiddenKeys.includes(name))}
        recordPath={workOrderPath}
        actions={actions.ofRow}
        empty={empty}
      />
      {actions.dialogs}
    </>
  )
}
