import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batcher } from './batcher.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Messages that are the moments when they came; a batch takes 2 ms. */
function made() {
  const batches: { waited: number; messages: number }[] = []
  const batch = batcher<number>({
    async store(messages) {
      batches.push({
        waited: performance.now() - Math.min(...messages),
        messages: messages.length,
      })
      await new Promise(done => setTimeout(done, 2))
    },
    isPassing: () => false,
    failed: () => undefined,
    gaveUp: () => undefined,
  })
  return {
    batches,
    stop: batch.stop,
    async come(everyMs: number, forMs: number) {
      for (let passed = 0; passed < forMs; passed += everyMs) {
        void batch.add(performance.now())
        await vi.advanceTimersByTimeAsync(everyMs)
      }
    },
  }
}

const most = (values: readonly number[]) => Math.max(...values)

test('where few come, none waits for others', async () => {
  const { batches, come } = made()
  await come(10, 2000)
  expect(most(batches.map(({ waited }) => waited))).toBeLessThanOrEqual(10)
})

test('where many come, a batch of few waits for more, and for no longer than 40 ms', async () => {
  const { batches, come } = made()
  await come(2, 400)
  batches.length = 0
  await come(2, 2000)
  expect(batches.length).toBeLessThan(60)
  expect(most(batches.map(({ waited }) => waited))).toBeLessThanOrEqual(40)
})

test('a batch that has enough does not wait', async () => {
  const { batches, come } = made()
  await come(0.25, 400)
  batches.length = 0
  await come(0.25, 1000)
  expect(most(batches.map(({ waited }) => waited))).toBeLessThan(15)
})

test('one that comes alone after many is stored at once', async () => {
  const { batches, come } = made()
  await come(1, 1000)
  await vi.advanceTimersByTimeAsync(100)
  batches.length = 0
  await come(100, 300)
  expect(batches.map(({ messages }) => messages)).toEqual([1, 1, 1])
  expect(most(batches.map(({ waited }) => waited))).toBeLessThanOrEqual(1)
})

test('the end waits for nothing but what was taken', async () => {
  const { batches, come, stop } = made()
  await come(2, 400)
  const taken = performance.now()
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(15)
  await stopped
  expect(batches.at(-1)?.waited).toBeLessThanOrEqual(40)
  expect(performance.now() - taken).toBeLessThanOrEqual(15)
})
