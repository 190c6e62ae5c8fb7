import { expect, it } from 'vitest'
import { clockWords } from './clockWords.ts'

it('says of a clock what was used or is left, and of no time nothing', () => {
  const stopped = (spent: number) => clockWords({ state: 'stopped', spent, budget: 3600 }, 3600 - spent)
  expect(stopped(0)).toBe('按时')
  expect(stopped(0.4)).toBe('按时')
  expect(stopped(600)).toBe('用了 10 分，按时')
  expect(stopped(7200)).toBe('用了 2 小时，已超时')
  expect(clockWords({ state: 'paused', spent: 0, budget: 3600 }, 3600)).toBe('已挂起 · 剩余 1 小时')
})
