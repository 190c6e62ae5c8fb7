import { expect, test } from 'vitest'
import {
  correctedTime,
  emptyLine,
  endConnection,
  hearMessage,
  isShared,
  type Line,
  offsetAfter,
} from './connection.rules.ts'

const start = Date.parse('2026-11-26T02:00:00Z')

/**
 * A history: steps `seconds id seq [clock]`, the clock being by how many seconds the message's time differs from its
 * receipt; `x` in place of a number is the will. After it: who speaks, with `!` where it has ended, and whether several
 * devices are seen. The table of decision 0009.
 */
const histories: [what: string, steps: string, speaks: string, shared?: true][] = [
  ['first report', '0 A 1', 'A1'],
  ['numbers grow', '0 A 1, 30 A 2', 'A2'],
  ['a repeat, and one that was overtaken', '0 A 5, 1 A 4, 2 A 5', 'A5'],
  ['connected again, as agreed', '0 A 1, 10 A x, 12 B 1', 'B1'],
  ['connected again, the will comes last', '0 A 1, 12 B 1, 20 A x', 'B1'],
  ['connected again, one late report of the old one', '0 A 1, 12 B 1, 13 A 9', 'B1'],
  [
    'what the old one had kept comes in a burst',
    '0 A 1, 100 B 1, 101 A 2 -90, 101 A 3 -60, 101 A 4 -30',
    'B1',
  ],
  ['an unseen one of before', '100 B 1, 101 A 2 -90', 'B1'],
  ['a will that overtook the last report', '0 A 1, 10 A x, 11 A 2', 'A2!'],
  ['a will that was no end: the numbers go on', '0 A 1, 10 A x, 11 A 2, 41 A 3', 'A3'],
  ['the same id again after the will, from the start', '0 A 1, 30 A 2, 40 A x, 45 A 1', 'A1'],
  ['the same, and a repeat of before the will', '0 A 1, 30 A 2, 40 A x, 45 A 1 -45', 'A2!'],
  ['the same id from the start without a will', '0 A 7, 60 A 1', 'A1'],
  ['clock 30 minutes behind at boot', '0 A 1, 60 A x, 70 B 1 -1800, 100 B 2 -1800', 'B2'],
  ['two hours behind, then right', '0 A 1, 20 A x, 30 B 1 -7200, 35 B 2', 'B2'],
  ['ten seconds behind after a fresh connection', '0 A 1, 5 B 1 -10, 35 B 2 -10', 'B2'],
  ['clock put back within a connection', '0 A 1, 30 A 2 -3600, 60 A 3 -3600', 'A3'],
  ['the newest was silent for 45 s', '0 A 1, 46 B 1 -3600', 'B1'],
  ['two clones, one switched off', '0 A 1, 1 B 1, 30 A 2, 31 B 2, 40 B x, 60 A 3', 'A3'],
  ['two clones', '0 A 1, 1 B 1, 30 A 2, 31 B 2, 60 A 3, 61 B 3, 90 A 4, 91 B 4', 'B4', true],
  ['a bad line: new connections only', '0 A 1, 10 B 1, 20 C 1, 30 D 1, 40 E 1', 'E1'],
  [
    'clones, one of them gone for five minutes',
    '0 A 1, 1 B 1, 30 A 2, 60 A 3, 61 B 2, 91 B 3, 400 B 4',
    'B4',
  ],
]

test.each(histories)('%s', (_what, steps, speaks, shared) => {
  const { line, at } = steps.split(', ').reduce(
    ({ line }: { line: Line; at: number }, step) => {
      const [seconds, connectionId = '', number, clock = 0] = step.split(' ')
      const at = start + Number(seconds) * 1000
      if (number === 'x') return { line: endConnection(line, connectionId).line, at }
      const said = { connectionId, seq: Number(number), at: at + Number(clock) * 1000 }
      return { line: hearMessage(line, said, at).line, at }
    },
    { line: emptyLine, at: start },
  )
  const [newest] = line.connections
  expect(`${newest?.id}${newest?.seq}${newest?.ended === true ? '!' : ''}`).toBe(speaks)
  expect(isShared(line, at)).toBe(shared === true)
})

test('the clock is known from two reports that come as they are made, and a time is corrected past a minute', () => {
  const first = { connectionId: 'A', seq: 1, at: start - 7_200_000 }
  const { line } = hearMessage(emptyLine, first, start)
  const second = (at: number) => ({ connectionId: 'A', seq: 2, at })
  expect(offsetAfter(null, emptyLine, first, start)).toBeNull()
  expect(offsetAfter(null, line, second(start - 7_199_000), start + 1_000)).toBeNull()
  expect(offsetAfter(null, line, second(start - 7_170_000), start + 30_000)).toBe(-7_200_000)
  // Put right: nothing arrives before it was sent.
  expect(offsetAfter(-7_200_000, line, second(start + 30_000), start + 30_000)).toBe(0)
  // Put back.
  expect(offsetAfter(0, line, second(start - 9_000_000), start + 30_000)).toBe(-9_030_000)
  expect(correctedTime(start - 7_200_000, -7_200_000, start)).toBe(start)
  expect(correctedTime(start - 59_000, -59_000, start)).toBe(start - 59_000)
})
