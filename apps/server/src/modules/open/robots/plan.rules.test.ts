import { expect, test } from 'vitest'
import { planOf } from './plan.rules.ts'

const now = 1_000_000
const about = (id: number, subject = `simulator:${id}`) => ({ id, subject })
const attempts = (many: number, ago: number) =>
  Array.from({ length: many }, (_, n) => ({ subject: `other:${n}`, at: now - ago }))

test('what is about one thing is said once, its newest', () => {
  const plan = planOf([about(1, 'simulator:7'), about(2), about(3, 'simulator:7')], [], now)
  expect(plan).toEqual({
    send: [
      { id: 2, more: 0 },
      { id: 3, more: 0 },
    ],
    merged: [1],
    later: [],
  })
})

test('the same thing waits for 20 s after it was said', () => {
  const said = [{ subject: 'simulator:7', at: now - 5_000 }]
  expect(planOf([about(1, 'simulator:7'), about(2)], said, now)).toEqual({
    send: [{ id: 2, more: 0 }],
    merged: [],
    later: [{ id: 1, at: now + 15_000 }],
  })
  expect(planOf([about(1, 'simulator:7')], [{ subject: 'simulator:7', at: now - 20_000 }], now).send).toEqual(
    [{ id: 1, more: 0 }],
  )
})

test('27 things in a minute are 15 calls, and the last says that there are 12 others', () => {
  const { send, merged, later } = planOf(
    Array.from({ length: 27 }, (_, n) => about(n + 1)),
    [],
    now,
  )
  expect(send.map(({ more }) => more)).toEqual([...Array(14).fill(0), 12])
  expect(merged).toEqual(Array.from({ length: 12 }, (_, n) => n + 16))
  expect(later).toEqual([])
})

test('what the minute has no room for waits for its first call to be a minute ago', () => {
  expect(planOf([about(1)], attempts(15, 10_000), now)).toEqual({
    send: [],
    merged: [],
    later: [{ id: 1, at: now + 50_000 }],
  })
  expect(planOf([about(1), about(2)], attempts(14, 10_000), now)).toEqual({
    send: [{ id: 1, more: 1 }],
    merged: [2],
    later: [],
  })
  expect(planOf([about(1)], attempts(15, 60_000), now).send).toEqual([{ id: 1, more: 0 }])
})
