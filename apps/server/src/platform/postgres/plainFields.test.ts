import { expect, test } from 'vitest'
import { columnOf, plainColumns, selectPlain } from './plainFields.ts'

test('a field stands in the column of its name', () => {
  expect(['model', 'carNum', 'needsPictureToo'].map(columnOf)).toEqual([
    'model',
    'car_num',
    'needs_picture_too',
  ])
})

test('fields are selected by the names that their row has', () => {
  expect(selectPlain('s', ['model', 'carNum'])).toEqual(['s.model as model', 's.car_num as carNum'])
})

test('what the form leaves out has no column, what it empties has null', () => {
  const form = { model: null, carNum: '京A1234学', installedAt: undefined, simulatorName: '一号' }
  expect(plainColumns(['model', 'carNum', 'installedAt'], form)).toEqual({
    model: null,
    car_num: '京A1234学',
  })
})
