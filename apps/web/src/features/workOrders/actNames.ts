import {
  type WorkOrderAction,
  type WorkOrderInfo,
  type WorkOrderRow,
  workOrderMachine,
} from '@drivesim/contract/workOrderShapes'
import type { OpsRights } from '../../parts/opsRights.ts'

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

/** The acts of a page's head as the server says them: those of this person that the state allows, with why one is closed. */
export function headActsOf(order: WorkOrderInfo): NamedAct[] {
  const said = new Map(order.actions.map(one => [one.action, one]))
  const fits = (name: HeadAct) => {
    if (!workOrderMachine.may(name, order.state)) return false
    if (name === 'resume') return order.pausedSince !== null
    return name !== 'pause' || order.pausedSince === null
  }
  return headActs.flatMap(name => {
    const one = said.get(name)
    if (one === undefined || !fits(name)) return []
    return [
      { name, label: labelOf(name, order), reason: one.allowed ? null : (one.reason ?? '现在不能操作') },
    ]
  })
}

/** The acts of a row, of which less is known: those that the state, the codes and the assignee allow. */
export function rowActsOf(order: WorkOrderRow, rights: OpsRights): NamedAct[] {
  const own = order.assigneeId !== null && order.assigneeId === rights.userId
  const may: Readonly<Partial<Record<HeadAct, boolean>>> = {
    dispatch: rights.dispatches,
    claim: rights.handles,
    accept: own,
    reject: own,
    approve: rights.reports || own,
    sendBack: rights.reports,
    reassign: rights.dispatches,
    reopen: rights.dispatches && order.reopenable,
    rework: rights.reports,
    close: rights.dispatches,
  }
  return headActs.flatMap(name =>
    may[name] && workOrderMachine.may(name, order.state)
      ? [{ name, label: labelOf(name, order), reason: null }]
      : [],
  )
}
