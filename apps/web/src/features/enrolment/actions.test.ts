import { applicationActions } from '@drivesim/contract/enrolmentShapes'
import { expect, it } from 'vitest'
import { reasonAgainst } from './actions.ts'

const names = ['confirm', 'refuse', 'cancel'] as const

it('an application is decided while it waits, in any way of the table', () => {
  expect(Object.keys(applicationActions)).toEqual(names)
  for (const name of names) expect(reasonAgainst(name, 'waiting')).toBeNull()
})

it.each([
  ['confirmed', '该申请已确认，不能再处理，请刷新列表'],
  ['refused', '该申请已拒绝，不能再处理，请刷新列表'],
  ['cancelled', '该申请已取消，不能再处理，请刷新列表'],
] as const)('one that is %s says so at every button', (state, sentence) => {
  for (const name of names) expect(reasonAgainst(name, state)).toBe(sentence)
})
