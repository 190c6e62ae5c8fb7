import { workOrderStates, workOrders } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import { orderPage } from './list.queries.ts'

/** By the number of the order or of its device. */
export const workOrderSearch: SearchPart = {
  kind: 'workOrder',
  label: '工单',
  access: workOrders.page.access,
  by: ['number', 'serial'],
  async find(db, scope, text, most) {
    const paging = { pageNum: 0, pageSize: most }
    // Whose they are is not asked.
    const { rows, total } = await orderPage(db, scope, { paramValue: text, me: 0 }, paging)
    return {
      total,
      rows: rows.map(({ orderId, no, organName, state, componentName }) => ({
        id: orderId,
        title: no,
        note: noteOf(componentName, organName, workOrderStates[state]),
        to: `/operation/orderDetail?orderId=${orderId}`,
      })),
    }
  },
  list: text => `/operation/workOrder?${new URLSearchParams({ paramValue: text })}`,
}
