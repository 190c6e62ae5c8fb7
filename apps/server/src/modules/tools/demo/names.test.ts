import { personName } from '@drivesim/fleet/names'
import { randomOf } from '@drivesim/fleet/random'
import { expect, test } from 'vitest'
import { initialsOf } from '../../people/students/identity.rules.ts'

test('names read as names: a common surname and one or two characters, with the initials people type', () => {
  const random = randomOf(20260316, 'names')
  const names = Array.from({ length: 5_000 }, () => personName(random))
  expect(names.every(name => /^[\u4e00-\u9fff]{2,4}$/.test(name))).toBe(true)
  const share = (pattern: RegExp) => names.filter(name => pattern.test(name)).length / names.length
  // The three great surnames have between them a fifth of the people; three characters are the rule.
  expect(share(/^[王李张]/)).toBeGreaterThan(0.15)
  expect(share(/^[王李张]/)).toBeLessThan(0.4)
  expect(share(/^...$/)).toBeGreaterThan(0.5)
  expect(new Set(names).size).toBeGreaterThan(2_000)
  expect(['曾小红', '单国强', '欧阳娜'].map(initialsOf)).toEqual(['zxh', 'sgq', 'oyn'])
})
