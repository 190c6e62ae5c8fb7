import {
  type AccessCode,
  accessCodes,
  errors,
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

/** With which single code an act is open: on somebody else's order, and on one's own. */
const open: readonly (readonly [WorkOrderAction, readonly AccessCode[], readonly AccessCode[]])[] = [
  ['dispatch', [D], [D]],
  ['claim', [H], [H]],
  ['accept', [], [H]],
  ['reject', [], [H]],
  ['reassign', [D], [D]],
  ['classify', [D], [D, H]],
  ['plan', [D], [D, H]],
  ['arrive', [], [H]],
  ['pause', [D], [D, H]],
  ['resume', [D], [D, H]],
  ['partAdd', [], [H]],
  ['partVoid', [], [H]],
  ['pictureAdd', [], [H]],
  ['pictureRemove', [], [H]],
  ['deviceAnswers', [], [H]],
  ['deviceDown', [D], [D, H]],
  ['submit', [], [H]],
  ['approve', [R, D], [R, D, H]],
  ['sendBack', [R, D], [R, D]],
  ['close', [D], [D]],
  ['reopen', [D], [D]],
  ['rework', [R, D], [R, D]],
  ['comment', [R, D, H], [R, D, H]],
]

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

test('the table has every act', () => expect(open.map(([action]) => action)).toEqual(workOrderActions))

describe.each(open)('%s', (action, others, own) => {
  const openFor = (assignee: number) =>
    accessCodes.filter(code => saidOf(action, orderFor(action, assignee), code)?.allowed)

  test('is open by code, and to the assignee', () => {
    expect(openFor(me + 1)).toEqual(others)
    expect(openFor(me)).toEqual(own)
  })

  test('is refused to whoever has a code of its call and not the order', () => {
    for (const code of accessCodes) {
      const may = mayUse(workOrderActs[action].access, new Set([code]))
      expect(saidOf(action, orderFor(action, me + 1), code) !== undefined, code).toBe(may)
      if (!may || others.includes(code)) continue
      const refusal = closedTo(action, orderFor(action, me + 1), holding(code))
      expect(refusal?.message).toBe(`只有负责人王师傅能${workOrderMachine.actions[action].label}`)
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

  test('comes after the state, and after whose the order is', () => {
    const order = { ...orderFor('submit', me + 1), paused_since: now }
    expect(closedTo('submit', order, holding(H))?.code).toBe(errors.notAssignee.code)
    expect(closedTo('submit', { ...order, state: 'review' }, holding(H))?.code).toBe(errors.workOrderNot.code)
  })
})
