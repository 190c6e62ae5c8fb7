import {
  mayAct,
  type WorkOrderActor,
  workOrderAccess,
} from '@drivesim/contract/operations/workOrders/workOrderAccess'
import { reopenDays } from '@drivesim/contract/operations/workOrders/workOrderErrors'
import {
  type WorkOrderRow,
  type WorkOrderState,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { type HeadAct, mayOnRow } from './actNames.ts'

/** The acts that lead from one state to another, the one that is tried first first. */
const ways: Readonly<Partial<Record<WorkOrderState, Partial<Record<WorkOrderState, readonly Way[]>>>>> = {
  pending: { assigned: ['dispatch'], handling: ['claim'], closed: ['close'] },
  assigned: { handling: ['accept'], pending: ['reject', 'reassign'], closed: ['close'] },
  handling: { review: ['submit'], pending: ['reassign'], assigned: ['reassign'] },
  review: { done: ['approve'], handling: ['sendBack'] },
  closed: { pending: ['reopen'] },
}
/** 提交完工 is filled in on the order's page. */
type Way = HeadAct | 'submit'

/** What dropping an order on a column does, or why it does nothing. */
export type Drop =
  | { readonly act: Way; readonly words: string }
  | { readonly act: null; readonly words: string }

const words: Readonly<Partial<Record<Way, string>>> = {
  dispatch: '松开派单',
  claim: '松开认领',
  accept: '松开接单',
  reject: '松开拒单',
  reassign: '松开改派',
  close: '松开关闭',
  submit: '松开填写完工',
  approve: '松开验收',
  sendBack: '松开退回',
  reopen: '松开重新打开',
}

export function dropOf(
  order: Pick<WorkOrderRow, 'state' | 'assigneeId' | 'reopenable'>,
  to: WorkOrderState,
  actor: WorkOrderActor,
): Drop {
  const known = ways[order.state]?.[to] ?? []
  if (known.length === 0)
    return { act: null, words: `不能从“${workOrderStates[order.state]}”到“${workOrderStates[to]}”` }
  const act = known.find(way => mayOnRow(way, order, actor))
  if (act !== undefined) return { act, words: words[act] ?? '' }
  if (known.some(way => mayAct(way, order, actor)))
    return { act: null, words: `已合并或关闭超过 ${reopenDays} 天，不能重新打开` }
  const isOwn = order.assigneeId === actor.id
  const needsOwner = !isOwn && known.every(way => workOrderAccess[way].codes.length === 0)
  return { act: null, words: needsOwner ? '只有负责人可以' : '没有权限' }
}
