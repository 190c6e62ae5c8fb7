import fc from 'fast-check'
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

it('is never less than nothing, whatever was rejected meanwhile, and all of the bonus in the end', () => {
  const step = fc.record({
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    rejects: fc.boolean(),
    n: fc.nat(),
  })
  const sale = fc.record({
    amount: fc.integer({ min: 1, max: 500 }),
    percent: fc.integer({ min: 1, max: 40 }),
  })
  fc.assert(
    fc.property(sale, fc.array(step, { maxLength: 30 }), ({ amount, percent }, steps) => {
      const lot = { amount, bonus: Math.floor((amount * percent) / 100) }
      const refunds: { amount: number; back: number }[] = []
      const sum = (of: 'amount' | 'back') => refunds.reduce((all, refund) => all + refund[of], 0)
      const ask = (refund: number) => {
        const before = { asked: sum('amount'), taken: sum('back'), purseBonus: lot.bonus - sum('back') }
        const back = bonusBackOf(lot, before, refund)
        expect(back).toBeGreaterThanOrEqual(0)
        expect(back).toBeLessThanOrEqual(before.purseBonus)
        refunds.push({ amount: refund, back })
      }
      for (const { part, rejects, n } of steps) {
        const left = lot.amount - sum('amount')
        // A fen more or less is where the rounding is.
        if (rejects) refunds.splice(n % Math.max(1, refunds.length), 1)
        else if (left > 0) ask(n % 2 === 0 ? 1 : Math.max(1, Math.floor(left * part)))
      }
      const rest = lot.amount - sum('amount')
      if (rest > 0) ask(rest)
      expect(sum('back')).toBe(lot.bonus)
    }),
    { numRuns: 1000 },
  )
  // 20 %: 500.02, then a fen that takes one, the first is rejected, and another fen.
  expect(bonusBackOf(recharge, { asked: 1, taken: 1, purseBonus: 19_999 }, 1)).toBe(0)
})
