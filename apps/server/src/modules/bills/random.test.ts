import { bills } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../test/app.ts'
import { query, resetDatabase } from '../../../test/database.ts'
import { before, last, Months, now, wire, within, wrongBooks } from '../../../test/months.ts'
import { closeDue } from './closing.service.ts'

// Whatever is sold, given back, closed, settled, paid and taken back, in any order: bills and ledger agree.

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const day = fc.constantFrom(within(before), within(last), within(now))
const amount = fc.integer({ min: 1, max: 99_999 })
const act = fc.oneof(
  fc.record({ kind: fc.constantFrom('online', 'offline', 'buy', 'refund', 'adjust'), amount, day }),
  fc.record({ kind: fc.constantFrom('close', 'close', 'settle', 'pay', 'void', 'offset'), amount, day }),
)

test('bills and ledger agree after any sequence of acts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 24 }), async acts => {
      await resetDatabase(app.database)
      const months = await Months.of(app)
      const { keeper } = months
      const { id: schoolId, clerk, student, checker } = await months.school('甲驾校')
      await months.sign(schoolId)
      const orders: number[] = []
      const listed = async () => (await keeper.call(bills.bills, { schoolId, pageSize: 100 })).data.dataList
      const pay = async (sum: number) => {
        for (const { billId, net, paid, state } of await listed()) {
          const form = {
            billId,
            amount: Math.min(sum, Math.abs(net - paid)) || 1,
            method: 'cash',
            paidOn: businessDayOf(Date.now()),
          } as const
          if (state !== 'settled') await keeper.send(net < 0 ? bills.receive : bills.pay, form)
        }
      }
      const take = {
        online: (sum: number, on: string) => months.online(student, sum, on),
        offline: (sum: number, on: string) => months.offline(clerk, student, sum, on),
        buy: async (sum: number, on: string) => {
          orders.push(await months.buy(clerk, student, schoolId, sum, on))
        },
        refund: async (sum: number, on: string) => {
          const order = orders[sum % Math.max(1, orders.length)]
          if (order !== undefined) await months.tryRefund(clerk, order, 1 + (sum % 40), on)
        },
        adjust: (sum: number) =>
          keeper.call(bills.adjust, { schoolId, amount: sum % 2 === 0 ? sum : -sum, reason: '核对' }),
        close: async () => {
          for (const month of [before, last]) await keeper.send(bills.close, { month: wire(month), schoolId })
          await closeDue(app.services)
        },
        settle: async () => {
          for (const { billId } of await listed()) await months.settled(checker, billId)
        },
        pay,
        void: async (sum: number) => {
          const rows = await query(app.database.ownerUrl, 'select id from bill_payment order by id')
          const row = rows[sum % Math.max(1, rows.length)]
          if (row !== undefined)
            await keeper.send(bills.voidPayment, { paymentId: Object(row).id, reason: '核对' })
        },
        offset: async (sum: number) => {
          const all = await listed()
          const debt = all.find(({ net }) => net < 0)
          const credit = all.find(({ net }) => net > 0)
          if (debt !== undefined && credit !== undefined)
            await keeper.send(bills.offset, { billId: debt.billId, byBillId: credit.billId, amount: sum })
        },
      }
      for (const { kind, amount: sum, day: on } of acts) {
        await take[kind](sum, on)
      }
      expect(await wrongBooks(app)).toEqual([])
    }),
    { numRuns: 3 },
  )
})
