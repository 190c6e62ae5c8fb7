import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { perFrame } from './perFrame.ts'

const frames: (() => void)[] = []
const showFrame = () => frames.shift()?.()

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
})
afterEach(() => {
  vi.unstubAllGlobals()
  frames.splice(0)
})

it('hands over what came since the last frame at once, the latest of each key', () => {
  const taken: string[][] = []
  const values = perFrame<number, string>(10, some => taken.push(some))
  values.put(1, 'training')
  values.put(2, 'fault')
  values.put(1, 'idle')
  expect(taken).toEqual([])
  showFrame()
  expect(taken).toEqual([['idle', 'fault']])
  expect(frames).toEqual([])
})

it('deals a burst out over several frames, none left behind', () => {
  const taken: number[][] = []
  const values = perFrame<number, number>(2, some => taken.push(some))
  for (const key of [1, 2, 3, 4, 5]) values.put(key, key)
  for (let frame = 0; frame < 3; frame += 1) showFrame()
  expect(taken).toEqual([[1, 2], [3, 4], [5]])
  expect(frames).toEqual([])
})

it('hands over nothing once it was stopped, and what comes after that', () => {
  const take = vi.fn()
  const values = perFrame<number, number>(2, take)
  values.put(1, 1)
  values.stop()
  showFrame()
  expect(take).not.toHaveBeenCalled()
  values.put(2, 2)
  showFrame()
  expect(take.mock.calls).toEqual([[[2]]])
})
