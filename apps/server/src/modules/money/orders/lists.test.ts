import { orders, students } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { clerkOf, makeCourse, makeLearner, makeOnline, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

let app: TestApp
let school: number
let point: number
let student: number
let other: number
let clerk: Client & { memberId: number }
let pointClerk: Client & { memberId: number }
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '甲驾校' })
  point = await makeOrganisation(app.services.pool, {
    type: 'servicePoint',
    parent: school,
    name: '东门服务点',
  })
  student = await makeLearner(app, school, '欧阳娜')
  other = await makeLearner(app, school, '李明')
  clerk = await clerkOf(app, school)
  pointClerk = await app.signedIn({ codes: ['order:edit'], organ: point, organs: [school] })
})
dataAgrees(() => app)

const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const today = businessDayOf(Date.now())
const recharge = async (studentId: number, amount: number, more: object = {}, by: Client = clerk) =>
  (await by.call(orders.rechargeOffline, { studentId, amount, confirmDouble: true, ...more })).data.orderId
const list = async (filter: object, by: Client = clerk) => {
  const { data } = await by.call(orders.recharges, filter)
  return { ids: data.dataList.map(({ orderId }) => orderId), total: data.totalDataNum, sum: data.sum.amount }
}

test('recharges by every filter, with the total and the sum of all pages, the latest day first', async () => {
  const late = await recharge(student, 1000, { paidOn: addDays(today, -3) })
  const atPoint = await recharge(student, 2000, {}, pointClerk)
  const others = await recharge(other, 4000)
  const online = await makeOnline(app, other, 8000)
  await rows(`update recharge_order set channel_no = '=42' where id = ${online}`)
  const all = [online, others, atPoint, late]
  expect(await list({})).toEqual({ ids: all, total: 4, sum: 15_000 })
  expect(await list({ pageSize: 2, pageNum: 1 })).toEqual({ ids: [atPoint, late], total: 4, sum: 15_000 })
  expect(await list({ pageNum: 9 })).toEqual({ ids: [], total: 4, sum: 15_000 })
  expect(await list({ organId: point })).toEqual({ ids: [atPoint], total: 1, sum: 2000 })
  expect(await list({ organId: school })).toEqual({ ids: all, total: 4, sum: 15_000 })
  expect(await list({ channel: 'wechat' })).toEqual({ ids: [online], total: 1, sum: 8000 })
  expect(await list({ state: 'closed' })).toEqual({ ids: [], total: 0, sum: 0 })
  expect(await list({ beginDate: addDays(today, -3), endDate: addDays(today, -1) })).toEqual({
    ids: [late],
    total: 1,
    sum: 1000,
  })
  expect(await list({ studentId: other })).toEqual({ ids: [online, others], total: 2, sum: 12_000 })
  expect(await list({ clerkId: pointClerk.memberId })).toEqual({ ids: [atPoint], total: 1, sum: 2000 })
  expect(await list({ paramValue: '阳娜', channel: 'offline' })).toEqual({
    ids: [atPoint, late],
    total: 2,
    sum: 3000,
  })
  expect(await list({ paramValue: '13800000000' })).toMatchObject({ total: 4 })
  const [{ no }] = await rows(`select no from recharge_order where id = ${others}`)
  expect(await list({ paramValue: no.toLowerCase() })).toEqual({ ids: [others], total: 1, sum: 4000 })
  // A service point's people see what is its own; another school's nothing.
  expect(await list({}, await app.signedIn({ organs: [point] }))).toEqual({
    ids: [atPoint],
    total: 1,
    sum: 2000,
  })
  expect(await list({ organId: school }, await clerkOf(app, await makeSelling(app)))).toEqual({
    ids: [],
    total: 0,
    sum: 0,
  })
  const lines = await csvOf(clerk, orders.rechargeExport, { channel: 'wechat' })
  expect(lines).toEqual([
    '单号,状态,学员,金额（元）,赠送金额（元）,可退金额（元）,已退金额（元）,支付方式,收款方式,日期,经手人,驾校,机构,代收驾校,渠道单号,登记时间,支付时间',
    expect.stringMatching(
      /^CZ\d+,已支付,李明,80\.00,0\.00,80\.00,0\.00,微信,,[\d-]+,[^,]*,甲驾校,甲驾校,,'=42,/,
    ),
  ])
})

