import { orders } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { alwaysAllowed, minute, saveSettingsSql } from '../../../../test/noticeRule.ts'
import { clerkOf, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { remind } from '../../notices/notices/engine.service.ts'

// 代登记 as people are reminded of it: the till of the school that is to say whether it has the cash.

let app: TestApp
let student: number
let till: Client
let platform: Client
let names: Map<number, string>
beforeEachTest(async built => {
  app = built
  const school = await makeSelling(app, { name: '甲驾校' })
  student = await makeLearner(app, school, '李明')
  const clerk = await clerkOf(app, school)
  const stranger = await clerkOf(app, await makeSelling(app, { name: '乙驾校' }))
  const keeper = await app.signedIn({ codes: ['order:edit', 'finance:edit'] })
  const reader = await clerkOf(app, school, ['student:edit'])
  till = clerk
  platform = keeper
  names = new Map([
    [clerk.memberId, '甲驾校'],
    [stranger.memberId, '乙驾校'],
    [keeper.memberId, '平台'],
    [reader.memberId, '不收款的人'],
  ])
  for (const memberId of names.keys())
    await rows(saveSettingsSql(memberId, 'bill', [alwaysAllowed('system', 5)]))
})
dataAgrees(() => app)

const rows = async (sql: string) =>
  (await query(app.database.ownerUrl, sql)) as {
    who: number
    title: string
    brief: string
    content: string
  }[]

/** What is told 5 minutes after what began just now. */
async function told() {
  await rows(`update notice_progress set looked_until = now() - interval '1 minute'`)
  await remind(app.services, new Date(Date.now() + 6 * minute))
  const messages = await rows('select member_id::int as who, title, brief, content from message order by id')
  return messages.map(({ who, ...message }) => ({ who: names.get(who), ...message }))
}
const register = async () =>
  (await platform.call(orders.rechargeOffline, { studentId: student, amount: 5000 })).data.orderId

test('is told to the till of that school alone, with what it is to confirm', async () => {
  const orderId = await register()
  const { no } = (await till.call(orders.rechargeInfo, { orderId })).data
  const [message, ...others] = await told()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    who: '甲驾校',
    title: '账单提醒',
    brief: expect.stringMatching(
      new RegExp(`^代登记充值 ${no}（甲驾校）\\d\\d-\\d\\d \\d\\d:\\d\\d 待驾校确认$`),
    ),
  })
  for (const part of [
    '<li>学员：李明</li>',
    '<li>金额：¥50.00</li>',
    `<li>收款日期：${businessDayOf(Date.now())}</li>`,
    `<a href="/orderManage/rechargeOrder?orderId=${orderId}">查看充值订单</a>`,
  ])
    expect(message?.content).toContain(part)
})

test.each([true, false])('is told to nobody where the school has said %s by then', async accept => {
  const orderId = await register()
  await till.call(orders.acceptRecharge, { orderId, accept, reason: '没有收到' })
  expect(await told()).toEqual([])
})
