import {
  canAct,
  type SimulatorAction,
  simulatorActions,
  simulatorState,
} from '@drivesim/contract/deviceShapes'
import { expect, it } from 'vitest'
import { reasonAgainst } from './actions.ts'

const actions: SimulatorAction[] = ['enable', 'disable', 'move', 'command']

it('covers every action of the contract', () => {
  expect(Object.keys(simulatorActions).toSorted()).toEqual(actions.toSorted())
})

it.each(actions)('gives a reason exactly where the contract closes %s', action => {
  for (const state of simulatorState.options) {
    expect(reasonAgainst(action, state) === null, state).toBe(canAct(action, state))
  }
})

it('says what to do about it', () => {
  expect(reasonAgainst('disable', 'training')).toContain('训练结束后')
  expect(reasonAgainst('command', 'offline')).toContain('上线后')
  expect(reasonAgainst('command', 'disabled')).toContain('先启用')
})