test('a text of a file stays one in a spreadsheet, which makes numbers and days of what looks like them', async () => {
  const changed = ['4200017954912270006173', '0042', '3-2', '2026-11', '12E5', '3-2-1', '1/2/3', '3月2日']
  changed.push('1.5E3', '(5)', '1.50', '50%', '¥5', '1 1/2', '２０２６年３月', 'Mar 3', '3-Mar-26', 'TRUE')
  const kept = ['4200', '127.0.0.1', '12:30', 'E-00001', '12号', 'A-1', 'March 甲', '5e', '真3']
  await app.services.pool.query(
    `insert into recharge_order (student_id, school_id, organ_id, channel, channel_no, amount, day)
     select $1::integer, $2::integer, $2::integer, 'wechat', no, 1, '2026-11-01' from unnest($3::text[]) no`,
    [student, school, [...kept, ...changed]],
  )
  const file = await csvOf(clerk, orders.rechargeExport, { columns: 'channelNo' })
  for (const text of changed) expect(file).toContain(`${text}\t`)
  for (const text of kept) expect(file).toContain(text)
})

test('pages across months, in every scope: whole months, parts of them, and days within one', async () => {
  const otherSchool = await makeSelling(app)
  const learner = await makeLearner(app, otherSchool)
  const orders = await rows(`
    insert into recharge_order (student_id, school_id, organ_id, channel, amount, day)
    select s.id, s.school_id, case when s.school_id = ${school} and n % 3 = 0 then ${point} else s.school_id end,
      case n % 2 when 0 then 'wechat' else 'alipay' end, n, d.day
    from unnest('{2026-01-31,2026-02-01,2026-02-02,2026-02-28,2026-03-01,2026-03-31,2026-04-01,2026-05-15}'::date[]) d (day),
      generate_series(1, 3) n, student s where s.id in (${student}, ${learner})
    returning id, organ_id as organ, channel, amount, day::text`)
  const platform = await app.signedIn()
  const readers = [
    { by: platform, sees: [school, point, otherSchool] },
    { by: await app.signedIn({ organs: [point, otherSchool] }), sees: [point, otherSchool] },
    { by: clerk, sees: [school, point] },
  ]
  const filters: { beginDate?: string; endDate?: string; channel?: string }[] = [
    {},
    { channel: 'alipay' },
    { beginDate: '2026-02-01', endDate: '2026-03-31' },
    { beginDate: '2026-02-02', endDate: '2026-04-01', channel: 'wechat' },
    { beginDate: '2026-01-31', endDate: '2026-03-30' },
    { beginDate: '2026-02-02' },
    { endDate: '2026-03-01' },
    { beginDate: '2026-02-28', endDate: '2026-03-01' },
    { beginDate: '2026-02-02', endDate: '2026-02-28' },
  ]
  for (const { by, sees } of readers) {
    for (const filter of filters) {
      const { beginDate = '', endDate = '9', channel } = filter
      const due = orders
        .filter(({ organ, day }) => sees.includes(organ) && day >= beginDate && day <= endDate)
        .filter(order => channel === undefined || order.channel === channel)
        .sort((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
      const sum = due.reduce((sum, { amount }) => sum + amount, 0)
      for (let pageNum = 0; pageNum * 5 <= due.length; pageNum += 1) {
        const ids = due.slice(pageNum * 5, pageNum * 5 + 5).map(({ id }) => id)
        expect(
          await list({ ...filter, pageNum, pageSize: 5 }, by),
          JSON.stringify({ filter, pageNum }),
        ).toEqual({
          ids,
          total: due.length,
          sum,
        })
      }
    }
  }
})

test('course orders and refunds with their sums; opening minutes are in no list but the student’s', async () => {
  await recharge(student, 10_000)
  const courseId = await makeCourse(app, [school], { price: 6000, minutes: 60 })
  const sale = (await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).data.orderId
  await clerk.call(orders.addCourseOrder, { studentId: student, courseId })
  await rows(`insert into course_order (kind, student_id, school_id, organ_id, enrolment_id, amount, minutes, paid_at, day)
    select 'opening', student_id, school_id, school_id, id, 0, 600, now(), business_day(now()) from enrolment where student_id = ${student}`)
  await clerk.call(orders.refundCourseOrder, { orderId: sale, minutes: 10, reason: '不学了' })
  const page = async (filter: object) => (await clerk.call(orders.courseOrders, filter)).data
  expect(await page({})).toMatchObject({ totalDataNum: 2, sum: { amount: 12_000, untrained: 5000 } })
  expect(await page({ studentId: student, state: 'partlyRefunded' })).toMatchObject({
    totalDataNum: 1,
    sum: { amount: 6000, untrained: 5000 },
    dataList: [{ orderId: sale, minutes: 60, refundedMinutes: 10, leftMinutes: 50 }],
  })
  expect((await clerk.call(orders.refunds, { kind: 'course' })).data).toMatchObject({
    totalDataNum: 1,
    sum: { amount: 1000 },
    dataList: [{ orderNo: expect.stringMatching(/^KC/), method: 'balance', minutes: 10 }],
  })
  expect((await clerk.call(orders.refunds, { kind: 'recharge' })).data).toMatchObject({ totalDataNum: 0 })
  expect(await csvOf(clerk, orders.courseOrderExport)).toEqual([
    '单号,状态,学员,课程,金额（元）,购买分钟,已用分钟,已退分钟,剩余时长（分钟）,已收未训练（元）,现金支付（元）,赠送支付（元）,已退现金（元）,驾照类型,日期,有效期至,经手人,驾校,机构,下单时间',
    expect.stringMatching(/^KC\d+,待支付,欧阳娜,/),
    expect.stringMatching(/^KC\d+,部分退款,欧阳娜,[^,]+,60\.00,60,0,10,50,50\.00,60\.00,0\.00,10\.00,C1,/),
  ])
  expect(await csvOf(clerk, orders.refundExport, { method: 'balance' })).toEqual([
    '单号,状态,学员,退款金额（元）,退款方式,类型,收回赠送（元）,退还分钟,原单号,收款人,退款原因,日期,提交人,审批人,审批意见,驾校,机构,代收驾校,提交时间,退款时间',
    expect.stringMatching(/^TK\d+,已退款,欧阳娜,10\.00,余额,课程退款,0\.00,10,KC\d+,,不学了,/),
  ])
  const { data } = await clerk.call(students.info, {
    userId: student,
    queryTypes: ['balance', 'orders', 'base'],
  })
  expect(data.orders).toMatchObject({ recharges: [{}], refunds: [{}] })
  expect(data.orders?.courses.map(({ kind }) => kind)).toEqual(['opening', 'sale', 'sale'])
  expect(data.balance).toMatchObject({
    cash: 5000,
    elsewhere: null,
    entries: [
      { kind: 'courseRefund', cash: 1000 },
      { kind: 'course', cash: -6000 },
      { kind: 'recharge', cash: 10_000, no: expect.stringMatching(/^CZ/) },
    ],
  })
})

test('经手人日报: what each clerk took and gave back in cash, by day', async () => {
  const yesterday = addDays(today, -1)
  await recharge(student, 1000, { paidOn: yesterday })
  const wrong = await recharge(student, 2000, {}, pointClerk)
  await clerk.call(orders.reverseRecharge, { orderId: wrong, reason: '登记错误' })
  const lot = await recharge(other, 5000)
  await clerk.call(orders.refundRecharge, { orderId: lot, amount: 300, method: 'cash', reason: '多收' })
  const day = async (filter: object) => (await clerk.call(orders.clerks, filter)).data
  expect(await day({})).toMatchObject({
    totalDataNum: 3,
    sum: { taken: 8000, refunded: 300, reversed: 2000 },
    dataList: [
      { day: today, clerkId: clerk.memberId, taken: 5000, refunded: 300, reversed: 2000, orders: 1 },
      { day: today, clerkId: pointClerk.memberId, taken: 2000, refunded: 0, reversed: 0, orders: 1 },
      { day: yesterday, clerkId: clerk.memberId, taken: 1000, orders: 1 },
    ],
  })
  expect(await day({ organId: point })).toMatchObject({
    totalDataNum: 2,
    sum: { taken: 2000, reversed: 2000 },
  })
  expect(await day({ clerkId: clerk.memberId, beginDate: today })).toMatchObject({ sum: { taken: 5000 } })
  expect(await csvOf(clerk, orders.clerkExport, { beginDate: yesterday })).toEqual([
    '日期,经手人,笔数,线下充值（元）,现金（元）,POS（元）,转账（元）,现金退款（元）,冲正（元）,应交现金（元）',
    `${today},测试员,1,50.00,50.00,0.00,0.00,3.00,20.00,27.00`,
    `${today},测试员,1,20.00,20.00,0.00,0.00,0.00,0.00,20.00`,
    `${yesterday},测试员,1,10.00,10.00,0.00,0.00,0.00,0.00,10.00`,
  ])
  // The list behind a figure adds up to it: what was reversed later was taken, what waits or was declined was not.
  const platform = await app.signedIn({ codes: ['order:edit'] })
  const declined = await recharge(student, 7000, {}, platform)
  await clerk.call(orders.acceptRecharge, { orderId: declined, accept: false, reason: '没有收到' })
  await recharge(student, 9000, {}, platform)
  const taken = { channel: 'offline', received: 'ever' }
  expect(await list({ ...taken, beginDate: today })).toEqual({ ids: [lot, wrong], total: 2, sum: 7000 })
  expect(await list({ ...taken, clerkId: platform.memberId })).toEqual({ ids: [], total: 0, sum: 0 })
  expect(await list({ channel: 'offline', received: 'yes', beginDate: today })).toMatchObject({ ids: [lot] })
})

test('现金, POS and 转账: one of them, kept with the recharge; only cash is in the till', async () => {
  expect(
    await clerk.send(orders.rechargeOffline, { studentId: student, amount: 100, tender: 'cheque' }),
  ).toMatchObject({
    code: -40000,
    msg: expect.stringContaining('收款方式'),
  })
  expect(await rows('select count(*)::int as made from recharge_order')).toEqual([{ made: 0 }])
  const cash = await recharge(student, 1000)
  const before = await recharge(student, 1500)
  await rows(`update recharge_order set tender = null where id = ${before}`)
  const pos = await recharge(student, 2000, { tender: 'pos' })
  const wrong = await recharge(other, 3000, { tender: 'pos' })
  const transfer = await recharge(other, 4000, { tender: 'transfer' })
  await clerk.call(orders.reverseRecharge, { orderId: wrong, reason: '刷错卡' })
  const online = await makeOnline(app, other, 8000)
  const { data } = await clerk.call(orders.recharges, {})
  expect(data.dataList.map(({ orderId, tender }) => [orderId, tender])).toEqual([
    [online, null],
    [transfer, 'transfer'],
    [wrong, 'pos'],
    [pos, 'pos'],
    [before, null],
    [cash, 'cash'],
  ])
  expect(await list({ tender: 'pos' })).toEqual({ ids: [wrong, pos], total: 2, sum: 5000 })
  // What was registered before the kind was asked was called cash.
  expect(await list({ tender: 'cash' })).toEqual({ ids: [before, cash], total: 2, sum: 2500 })
  const day = {
    taken: 11_500,
    cash: 2500,
    pos: 5000,
    transfer: 4000,
    refunded: 0,
    reversed: 3000,
    till: 2500,
  }
  expect((await clerk.call(orders.clerks, {})).data).toMatchObject({
    sum: day,
    dataList: [{ ...day, orders: 5 }],
  })
  const [head, ...lines] = await csvOf(clerk, orders.rechargeExport, {})
  const at = head?.split(',').indexOf('收款方式') ?? -1
  expect(lines.map(line => line.split(',')[at])).toEqual(['', '转账', 'POS', 'POS', '', '现金'])
})
