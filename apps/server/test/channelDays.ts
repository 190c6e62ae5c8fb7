import { randomUUID } from 'node:crypto'
import { contract, type InputOf, isImported, type LineAct } from '@drivesim/contract'
import { dayStart } from '@drivesim/contract/businessDay'
import { environmentOf } from '@drivesim/paysim/environment'
import { startPaysim } from '@drivesim/paysim/paysim'
import type { StatementRow } from '@drivesim/paysim/statements'
import { afterAll, expect } from 'vitest'
import { beforeEachTest, type TestApp } from './app.ts'
import { yesterday } from './calendar.ts'
import { query } from './database.ts'
import { makeOrganisation } from './factories.ts'
import { recount } from './facts.ts'
import { makeLearner, makeOnline } from './till.ts'
import { wrongIn } from './wrongData.ts'

const { channelStatements, students } = contract

export type Channel = 'wechat' | 'alipay'
export const at = (day: string, hour = 10) => new Date(dayStart(day) + hour * 3_600_000)

interface Paid {
  orderId: number
  row: StatementRow
}

/** Files of the channels in their own formats, as the simulated channels write them, beside orders of the same day. */
export async function channelDays() {
  const paysim = await startPaysim()
  afterAll(() => paysim.stop())

  let app: TestApp
  let student: number
  let keeper: Awaited<ReturnType<TestApp['signedIn']>>

  beforeEachTest(
    async built => {
      app = built
      paysim.setFaults({})
      student = await makeLearner(app, await makeOrganisation(app.services.pool))
      keeper = await app.signedIn({
        codes: ['finance:home', 'finance:edit', 'finance:accCheck', 'order:edit', 'system'],
      })
    },
    { ...environmentOf(paysim), PUBLIC_URL: 'http://127.0.0.1:1' },
  )

  const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
  const wrong = () => wrongIn(app)
  const sumOf = async (account: string) => {
    const [row] = await rows('select amount::integer from account_sum where account = $1 and amount <> 0', [
      account,
    ])
    return row === undefined ? 0 : Number(Reflect.get(Object(row), 'amount'))
  }
  const cash = async () =>
    (await keeper.call(students.info, { userId: student, queryTypes: ['balance'] })).data.balance?.cash

  /** An order that was paid on a day, and the channel's line of it. */
  async function paid(amount: number, day = yesterday, channel: Channel = 'wechat'): Promise<Paid> {
    const orderId = await makeOnline(app, student, amount)
    const channelNo = `42${randomUUID().replaceAll('-', '').slice(0, 24)}`
    if (channel === 'alipay') await moveToAlipay(orderId)
    const [row] = await recount(app.services.pool, 'recharge', orderId, () =>
      rows(
        `update recharge_order set paid_at = $2, day = $3, channel = $4, channel_no = $5 where id = $1 returning no`,
        [orderId, at(day), day, channel, channelNo],
      ),
    )
    const orderNo = String(Reflect.get(Object(row), 'no'))
    return { orderId, row: { kind: 'payment', orderNo, refundNo: null, channelNo, at: at(day), amount } }
  }

  /** What lies in WeChat's clearing lies in Alipay's. */
  const moveToAlipay = (orderId: number) =>
    rows(
      `with posted as (
       insert into journal (kind, event_key, day) values ('channelSuspense', 'test:' || $1::bigint, business_day(now())) returning id
     )
     insert into ledger_entry (journal_id, line, account, channel, unit, amount)
     select posted.id, x.line, 'clearing', x.channel, 'CNY', x.sign * o.amount
     from posted, recharge_order o, (values (1, 'wechat', -1), (2, 'alipay', 1)) x (line, channel, sign)
     where o.id = $1`,
      [orderId],
    )

  /** A line of nobody here. */
  const stranger = (amount: number, day = yesterday): StatementRow => ({
    kind: 'payment',
    orderNo: 'POS0001',
    refundNo: null,
    channelNo: `4299${randomUUID().replaceAll('-', '').slice(0, 20)}`,
    at: at(day),
    amount,
  })

  const fileOf = (
    some: readonly StatementRow[],
    { channel = 'wechat', day = yesterday } = {} as { channel?: Channel; day?: string },
  ) => paysim.statement(channel, day, some)

  async function imported(file: Buffer, by = keeper) {
    const { data, msg } = await by.call(channelStatements.import, { file } as never)
    expect(msg).toBe('')
    return ended(data.importId, by)
  }

  async function ended(importId: number, by = keeper) {
    for (;;) {
      const { data } = await by.call(channelStatements.importInfo, { importId })
      if (isImported(data.state)) return data
    }
  }

  /** Imports a file that is taken. @returns the statement of its day */
  async function taken(file: Buffer, day = yesterday) {
    const { state, problem, statementId, repeated } = await imported(file)
    expect([state, problem]).toEqual(['done', null])
    const { data } = await keeper.call(channelStatements.list, { month: day.slice(0, 7) })
    const statement = data.statements.find(one => one.statementId === statementId)
    if (statement === undefined) throw new Error('no statement')
    return { ...statement, repeated }
  }

  async function linesOf(statementId: number, more: Partial<InputOf<typeof channelStatements.lines>> = {}) {
    const { data } = await keeper.call(channelStatements.lines, { statementId, pageSize: 100, ...more })
    return data.dataList
  }
  async function lineOf(statementId: number, no: string) {
    const [line] = await linesOf(statementId, { paramValue: no })
    if (line === undefined) throw new Error(`no line of ${no}`)
    return line
  }
  const resolve = (
    lineId: number,
    act: LineAct,
    more: Partial<InputOf<typeof channelStatements.resolve>> = {},
  ) => keeper.call(channelStatements.resolve, { lineId, act, reason: '核对无误', ...more })
  const statementOf = async (statementId: number, day = yesterday) => {
    const { data } = await keeper.call(channelStatements.list, { month: day.slice(0, 7) })
    return data.statements.find(one => one.statementId === statementId)
  }

  return {
    paysim,
    get app() {
      return app
    },
    get student() {
      return student
    },
    get keeper() {
      return keeper
    },
    rows,
    wrong,
    sumOf,
    cash,
    paid,
    stranger,
    fileOf,
    imported,
    ended,
    taken,
    linesOf,
    lineOf,
    resolve,
    statementOf,
  }
}
