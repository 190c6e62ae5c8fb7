import { randomUUID } from 'node:crypto'
import { billMachine, bills } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { before, last } from '../../../../test/calendar.ts'
import { resetDatabase } from '../../../../test/database.ts'
import { type Act, doneByOne, moneyActs } from '../../../../test/moneyActs.ts'
import { wireMonth } from '../../../../test/months.ts'
import { patience } from '../../../../test/pace.ts'
import { makeLearner } from '../../../../test/till.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { closeDue } from './closing.service.ts'

// Whatever students, clerks, channels and simulators do, whatever is closed, settled, paid, set off and taken back, in any
// order, refused or not: orders, bills, ledger and board agree.

let app: TestApp
beforeEachTest(async built => {
  app = built
})

type Made = Awaited<ReturnType<typeof moneyActs>>

/** What is done with bills, of whichever student the sequence is about. */
function billActs({ months, schools }: Made): Record<string, Act> {
  const { keeper } = months
  const listed = async () => (await keeper.call(bills.list, { pageSize: 100 })).data.dataList
  const count = async (table: string) => {
    const { rows } = await app.services.pool.query(`select count(*)::int as rows from ${table}`)
    return Number(rows[0].rows)
  }
  /** What is paid of a bill by an act: of one that is open to it, if there is one. */
  const pay =
    (act: 'receive' | 'pay'): Act =>
    async (_student, n, amount) => {
      const all = await listed()
      const bill = [...all.filter(({ state }) => billMachine.may(act, state)), ...all][n]
      if (bill === undefined) return false
      const { billId, net, paid } = bill
      return doneByOne(
        keeper.call(bills[act], {
          billId,
          amount: Math.min(amount, Math.abs(net - paid)) || 1,
          method: 'cash',
          paidOn: businessDayOf(Date.now()),
          confirmDouble: true,
        }),
      )
    }
  return {
    close: async () => {
      const closed = await count('bill')
      // In the first ten minutes of a month none is closed but what was asked for.
      for (const month of [before, last]) {
        for (const { id } of schools)
          await keeper.call(bills.close, { month: wireMonth(month), schoolId: id })
        await closeDue(app.services)
      }
      return (await count('bill')) > closed
    },
    adjust: (_student, n, amount) =>
      doneByOne(
        keeper.call(bills.adjust, {
          schoolId: schools[n % 2]?.id ?? 0,
          amount: amount % 2 === 0 ? amount + 2 : -amount,
          reason: '核对',
        }),
      ),
    settle: async () => {
      const settled: boolean[] = []
      for (const { billId, schoolId } of await listed()) {
        const checker = schools.find(({ id }) => id === schoolId)?.checker
        await checker?.call(bills.confirm, { billId })
        settled.push(await doneByOne(keeper.call(bills.settle, { billId })))
      }
      return settled.includes(true)
    },
    receiveOfBill: pay('receive'),
    payBill: pay('pay'),
    offset: async (_student, _n, amount) => {
      const all = await listed()
      const debt = all.find(({ net }) => net < 0)
      const credit = all.find(({ net, schoolId }) => net > 0 && schoolId === debt?.schoolId)
      if (debt === undefined || credit === undefined) return false
      return doneByOne(
        keeper.call(bills.offset, {
          billId: debt.billId,
          byBillId: credit.billId,
          amount: (amount % Math.abs(debt.net)) + 1,
        }),
      )
    },
    voidPayment: async (_student, n) => {
      const { rows } = await app.services.pool.query('select id from bill_payment order by id')
      const row = rows[n % Math.max(1, rows.length)]
      if (row === undefined) return false
      return doneByOne(keeper.call(bills.voidPayment, { paymentId: row.id, reason: '核对' }))
    },
  }
}

const isLong = process.env.TEST_LONG === '1'
/** The guided one, and so many at random. */
const runs = 1 + (isLong ? 60 : 4)
const seed = isLong ? { seed: Number(process.env.TEST_SEED) % 2 ** 31 } : {}
/** Names to draw from; acts that lead to others are in the list several times. */
const often = [
  'online',
  'cash',
  'buy',
  'buy',
  'age',
  'age',
  'refundCourse',
  'close',
  'settle',
  'receiveOfBill',
  'payBill',
]

/**
 * The first run, in which nothing is left to chance: every act is let through. The platform comes to owe of the last month,
 * the school of the one before; what is bought then waits for a balance; of two refunds of a course one is above the limit.
 */
const guided = `
  online 0 9998, buy 0 0, age 0 0, cash 0 9998, buy 0 0, age 1 0
  close 0 0, settle 0 0, receiveOfBill 0 500, payBill 0 500, offset 0 99, voidPayment 0 0, adjust 0 100, buy 0 0
  train 0 239, trainLate 0 119, correct 0 300, restore 0 0, refundCourse 0 9, refundCourse 0 29, decide 1 1
  register 0 4999, refundRecharge 3 999, paid 2 0, refundRecharge 3 999, channel 3 0, retry 3 0, giveUp 3 0
  accept 2 1, onBehalf 2 999, cash 0 2000, reverse 3 0, online 0 9998, pay 2 0, transfer 1 0`
  .trim()
  .split(/,|\n/)
  .map(step => {
    const [act = '', n, amount] = step.trim().split(' ')
    return { act, n: Number(n), amount: Number(amount) }
  })

test('orders, bills, ledger and board agree after anything', {
  timeout: patience(30_000 + runs * 10_000),
}, async () => {
  /** The acts that were let through. */
  const through = new Set<string>()
  const all = (made: Made) => ({ ...made.acts, ...billActs(made) })
  const names = Object.keys(all(await moneyActs(app)))
  const step = fc.record({
    act: fc.constantFrom(...names, ...often),
    n: fc.nat({ max: 5 }),
    amount: fc.nat({ max: 12_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50, size: 'max' }), async steps => {
      await resetDatabase(app.database)
      const made = await moneyActs(app)
      const acts = all(made)
      const student = await makeLearner(app, made.schools[0]?.id ?? 0, randomUUID())
      for (const { act, n, amount } of steps) if (await acts[act]?.(student, n, amount)) through.add(act)
      expect(await wrongIn(app)).toEqual([])
    }),
    // Only the long run has the time to look for the shortest sequence that fails.
    { numRuns: runs, ...seed, examples: [[guided]], endOnFailure: !isLong },
  )
  // It is no proof where nothing was let through.
  expect(names.filter(name => !through.has(name))).toEqual([])
})
