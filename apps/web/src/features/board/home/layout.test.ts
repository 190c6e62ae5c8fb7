import { arrangedBlocks, blocksFor } from '@drivesim/contract/board/homeBlocks'
import { expect, it } from 'vitest'
import { linesOf } from './layout.ts'

it.each([
  [1, [1]],
  [2, [2]],
  [4, [4]],
  [5, [2, 3]],
  [6, [3, 3]],
  [7, [3, 4]],
  [9, [3, 3, 3]],
])('%d cards stand in lines of %j in a wide window', (cards, lines) => {
  expect(linesOf(cards, 4)).toEqual(lines)
})

it.each([
  [1, [1]],
  [2, [2]],
  [4, [2, 2]],
  [5, [2, 3]],
  [7, [2, 2, 3]],
])('%d cards stand in lines of %j in a narrower one', (cards, lines) => {
  expect(linesOf(cards, 2, 3)).toEqual(lines)
})

it('shows people their work first, and what the platform sees to who manages the system', () => {
  expect(blocksFor(new Set(['ops', 'ops:handle']))).toEqual([
    'todos',
    'myOrders',
    'pinned',
    'recent',
    'figures',
  ])
  expect(blocksFor(new Set(['finance', 'finance:accCheck']))[1]).toBe('monthClose')
  expect(blocksFor(new Set(['system', 'device', 'ops:handle'])).slice(0, 3)).toEqual([
    'todos',
    'figures',
    'attention',
  ])
  expect(blocksFor(new Set())).toEqual(['todos', 'figures', 'pinned', 'recent'])
})

it('keeps what was arranged, without what is not theirs any more and with what came since', () => {
  const look = [
    { key: 'recent', hidden: false },
    { key: 'myOrders', hidden: false },
    { key: 'gone', hidden: false },
    { key: 'todos', hidden: true },
  ]
  expect(arrangedBlocks(new Set(), look)).toEqual([
    { name: 'recent', hidden: false },
    { name: 'todos', hidden: true },
    { name: 'figures', hidden: false },
    { name: 'pinned', hidden: false },
  ])
})
