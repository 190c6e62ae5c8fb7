import { describe, expect, test } from 'vitest'
import { type AccessCode, accessCodes } from '../../access.ts'
import { hindranceOf, mayAct } from './workOrderAccess.ts'
import { workOrderActs } from './workOrderActs.ts'
import { type WorkOrderAction, workOrderActions } from './workOrderShapes.ts'

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

test('the table has every act', () => expect(open.map(([action]) => action)).toEqual(workOrderActions))

describe.each(open)('%s', (action, others, own) => {
  const me = 7
  const openOn = (assigneeId: number | null, by: { id: number | undefined } = { id: me }) =>
    accessCodes.filter(code => mayAct(action, { assigneeId }, { ...by, codes: new Set([code]) }))

  test('is open by code, and to the assignee', () => {
    expect(openOn(me + 1)).toEqual(others)
    expect(openOn(null)).toEqual(others)
    expect(openOn(me)).toEqual(own)
    expect(mayAct(action, { assigneeId: me }, { id: me, codes: new Set() })).toBe(false)
  })

  test('belongs to nobody who is not known yet', () => {
    expect(openOn(me, { id: undefined })).toEqual(others)
    expect(openOn(null, { id: undefined })).toEqual(others)
  })

  test('is a call of everybody who may do it to some order', () => {
    const access = workOrderActs[action].access
    expect(accessCodes.filter(code => access.includes(code))).toEqual(own)
    expect(access).toHaveLength(own.length)
  })
})

test('报修 is for everybody who has to do with orders', () =>
  expect(workOrderActs.add.access).toEqual([R, D, H]))

describe('what besides the state closes an act', () => {
  const hindranceWhen = (of: Parameters<typeof hindranceOf>[1]) =>
    workOrderActions.flatMap(action => {
      const hindrance = hindranceOf(action, of)
      return hindrance === undefined ? [] : [`${action} ${hindrance}`]
    })

  test.each([
    [{ paused: false }, ['resume notPaused']],
    [{ paused: true }, ['arrive paused', 'pause paused', 'submit paused']],
    [{ paused: false, merged: true }, ['resume notPaused', 'reopen merged']],
    [{ paused: false, closedTooLong: true }, ['resume notPaused', 'reopen closedTooLong']],
    [{ paused: false, merged: true, closedTooLong: true }, ['resume notPaused', 'reopen merged']],
  ])('%o', (of, expected) => expect(hindranceWhen(of)).toEqual(expected))
})
