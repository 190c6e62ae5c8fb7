import { expect, it } from 'vitest'
import { nothingTyped, press } from './typedAhead.ts'

it.each([
  [[...'xynlb', 'ArrowLeft', 'ArrowLeft', 'Backspace', 'Enter'], 'xy|lb'],
  [['a', 'Backspace', 'Backspace', 'b'], 'b|'],
  [[...'bc', 'Home', 'a', 'End', 'd', 'ArrowRight'], 'abcd|'],
  [[...'abx', 'ArrowLeft', 'Delete', 'Delete', 'Tab'], 'ab|'],
] as const)('%j', (keys, left) => {
  const { text, caret } = keys.reduce(press, nothingTyped)
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(left)
})
