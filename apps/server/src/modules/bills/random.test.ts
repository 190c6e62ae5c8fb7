import { randomUUID } from 'node:crypto'
import { bills } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../test/app.ts'
import { resetDatabase } from '../../../test/database.ts'
import { type Act, moneyActs } from '../../../test/moneyActs.ts'
import { before, last, wire } from '../../../test/months.ts'
import { makeLearner } from '../../../test/till.ts'
import { wrongIn } from '../../../test/wrongData.ts'
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
  const listed = async () => (await keeper.call(bills.bills, { pageSize: 100 })).data.dataList
  return {
    close: async () => {
      for (const month of [before, last])
        for (const { id } of schools) await keeper.send(bills.close, { month: wire(month), schoolId: id })
      await closeDue(app.services)
    },
    adjust: (_student, n, amount) =>
      keeper.call(bills.adjust, {
        schoolId: schools[n % 2]?.id ?? 0,
        amount: amount % 2 === 0 ? amount + 2 : -amount,
        reason: '核对',
      }),
    settle: async () => {
      for (const { billId, schoolId } of await listed()) {
        const checker = schools.find(({ id }) => id === schoolId)?.checker
        if (checker !== undefined) await months.settled(checker, billId)
      }
    },
    receiveOrPay: async (_student, n, amount) => {
      const all = await listed()
      const bill = all[n % Math.max(1, all.length)]
      if (bill === undefined) return
      const { billId, net, paid } = bill
      const form = {
        billId,
        amount: Math.min(amount, Math.abs(net - paid)) || 1,
        method: 'cash',
        paidOn: businessDayOf(Date.now()),
      } as const
      await keeper.send(net < 0 ? bills.receive : bills.pay, form)
    },
    offset: async (_student, _n, amount) => {
      const all = await listed()
      const debt = all.find(({ net }) => net < 0)
      const credit = all.find(({ net, schoolId }) => net > 0 && schoolId === debt?.schoolId)
      if (debt !== undefined && credit !== undefined)
        await keeper.send(bills.offset, {
          billId: debt.billId,
          byBillId: credit.billId,
          amount: (amount % Math.abs(debt.net)) + 1,
        })
    },
    voidPayment: async (_student, n) => {
      const { rows } = await app.services.pool.query('select id from bill_payment order by id')
      const row = rows[n % Math.max(1, rows.length)]
      if (row !== undefined) await keeper.send(bills.voidPayment, { paymentId: row.id, reason: '核对' })
    },
  }
}

const isLong = process.env.TEST_LONG === '1'
const runs = isLong ? 60 : 4
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
  'receiveOrPay',
]

test('orders, bills, ledger and board agree after anything', {
  timeout: 30_000 + runs * 10_000,
}, async () => {
  const done = new Set<string>()
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
      for (const { act, n, amount } of steps) await acts[act]?.(student, n, amount)
      const { rows } = await app.services.pool.query(
        'select state from refund union select state from bill union select state from course_order',
      )
      for (const { state } of rows) done.add(state)
      expect(await wrongIn(app)).toEqual([])
    }),
    { numRuns: runs, ...seed },
  )
  // It is no proof where nothing was let through.
  expect(done.size).toBeGreaterThan(3)
})
