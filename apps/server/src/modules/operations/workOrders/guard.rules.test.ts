import {
  type AccessCode,
  accessCodes,
  errors,
  mayAct,
  mayUse,
  reopenDays,
  type WorkOrderAction,
  workOrderActions,
  workOrderActs,
  workOrderMachine,
} from '@drivesim/contract'
import { dayMilliseconds } from '@drivesim/contract/businessDay'
import { describe, expect, test } from 'vitest'
import { actionsFor, closedTo } from './guard.rules.ts'

const R = 'ops:report'
const D = 'ops:dispatch'
const H = 'ops:handle'

const me = 7
const now = new Date('2026-11-27T02:00:00Z')

/** An order on which nothing but the person can close an act. */
function orderFor(action: WorkOrderAction, assignee: number) {
  const [state] = workOrderMachine.actions[action].from
  return {
    state,
    assignee_id: assignee,
    assigneeName: '王师傅',
    paused_since: action === 'resume' ? now : null,
    merged_into: null,
    finished_at: null,
    now,
  }
}

const holding = (...codes: AccessCode[]) => ({ id: me, codes: new Set(codes) })
const saidOf = (action: WorkOrderAction, order: ReturnType<typeof orderFor>, code: AccessCode) =>
  actionsFor(order, holding(code)).find(one => one.action === action)

describe.each(workOrderActions)('%s', action => {
  test('is open to whoever may, on another’s order and on one’s own', () => {
    for (const assignee of [me, me + 1]) {
      const openTo = accessCodes.filter(code => saidOf(action, orderFor(action, assignee), code)?.allowed)
      const may = accessCodes.filter(code => mayAct(action, { assigneeId: assignee }, holding(code)))
      expect(openTo).toEqual(may)
    }
  })

  test('is said to whoever has a code of its call; who lacks only the order is told who has it', () => {
    for (const code of accessCodes) {
      const said = saidOf(action, orderFor(action, me + 1), code)
      expect(said !== undefined, code).toBe(mayUse(workOrderActs[action].access, new Set([code])))
      if (said === undefined || said.allowed) continue
      expect(said.reason).toBe(`只有负责人王师傅能${workOrderMachine.actions[action].label}`)
    }
  })
})

describe('what besides the state closes an act', () => {
  const long = new Date(now.getTime() - reopenDays * dayMilliseconds - 1)
  const closedBy = (more: object, on: readonly WorkOrderAction[] = workOrderActions) =>
    on.flatMap(action => {
      const order = { ...orderFor(action, me), ...more }
      const refusal = closedTo(action, order, holding(R, D, H))
      return refusal === null ? [] : [[action, refusal.code]]
    })

  test.each([
    ['nothing', {}, []],
    [
      'a pause',
      { paused_since: now },
      [
        ['arrive', errors.workOrderPaused.code],
        ['pause', errors.workOrderPaused.code],
        ['submit', errors.workOrderPaused.code],
      ],
    ],
    ['that there is none', { paused_since: null }, [['resume', errors.workOrderNotPaused.code]]],
    ['another order that goes on', { merged_into: 9 }, [['reopen', errors.workOrderMerged.code]]],
    ['time', { finished_at: long }, [['reopen', errors.closedTooLong.code]]],
    ['both', { merged_into: 9, finished_at: long }, [['reopen', errors.workOrderMerged.code]]],
  ])('%s', (_what, more, expected) => expect(closedBy(more)).toEqual(expected))

  test('comes after the state, and after the order’s assignee', () => {
    const order = { ...orderFor('submit', me + 1), paused_since: now }
    expect(closedTo('submit', order, holding(H))?.code).toBe(errors.notAssignee.code)
    expect(closedTo('submit', { ...order, state: 'review' }, holding(H))?.code).toBe(errors.workOrderNot.code)
  })
})
