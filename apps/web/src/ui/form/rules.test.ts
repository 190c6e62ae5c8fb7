import { simulatorForm } from '@drivesim/contract/deviceShapes'
import { expect, it } from 'vitest'
import { differences, isRequired, problemOf } from './rules.ts'

const good = { simulatorName: '1 号', simulatorNum: 'SIM-0001', organId: 1, roomId: 2 }

it('takes the rules of a field from the contract, in its words', () => {
  expect(problemOf(simulatorForm, good, 'simulatorNum')).toBeNull()
  expect(problemOf(simulatorForm, { ...good, simulatorNum: 'sim 1' }, 'simulatorNum')).toContain('大写字母')
  expect(problemOf(simulatorForm, { ...good, headsetIp: '1.2.3' }, 'headsetIp')).toContain('头显 IP')
  expect(problemOf(simulatorForm, { ...good, headsetIp: '' }, 'headsetIp')).toBeNull()
})

it('says of one field only what is wrong with that one', () => {
  expect(problemOf(simulatorForm, {}, 'carNum')).toBeNull()
  expect(problemOf(simulatorForm, {}, 'simulatorName')).toBe('设备名称不能为空')
  expect(problemOf(simulatorForm, {}, 'organId')).toBe('机构不能为空')
})

it('marks as required what the contract refuses to miss', () => {
  const names = Object.keys(simulatorForm.shape)
  expect(names.filter(name => isRequired(simulatorForm, name))).toEqual([
    'simulatorName',
    'simulatorNum',
    'organId',
    'roomId',
  ])
})

it('finds the fields that differ from the saved version; missing, null and empty are the same', () => {
  const latest = { simulatorName: '2 号', simulatorNum: 'SIM-0001', model: null, version: 4 }
  expect(
    differences({ simulatorName: '1 号', simulatorNum: 'SIM-0001', model: '', other: 1 }, latest),
  ).toEqual(['simulatorName'])
})
