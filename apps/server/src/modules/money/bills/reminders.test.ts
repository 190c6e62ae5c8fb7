import { bills } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { last } from '../../../../test/calendar.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { alwaysAllowed, day, minute, saveSettingsSql } from '../../../../test/noticeRule.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { remind } from '../../notices/notices/engine.service.ts'

// 账单提醒: who is told what of a bill, in which words, and when.

let app: TestApp
let months: Months
let school: Awaited<ReturnType<Months['school']>>
let payer: Client & { memberId: number }
/** Who has a rule: who checks bills at the school and at another one, and who pays for the platform. */
let names: Map<number, string>
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  school = await months.school('甲驾校')
  const stranger = await months.school('乙驾校')
  payer = await app.signedIn({ codes: ['finance', 'finance:edit'] })
  names = new Map([
    [school.checker.memberId, '甲驾校'],
    [stranger.checker.memberId, '乙驾校'],
    [payer.memberId, '平台'],
  ])
  // Told once of each thing, and not again while a test looks days ahead.
  for (const memberId of names.keys())
    await months.sql(saveSettingsSql(memberId, 'bill', [alwaysAllowed('system', 0, 90)]))
  await months.sign(school.id, { startsOn: last })
})
dataAgrees(() => app)

/** What is told by then, looking from a minute ago: the person, and the brief. */
async function toldBy(at: number): Promise<string[]> {
  const [{ id = 0 } = {}] = (await months.sql('select max(id)::int as id from message')) as { id: number }[]
  await months.sql(`update notice_progress set looked_until = now() - interval '1 minute'`)
  await remind(app.services, new Date(at))
  const rows = await months.sql(
    `select member_id::int as who, kind, title, brief from message
     where id > $1 and member_id = any($2) order by id`,
    [id ?? 0, [...names.keys()]],
  )
  return (rows as { who: number; kind: string; title: string; brief: string }[]).map(row => {
    expect(row).toMatchObject({ kind: 'bill', title: '账单提醒' })
    return `${names.get(row.who)} ${row.brief.replace(/\d\d-\d\d \d\d:\d\d/, '时间')}`
  })
}
const soon = () => Date.now() + minute
async function newest(): Promise<string> {
  const rows = await months.sql('select content from message order by id desc limit 1')
  return (rows as { content: string }[])[0]?.content ?? ''
}

/** The platform owes 70,000. */
async function credit() {
  await months.online(school.student, 100_000, midMonth(last))
  await months.buy(school.clerk, school.student, school.id, 100_000, midMonth(last))
  return months.close(school.id, last)
}

/** The school owes 24,000. */
async function debt() {
  await months.offline(school.clerk, school.student, 80_000, midMonth(last))
  await months.buy(school.clerk, school.student, school.id, 80_000, midMonth(last))
  return months.close(school.id, last)
}

test('a closed bill is told to who checks it there, and again after 3 and 7 days', async () => {
  const { billId, no } = await credit()
  expect(await toldBy(soon())).toEqual([`甲驾校 ${no}（甲驾校）时间 新账单，待对账`])
  const [message] = await months.sql('select content from message where member_id = $1', [
    school.checker.memberId,
  ])
  expect(message).toMatchObject({ content: expect.stringContaining('<li>应付驾校：¥700.00</li>') })
  expect(message).toMatchObject({
    content: expect.stringContaining(`<a href="/finacial/statement?billId=${billId}">查看对账单</a>`),
  })
  expect(await toldBy(soon() + 3 * day)).toEqual([`甲驾校 ${no}（甲驾校）时间 账单仍待对账`])
  expect(await toldBy(soon() + 7 * day)).toEqual([`甲驾校 ${no}（甲驾校）时间 账单仍待对账，请尽快确认`])
  expect(await toldBy(soon() + 7 * day)).toEqual([])
})

test('an objection is told to the platform, its answer to the school, and no more of either once agreed', async () => {
  const { billId, no } = await credit()
  await toldBy(soon())
  await school.checker.call(bills.object, { billId, reason: '少计一单' })
  expect(await toldBy(soon() + 8 * day)).toEqual([`平台 ${no}（甲驾校）时间 账单有异议，待答复`])
  expect(await newest()).toMatch(/^<ul><li>提出异议：少计一单<\/li>/)
  await months.keeper.call(bills.answer, { billId, text: '已核对' })
  expect(await toldBy(soon())).toEqual([`甲驾校 ${no}（甲驾校）时间 异议已答复，待对账`])
  expect(await newest()).toMatch(/^<ul><li>答复：已核对<\/li>/)
  expect(await newest()).toContain(`<a href="/finacial/statement?billId=${billId}">查看对账单</a>`)
  await school.checker.call(bills.confirm, { billId })
  expect(await toldBy(soon() + 8 * day)).toEqual([])
})

test('what is added to an objection is told to the other side once, and its withdrawal ends what the platform had to do', async () => {
  const { billId, no } = await credit()
  await toldBy(soon())
  const { checker } = school
  await checker.call(bills.object, { billId, reason: '少计一单' })
  await toldBy(soon())
  await checker.call(bills.remark, { billId, text: '还有一单' })
  await checker.call(bills.remark, { billId, text: '又有一单' })
  expect(await toldBy(soon())).toEqual([`平台 ${no}（甲驾校）时间 驾校补充了异议说明，待答复`])
  await months.keeper.call(bills.remark, { billId, text: '请补传签字页' })
  expect(await toldBy(soon())).toEqual([`甲驾校 ${no}（甲驾校）时间 平台对异议补充了说明，请查看`])
  expect(await toldBy(soon())).toEqual([])
  await checker.call(bills.withdraw, { billId })
  expect(await toldBy(soon())).toEqual([`甲驾校 ${no}（甲驾校）时间 异议已撤回，待对账`])
  await checker.call(bills.confirm, { billId })
  expect(await toldBy(soon() + 8 * day)).toEqual([])
})

test.each([
  ['平台', 'what the platform owes', credit],
  ['甲驾校', 'what the school owes', debt],
] as const)('%s is told of %s 3 days before its day and after it, until it is paid', async (who, _, made) => {
  const { billId, no, net, dueOn } = await made()
  await toldBy(soon())
  await months.settled(school.checker, billId)
  const after = dayStart(addDays(dueOn, 1)) + minute
  expect(await toldBy(dayStart(addDays(dueOn, -3)) - minute)).toEqual([])
  expect(await toldBy(after - day)).toEqual([`${who} ${no}（甲驾校）时间 账单将到期`])
  expect(await toldBy(after)).toEqual([`${who} ${no}（甲驾校）时间 账单已逾期`])
  const paidOn = businessDayOf(Date.now())
  await months.keeper.call(net > 0 ? bills.pay : bills.receive, {
    ...{ billId, amount: Math.abs(net), method: 'bankTransfer', paidOn },
  })
  expect(await toldBy(after + 91 * day)).toEqual([])
})
