import { expect, it } from 'vitest'
import { readChoice } from './remembered.ts'

it('reads a remembered choice of columns and density', () => {
  expect(readChoice('{"dense":true,"hidden":["model"]}')).toEqual({ dense: true, hidden: ['model'] })
})

it.each([null, '', '{', '[]', 'null', '{"dense":"yes","hidden":5}'])('starts anew from %s', stored => {
  expect(readChoice(stored)).toEqual({})
})
