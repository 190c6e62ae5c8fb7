import {
  type AccessCode,
  errors,
  mayUse,
  type Refusal,
  refuse,
  reopenDays,
  type WorkOrderAction,
  type WorkOrderPictureKind,
  type WorkOrderState,
  workOrderActions,
  workOrderActs,
  workOrderMachine,
} from '@drivesim/contract'
import { dayMilliseconds } from '@drivesim/contract/businessDay'

/** What of an order decides who may do what to it. */
interface Guarded {
  readonly state: WorkOrderState
  readonly assignee_id: number | null
  readonly assigneeName: string | null
  readonly paused_since: Date | null
  readonly merged_into: number | null
  readonly finished_at: Date | null
  readonly now: Date
}

/** Who acts, as far as it matters here. */
export interface Actor {
  readonly id: number
  readonly codes: ReadonlySet<string>
}

/** Acts that are the assignee's; others may do some of them by their code. */
const assignees: Readonly<Partial<Record<WorkOrderAction, readonly AccessCode[]>>> = {
  accept: [],
  reject: [],
  classify: ['ops:dispatch'],
  plan: ['ops:dispatch'],
  arrive: [],
  pause: ['ops:dispatch'],
  resume: ['ops:dispatch'],
  partAdd: [],
  partVoid: [],
  pictureAdd: [],
  pictureRemove: [],
  deviceAnswers: [],
  deviceDown: ['ops:dispatch'],
  submit: [],
  approve: ['ops:report', 'ops:dispatch'],
}

/** Acts that wait until a pause is over. */
const notPaused: readonly WorkOrderAction[] = ['arrive', 'pause', 'submit']

/** Why an act on an order is closed to somebody who has a code for it; null where it is open. */
export function closedTo(action: WorkOrderAction, order: Guarded, actor: Actor): Refusal | null {
  const byState = workOrderMachine.refusal(action, order.state)
  if (byState !== null) return byState
  const others = assignees[action]
  const isOwn = order.assignee_id === actor.id
  const byCode = others?.some(code => actor.codes.has(code)) ?? true
  if (!isOwn && !byCode)
    return refuse(errors.notAssignee, order.assigneeName ?? '', workOrderMachine.actions[action].label)
  if (order.paused_since !== null && notPaused.includes(action)) return refuse(errors.workOrderPaused)
  if (order.paused_since === null && action === 'resume') return refuse(errors.workOrderNotPaused)
  if (action === 'reopen' && order.merged_into !== null) return refuse(errors.workOrderMerged, '其他工单')
  if (action === 'reopen' && isLongClosed(order)) return refuse(errors.closedTooLong)
  return null
}

/** Whether somebody took a picture on the spot: what others sent, or a checklist asked for, is not theirs to remove. */
export const isOwnPicture = (
  { id }: Pick<Actor, 'id'>,
  { kind, memberId }: { kind: WorkOrderPictureKind; memberId: number | null },
): boolean => memberId === id && (kind === 'before' || kind === 'after')

const isLongClosed = ({ finished_at, now }: Guarded) =>
  finished_at !== null && now.getTime() - finished_at.getTime() > reopenDays * dayMilliseconds

/** The acts for which somebody has a code, and why some of them are closed now. */
export function actionsFor(order: Guarded, actor: Actor) {
  return workOrderActions
    .filter(action => mayUse(workOrderActs[action].access, actor.codes))
    .map(action => {
      const reason = closedTo(action, order, actor)?.message ?? null
      return { action, allowed: reason === null, reason }
    })
}
