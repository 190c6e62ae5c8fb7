import { planNameOf, workOrderStates, workOrders } from '@drivesim/contract'
import { noteOf } from '../../../platform/parts.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { orderPage, ordersIn } from './list.queries.ts'

/** By the number of the order or of its device. */
export const workOrderSearch = searchPart({
  kind: 'workOrder',
  label: '工单',
  access: workOrders.list.access,
  by: ['serial'],
  series: ['WO'],
  path: '/operation/workOrder',
  // Whose they are is not asked.
  page: ({ db, scope }, filter, paging) => orderPage(db, scope, { ...filter, me: 0 }, paging),
  ofIds: ({ db, scope }, ids) => ordersIn(db, scope, ids),
  show: row => ({
    id: row.orderId,
    title: row.no,
    note: noteOf(planNameOf(row) ?? row.componentName, row.organName, workOrderStates[row.state]),
    to: `/operation/orderDetail?orderId=${row.orderId}`,
  }),
})
