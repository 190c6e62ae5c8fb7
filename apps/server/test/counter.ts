import type { InputOf } from '@drivesim/contract'
import { contract } from '@drivesim/contract'
import type { Faults, Order } from '@drivesim/paysim/books'
import { environmentOf } from '@drivesim/paysim/environment'
import { startPaysim } from '@drivesim/paysim/paysim'
import { afterAll, expect } from 'vitest'
import { workRequests } from '../src/modules/money/channels/request.service.ts'
import { beforeEachTest, type Client, type TestApp } from './app.ts'
import { openChannelAddress } from './channelAddress.ts'
import { query } from './database.ts'
import { makeOrganisation } from './factories.ts'
import { makeLearner } from './till.ts'
import { dataAgrees } from './wrongData.ts'

const { channels, orders, students } = contract
export type Channel = 'wechat' | 'alipay'

interface Counter {
  app: TestApp
  school: number
  student: number
  clerk: Client
  finance: Client
}

/** For a test file: before each of its tests a school with a student, who pays by code through the simulated channels. */
export async function openCounter() {
  let here: Counter
  const paysim = await startPaysim()
  const { url, answers, post } = await openChannelAddress(() => here.app)
  beforeEachTest(
    async app => {
      answers.length = 0
      paysim.setFaults({})
      const school = await makeOrganisation(app.services.pool)
      here = {
        app,
        school,
        student: await makeLearner(app, school),
        clerk: await app.signedIn({ codes: ['order:edit'], organs: [school] }),
        finance: await app.signedIn({ codes: ['finance:edit'] }),
      }
    },
    { ...environmentOf(paysim), PUBLIC_URL: url },
  )
  afterAll(() => paysim.stop())
  dataAgrees(() => here.app)
  const rows = (sql: string, values: unknown[] = []) => query(here.app.database.ownerUrl, sql, values)

  return {
    here: () => here,
    paysim,
    answers,
    post,
    rows,
    /** An order with its code, as a clerk makes it. */
    async order(
      channel: Channel = 'wechat',
      more: Partial<InputOf<typeof channels.rechargeByCode>> = {},
      by = here.clerk,
    ) {
      const form = { studentId: here.student, channel, amount: 30_000, ...more }
      const { data: made, msg } = await by.call(channels.rechargeByCode, form)
      expect(msg).toBe('')
      const { data: code } = await by.call(channels.rechargeCode, { orderId: made.orderId })
      return { ...made, ...code }
    },
    stateOf: async (orderId: number) => (await here.clerk.call(orders.rechargeInfo, { orderId })).data.state,
    async cash() {
      const { data } = await here.clerk.call(students.info, { userId: here.student, queryTypes: ['balance'] })
      return data.balance?.cash
    },
    pay: (no: string, faults: Faults = {}) => paysim.pay(no, faults),
    /** The channel's own entry. */
    entry(no: string): Order {
      const found = paysim.books.findAny(no)
      if (found === undefined) throw new Error(`${no} is not known to the channel`)
      return found
    },
    /** Lets what is due be asked, as if it had been so long. */
    async ask(minutes = 0) {
      await rows(`update pay_request set next_try_at = next_try_at - make_interval(mins => $1)`, [minutes])
      await rows(
        `update recharge_order set created_at = created_at - make_interval(mins => $1), expires_at = expires_at - make_interval(mins => $1)
         where paid_at is null`,
        [minutes],
      )
      await workRequests(here.app.services)
    },
  }
}
