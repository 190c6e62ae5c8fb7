import { accessCodes } from '@drivesim/contract/access'
import { accessGroups } from '@drivesim/contract/people/roles'
import { expect, it } from 'vitest'
import { withCode, withGroup } from './codes.ts'

const all = new Set<string>(accessCodes)
const finance = accessGroups[2].codes

it('the tree shows every code once', () => {
  const shown = accessGroups.flatMap(({ codes }) => [...codes])
  expect([...shown].sort()).toEqual([...accessCodes].sort())
})

it('marking a page marks the code that opens its group', () => {
  expect(withCode([], 'finance:home', true, all)).toEqual(['finance', 'finance:home'])
})

it('a group without a code of its own needs nothing more', () => {
  expect(withCode([], 'organ:school', true, all)).toEqual(['organ:school'])
})

it('unmarking the code of a group unmarks what it opens', () => {
  expect(withCode(['device', 'finance', 'finance:home'], 'finance', false, all)).toEqual(['device'])
})

it('unmarking a page leaves its group open', () => {
  expect(withCode(['finance', 'finance:home'], 'finance:home', false, all)).toEqual(['finance'])
})

it('what the person does not hold is neither marked nor unmarked along', () => {
  const heldCodes = new Set(['finance:home'])
  expect(withCode([], 'finance:home', true, heldCodes)).toEqual(['finance:home'])
  expect(withGroup([], finance, true, heldCodes)).toEqual(['finance:home'])
  expect(withGroup(['finance', 'finance:home'], finance, false, heldCodes)).toEqual(['finance'])
})
