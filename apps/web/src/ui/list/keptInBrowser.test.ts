import { expect, it } from 'vitest'
import { readKept } from './keptInBrowser.ts'

it('reads what a browser kept of columns and density', () => {
  expect(readKept('{"dense":true,"hidden":["model",5]}')).toEqual({ dense: true, hidden: ['model'] })
  expect(readKept('{"hidden":[]}')).toEqual({ dense: null, hidden: [] })
})

it.each(['', '{', '[]', 'null', '{"dense":"yes","hidden":5}'])('takes nothing from %s', stored => {
  expect(readKept(stored)).toBeNull()
})
