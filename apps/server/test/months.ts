import { addMonths, bills, contract, endOfMonth, type InputOf, orders } from '@drivesim/contract'
import { expect } from 'vitest'
import { closeNext } from '../src/modules/money/bills/closing.service.ts'
import { transact } from '../src/platform/postgres/db.ts'
import type { Client, TestApp } from './app.ts'
import { before, now } from './calendar.ts'
import { query } from './database.ts'
import { makeOrganisation } from './factories.ts'
import { type CountedKind, recount } from './facts.ts'
import { clerkOf, makeCourse, makeLearner, makeOnline } from './till.ts'

const { contracts } = contract
/** What calls say for a month. */
export const wireMonth = (month: string) => month.slice(0, 7)
/** A day in the middle of a month. */
export const midMonth = (month: string) => `${wireMonth(month)}-15`

const redatedColumns = {
  recharge: ['update recharge_order set day = $2 where id = $1'],
  course: [
    'update course_order set day = $2 where id = $1',
    'update order_funding set day = $2, contract_day = $2 where course_order_id = $1',
  ],
  refund: [
    'update refund set day = $2 where id = $1',
    'update order_funding set day = $2 where refund_id = $1',
  ],
} satisfies Partial<Record<CountedKind, string[]>>

type Terms = Partial<InputOf<typeof contracts.add>>

/**
 * Schools with sales in months that are over: what people do through the front door is of today, and is put back to the day
 * that a test names.
 */
export class Months {
  readonly #app: TestApp
  /** Who settles: everything of finance, everywhere. */
  keeper!: Client & { memberId: number }

  constructor(app: TestApp) {
    this.#app = app
  }

  static async of(app: TestApp): Promise<Months> {
    const months = new Months(app)
    months.keeper = await app.signedIn({
      name: '林婉清',
      codes: ['finance', 'finance:edit', 'finance:accCheck', 'finance:receipt', 'finance:contract'],
    })
    return months
  }

  sql = (statement: string, values: unknown[] = []) => query(this.#app.database.ownerUrl, statement, values)

  /** A school without a contract, with its clerk and somebody who checks its bills. */
  async school(name: string) {
    const id = await makeOrganisation(this.#app.services.pool, { name })
    return {
      id,
      clerk: await clerkOf(this.#app, id),
      checker: await this.#app.signedIn({ codes: ['finance', 'finance:accCheck'], organs: [id] }),
      student: await makeLearner(this.#app, id, `${name}学员`),
    }
  }

  async sign(school: number, terms: Terms = {}) {
    const { data } = await this.keeper.call(contracts.add, {
      schoolId: school,
      mode: 'share',
      platformBp: 3000,
      billingDay: 1,
      startsOn: before,
      endsOn: endOfMonth(addMonths(now, 12)),
      deposit: 0,
      offlineCap: 100_000_000,
      ...terms,
    })
    return data
  }

  async online(student: number, amount: number, day: string): Promise<number> {
    const id = await makeOnline(this.#app, student, amount)
    await this.#put('recharge', id, day)
    return id
  }

  async offline(clerk: Client, student: number, amount: number, day: string): Promise<number> {
    const { data } = await clerk.call(orders.rechargeOffline, {
      studentId: student,
      amount,
      confirmDouble: true,
    })
    await this.#put('recharge', data.orderId, day)
    return data.orderId
  }

  async buy(clerk: Client, student: number, school: number, price: number, day: string, minutes = 100) {
    const courseId = await makeCourse(this.#app, [school], { price, minutes })
    const { data } = await clerk.call(orders.addCourseOrder, { studentId: student, courseId })
    await this.#put('course', data.orderId, day)
    return data.orderId
  }

  /** Back to the balance; above the limit it waits for somebody's word. */
  async refundCourse(clerk: Client, orderId: number, minutes: number, day: string): Promise<void> {
    expect(await this.tryRefund(clerk, orderId, minutes, day)).toBe(0)
  }

  /** The same where it may be refused. @returns the answer's code */
  async tryRefund(clerk: Client, orderId: number, minutes: number, day: string): Promise<number> {
    const { code, data } = await clerk.call(orders.refundCourseOrder, {
      orderId,
      minutes,
      reason: '学员退课',
    })
    if (code !== 0) return code
    if (data.state === 'toApprove')
      await this.keeper.call(orders.decideRefund, { refundId: data.refundId, accept: true, reason: '同意' })
    await this.#put('refund', data.refundId, day)
    return code
  }

  /** Puts something to the day on which it is to have been done. */
  #put(what: keyof typeof redatedColumns, id: number, day: string): Promise<void> {
    return recount(this.#app.services.pool, what, id, async () => {
      for (const statement of redatedColumns[what]) await this.sql(statement, [id, day])
    })
  }

  /** Closes the next month of a school as the job does, and not the one after it, which from its billing day on is due too. */
  closeNext(school: number): Promise<boolean> {
    return transact(this.#app.services.db, trx => closeNext(trx, school))
  }

  /** Closes a month of a school as a request and the job do. @returns its statement */
  async close(school: number, month: string) {
    const asked = await this.keeper.call(bills.close, { month: wireMonth(month), schoolId: school })
    expect(asked.code).toBe(0)
    expect(await this.closeNext(school)).toBe(true)
    return this.bill(school, month)
  }

  async bill(school: number, month: string) {
    const { data } = await this.keeper.call(bills.list, {
      schoolId: school,
      beginMonth: wireMonth(month),
      endMonth: wireMonth(month),
    })
    const [row] = data.dataList
    if (row === undefined) throw new Error(`no bill of ${month}`)
    return (await this.keeper.call(bills.info, { billId: row.billId })).data
  }

  /** Confirmed by the school and to be paid. */
  async settled(checker: Client, billId: number): Promise<void> {
    await checker.call(bills.confirm, { billId })
    await this.keeper.call(bills.settle, { billId })
  }
}
