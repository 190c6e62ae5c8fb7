import type { AccessCode } from '../../access.ts'
import type { WorkOrderAction } from './workOrderShapes.ts'

/** What can close an act on an order, apart from the order's state. */
export type WorkOrderHindrance = 'paused' | 'notPaused' | 'merged' | 'closedTooLong'

/** Who may do an act, and what can close it apart from the state. */
interface WorkOrderRule {
  /** One of them is needed, for any order in the scope. */
  readonly codes: readonly AccessCode[]
  /** With this code the order's assignee may do it too. Missing: the assignee has no special right. */
  readonly assignee?: AccessCode
  readonly closedBy?: readonly WorkOrderHindrance[]
}

const dispatcher = { codes: ['ops:dispatch'] } as const
const accepter = { codes: ['ops:report', 'ops:dispatch'] } as const
const technician = { codes: ['ops:handle'] } as const
const everybody = { codes: ['ops:report', 'ops:dispatch', 'ops:handle'] } as const
const assignee = { codes: [], assignee: 'ops:handle' } as const
const assigneeOrDispatcher = { ...dispatcher, assignee: 'ops:handle' } as const

/**
 * Who may report a fault, and do each act of `workOrderMachine` (decision 0031). The calls take their access from here
 * (`workOrderActs.ts`), the server its guard (`guard.rules.ts`), the web its buttons (`actNames.ts`, `kanban.ts`). One rule more needs the
 * database, and no button asks it: who is sent an order, or claims one, is a technician who covers its organisation (`fitnessOf`).
 */
export const workOrderAccess: Readonly<Record<WorkOrderAction | 'add', WorkOrderRule>> = {
  add: everybody,
  dispatch: dispatcher,
  claim: technician,
  accept: assignee,
  reject: assignee,
  reassign: dispatcher,
  classify: assigneeOrDispatcher,
  plan: assigneeOrDispatcher,
  arrive: { ...assignee, closedBy: ['paused'] },
  pause: { ...assigneeOrDispatcher, closedBy: ['paused'] },
  resume: { ...assigneeOrDispatcher, closedBy: ['notPaused'] },
  partAdd: assignee,
  partVoid: assignee,
  pictureAdd: assignee,
  pictureRemove: assignee,
  deviceAnswers: assignee,
  deviceDown: assigneeOrDispatcher,
  submit: { ...assignee, closedBy: ['paused'] },
  /** By the assignee with a signature, whatever codes they hold. */
  approve: { ...accepter, assignee: 'ops:handle' },
  sendBack: accepter,
  close: dispatcher,
  reopen: { ...dispatcher, closedBy: ['merged', 'closedTooLong'] },
  rework: accepter,
  comment: everybody,
}

/** A call wants one of these codes: whoever has none of them may do the act to no order. */
export function accessTo(act: WorkOrderAction | 'add'): readonly AccessCode[] {
  const { codes, assignee } = workOrderAccess[act]
  return assignee === undefined ? codes : [...codes, assignee]
}

/** Who acts; without an id as long as it is not known. */
export interface WorkOrderActor {
  readonly id: number | undefined
  readonly codes: ReadonlySet<string>
}

/** Whether somebody may do an act to an order, as far as codes and its assignee decide. */
export function mayAct(
  act: WorkOrderAction,
  { assigneeId }: { readonly assigneeId: number | null },
  { id, codes }: WorkOrderActor,
): boolean {
  const rule = workOrderAccess[act]
  if (rule.codes.some(code => codes.has(code))) return true
  return rule.assignee !== undefined && assigneeId === id && codes.has(rule.assignee)
}

/** The first thing, apart from the state, that closes an act on an order to everybody. What is left out is not known. */
export function hindranceOf(
  act: WorkOrderAction,
  { paused, merged, closedTooLong }: { paused: boolean; merged?: boolean; closedTooLong?: boolean },
): WorkOrderHindrance | undefined {
  const holds = { paused, notPaused: !paused, merged, closedTooLong }
  return workOrderAccess[act].closedBy?.find(hindrance => holds[hindrance])
}
