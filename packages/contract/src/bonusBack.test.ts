import { expect, it } from 'vitest'
import { bonusBackOf } from './bonusBack.ts'

const recharge = { amount: 100_000, bonus: 20_000 }

it('takes bonus back in proportion, without drift over several refunds', () => {
  expect(bonusBackOf(recharge, { asked: 0, taken: 0, purseBonus: 20_000 }, 50_000)).toBe(10_000)
  const third = { amount: 10_000, bonus: 1_000 }
  expect(bonusBackOf(third, { asked: 0, taken: 0, purseBonus: 1_000 }, 3_333)).toBe(333)
  expect(bonusBackOf(third, { asked: 3_333, taken: 333, purseBonus: 667 }, 3_333)).toBe(334)
  expect(bonusBackOf(third, { asked: 6_666, taken: 667, purseBonus: 333 }, 3_334)).toBe(333)
})

it('takes no more than the student has left', () => {
  expect(bonusBackOf(recharge, { asked: 0, taken: 0, purseBonus: 10_000 }, 100_000)).toBe(10_000)
  expect(bonusBackOf(recharge, { asked: 0, taken: 0, purseBonus: 0 }, 100_000)).toBe(0)
})
