import { channels, errors, orders } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { clerkOf, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// A server that knows no payment channel.

let app: TestApp
let studentId: number
let clerk: Client
beforeEachTest(async built => {
  app = built
  const school = await makeSelling(app)
  studentId = await makeLearner(app, school)
  clerk = await clerkOf(app, school)
})
dataAgrees(() => app)

const noChannel = { code: errors.noChannel.code, msg: '没有配置支付宝，不能扫码收款' }

test('offers none and makes no code, and one that was made before says why it shows none', async () => {
  expect((await clerk.call(channels.offered)).data).toEqual({ channels: [], simulated: false })
  const made = await clerk.call(channels.rechargeByCode, { studentId, channel: 'alipay', amount: 5000 })
  expect(made).toMatchObject(noChannel)
  const { rows } = await app.services.pool.query(
    `insert into recharge_order (student_id, school_id, organ_id, channel, amount, day, expires_at)
     select id, school_id, school_id, 'alipay', 5000, business_day(now()), now() + interval '30 minutes' from student
     returning id`,
  )
  const orderId = rows[0].id
  expect(await clerk.call(channels.rechargeCode, { orderId })).toMatchObject(noChannel)
  expect(await clerk.call(channels.rechargeQuery, { orderId })).toMatchObject(noChannel)
})

test('cash has no code', async () => {
  const { orderId } = (await clerk.call(orders.rechargeOffline, { studentId, amount: 5000 })).data
  const notByCode = { code: errors.notByCode.code, msg: '该订单是线下充值，没有收款码，请刷新列表' }
  expect(await clerk.call(channels.rechargeCode, { orderId })).toMatchObject(notByCode)
  expect(await clerk.call(channels.rechargeQuery, { orderId })).toMatchObject(notByCode)
})
