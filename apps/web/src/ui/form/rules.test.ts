import { simulatorForm } from '@drivesim/contract/devices/devices/deviceShapes'
import { expect, it } from 'vitest'
import { differences, inWords, isRequired, problemOf } from './rules.ts'

const good = { simulatorName: '1 号', simulatorNum: 'SIM-0001', organId: 1, roomId: 2 }

it('takes the rules of a field from the contract, in its words', () => {
  expect(problemOf(simulatorForm, good, 'simulatorNum')).toBeNull()
  expect(problemOf(simulatorForm, { ...good, simulatorNum: 'sim 1' }, 'simulatorNum')).toContain(
    '字母、数字或连字符',
  )
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

it('compares what is in lists and in values made of parts', () => {
  const latest = { audience: { kind: 'people', ids: [1, 2] }, channels: ['system'], roles: [], title: '通知' }
  const same = { audience: { ids: [1, 2], kind: 'people' }, channels: ['system'], roles: null, title: '通知' }
  expect(differences(same, latest)).toEqual([])
  expect(differences({ audience: { kind: 'people', ids: [1, 3] } }, latest)).toEqual(['audience'])
  expect(differences({ audience: { kind: 'roles', ids: [1, 2] } }, latest)).toEqual(['audience'])
  expect(differences({ audience: undefined, channels: ['system', 'sms'] }, latest)).toEqual([
    'audience',
    'channels',
  ])
})

it('takes a picture for the same, whenever its address was signed', () => {
  const plain = `/files/${'a'.repeat(32)}.webp`
  const other = `/files/${'b'.repeat(32)}.webp`
  const latest = { photo: `${plain}?e=1&s=one` }
  expect(differences({ photo: `${plain}?e=2&s=two` }, latest)).toEqual([])
  expect(differences({ photo: `${other}?e=1&s=one` }, latest)).toEqual(['photo'])
})

it('puts a value into words, whatever it is made of', () => {
  const values = [null, undefined, '', false, 0, [], ['甲', '乙'], { title: '通知', content: null, ids: [1] }]
  expect(values.map(inWords)).toEqual(['', '', '', '否', '0', '', '甲、乙', '通知、1'])
})
