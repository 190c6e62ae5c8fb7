import {
  accessTo,
  errors,
  hindranceOf,
  mayAct,
  mayUse,
  type Refusal,
  refuse,
  reopenDays,
  type WorkOrderAction,
  type WorkOrderActor,
  type WorkOrderHindrance,
  type WorkOrderPictureKind,
  type WorkOrderState,
  workOrderActions,
  workOrderMachine,
} from '@drivesim/contract'
import { dayMilliseconds } from '@drivesim/contract/businessDay'

/** What of an order decides who may do what to it. */
interface GuardedOrder {
  readonly state: WorkOrderState
  readonly assignee_id: number | null
  readonly assigneeName: string | null
  readonly paused_since: Date | null
  readonly merged_into: number | null
  readonly finished_at: Date | null
  readonly now: Date
}

const refusals: Readonly<Record<WorkOrderHindrance, () => Refusal>> = {
  paused: () => refuse(errors.workOrderPaused),
  notPaused: () => refuse(errors.workOrderNotPaused),
  merged: () => refuse(errors.workOrderMerged, '其他工单'),
  closedTooLong: () => refuse(errors.closedTooLong),
}

/** Why an act on an order is closed to somebody who has a code for it; null where it is open. */
export function closedTo(
  action: WorkOrderAction,
  order: GuardedOrder,
  actor: WorkOrderActor,
): Refusal | null {
  const byState = workOrderMachine.refusal(action, order.state)
  if (byState !== null) return byState
  if (!mayAct(action, { assigneeId: order.assignee_id }, actor))
    return refuse(errors.notAssignee, order.assigneeName ?? '', workOrderMachine.actions[action].label)
  const hindrance = hindranceOf(action, {
    paused: order.paused_since !== null,
    merged: order.merged_into !== null,
    closedTooLong: isLongClosed(order),
  })
  return hindrance === undefined ? null : refusals[hindrance]()
}

/** Whether somebody took a picture on the spot: what others sent, or a checklist asked for, is not theirs to remove. */
export const isOwnPicture = (
  { id }: Pick<WorkOrderActor, 'id'>,
  { kind, memberId }: { kind: WorkOrderPictureKind; memberId: number | null },
): boolean => memberId === id && (kind === 'before' || kind === 'after')

const isLongClosed = ({ finished_at, now }: GuardedOrder) =>
  finished_at !== null && now.getTime() - finished_at.getTime() > reopenDays * dayMilliseconds

/** The acts for which somebody has a code, and why some of them are closed now. */
export function actionsFor(order: GuardedOrder, actor: WorkOrderActor) {
  return workOrderActions
    .filter(action => mayUse(accessTo(action), actor.codes))
    .map(action => {
      const reason = closedTo(action, order, actor)?.message ?? null
      return { action, allowed: reason === null, reason }
    })
}
