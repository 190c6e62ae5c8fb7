import {
  hindranceOf,
  mayAct,
  type WorkOrderActor,
} from '@drivesim/contract/operations/workOrders/workOrderAccess'
import {
  type WorkOrderAction,
  type WorkOrderInfo,
  type WorkOrderRow,
  workOrderMachine,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'

/** Acts of the head, the one that an order waits for first. What is done on the spot has its own place (FieldWork). */
const headActs = [
  'dispatch',
  'claim',
  'accept',
  'approve',
  'reject',
  'sendBack',
  'resume',
  'rework',
  'reopen',
  'pause',
  'reassign',
  'classify',
  'plan',
  'deviceDown',
  'close',
] as const satisfies readonly WorkOrderAction[]
export type HeadAct = (typeof headActs)[number]

/** Acts of a row: they lead to another state, or to a new order. */
const rowActs: readonly HeadAct[] = [
  'dispatch',
  'claim',
  'accept',
  'approve',
  'reject',
  'sendBack',
  'rework',
  'reopen',
  'reassign',
  'close',
]

export interface NamedAct {
  readonly name: HeadAct
  readonly label: string
  readonly reason: string | null
}

/** What a button says of an act on this order. */
function labelOf(name: HeadAct, { badges }: Pick<WorkOrderRow, 'badges'>): string {
  if (name === 'deviceDown') return badges.includes('deviceDown') ? '取消停机' : '设备停机'
  return workOrderMachine.actions[name].label
}

/** The acts of a page's head, from the server: what this person may do in this state, and why an act is closed. */
export function headActsOf(order: WorkOrderInfo): NamedAct[] {
  const actions = new Map(order.actions.map(action => [action.action, action]))
  const paused = order.pausedSince !== null
  // Of 挂起 and 恢复 the one that a pause leaves.
  const fits = (name: HeadAct) =>
    workOrderMachine.may(name, order.state) && hindranceOf(name, { paused }) === undefined
  return headActs.flatMap(name => {
    const action = actions.get(name)
    if (action === undefined || !fits(name)) return []
    return [
      {
        name,
        label: labelOf(name, order),
        reason: action.allowed ? null : (action.reason ?? '现在不能操作'),
      },
    ]
  })
}

/** Whether somebody may do an act to an order of a list, as far as its row tells, beside its state. */
export function mayOnRow(
  name: WorkOrderAction,
  order: Pick<WorkOrderRow, 'assigneeId' | 'reopenable'>,
  actor: WorkOrderActor,
): boolean {
  if (!mayAct(name, order, actor)) return false
  // A row knows only that it cannot be opened again, not why: the button is left out.
  return name !== 'reopen' || order.reopenable
}

/** The acts of a row that the state, the codes and the assignee allow. Less is known of a row than of a page. */
export function rowActsOf(order: WorkOrderRow, actor: WorkOrderActor): NamedAct[] {
  return rowActs.flatMap(name =>
    workOrderMachine.may(name, order.state) && mayOnRow(name, order, actor)
      ? [{ name, label: labelOf(name, order), reason: null }]
      : [],
  )
}
