import {
  type HomeBlockKey,
  lateness,
  mostBlockRows,
  planNameOf,
  type WorkOrderRow,
  workOrderStates,
} from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { HomeBlockContent, HomeBlockPart } from '../../../platform/homePart.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { countEach, orderPage, type Waiting } from './list.queries.ts'

type Figure = HomeBlockContent['figures'][number]
type Counted = Pick<Figure, 'label' | 'tone'> & { which: Waiting; filter: string }

const address = (filter: string) => `/operation/workOrder?${filter}`

const block = (key: HomeBlockKey, show: 'toDo' | 'open', counted: readonly Counted[]): HomeBlockPart => ({
  key,
  async read(db, scope, { id }) {
    const counts = await countEach(
      db,
      scope,
      counted.map(({ which }) => which),
      id,
    )
    return {
      figures: counted.map(({ label, tone, filter }, at) => ({
        label,
        tone,
        unit: 'count',
        value: counts[at] ?? 0,
        to: address(filter),
      })),
      rows: await nextRows(db, scope, show, id),
    }
  },
})

/** The next by their due time; those without one last. */
async function nextRows(db: Db, scope: Scope, show: 'toDo' | 'open', me: number) {
  const paging = { pageNum: 0, pageSize: mostBlockRows }
  const { rows } = await orderPage(db, scope, { show, me, sortField: 'dueAt', sortOrder: 'ascend' }, paging)
  return rows.map(rowOf)
}

function rowOf(row: WorkOrderRow): HomeBlockContent['rows'][number] {
  const { orderId, no, carNum, simulatorNum, organName, roomName, late, state, dueAt } = row
  const device = carNum ?? simulatorNum
  const matter = planNameOf(row) ?? row.faultTypeName
  return {
    key: String(orderId),
    title: device === null ? matter : `${device} ${matter}`,
    note: `${no} · ${organName} · ${roomName}`,
    mark: late === null ? workOrderStates[state] : lateness[late],
    tone: late === 'overdue' ? 'danger' : late === 'soon' ? 'warning' : 'normal',
    at: dueAt,
    to: `/operation/orderDetail?orderId=${orderId}`,
  }
}

export const workOrderBlocks: readonly HomeBlockPart[] = [
  block('myOrders', 'toDo', [
    { which: 'mineOverdue', label: '已超时', tone: 'danger', filter: 'show=mine&late=overdue' },
    { which: 'toAccept', label: '待接单', tone: 'warning', filter: 'show=mine&state=assigned' },
    { which: 'inHand', label: '处理中', tone: 'normal', filter: 'show=mine&state=handling' },
  ]),
  block('openOrders', 'open', [
    { which: 'overdue', label: '已超时', tone: 'danger', filter: 'late=overdue' },
    { which: 'toDispatch', label: '待派单', tone: 'warning', filter: 'state=pending' },
    { which: 'toApprove', label: '待验收', tone: 'normal', filter: 'state=review' },
  ]),
]
