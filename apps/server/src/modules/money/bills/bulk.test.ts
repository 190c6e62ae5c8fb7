import { approvalBulk, approvals, billBulk, bills, contract, errors } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before } from '../../../../test/calendar.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { atOnce } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// The end of a month in one go: what is done to many bills, and to the requests that follow.

const { jobs, messages } = contract
let app: TestApp
let months: Months
let decider: Client
let schools: Awaited<ReturnType<Months['school']>>[]
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  decider = await app.signedIn({ name: '沈国梁', codes: ['finance', 'finance:approve'] })
  schools = []
  for (const name of ['甲驾校', '乙驾校', '丙驾校']) schools.push(await months.school(name))
})
dataAgrees(() => app)

/** A bill for each school: the platform owes 70,000 of each but the last, which owes 30,000. */
async function billed(): Promise<number[]> {
  const ids = []
  for (const [at, { id, clerk, student }] of schools.entries()) {
    await months.sign(id, { bank: `工商银行 6222 081${at}` })
    if (at < schools.length - 1) await months.online(student, 100_000, midMonth(before))
    else await months.offline(clerk, student, 100_000, midMonth(before))
    await months.buy(clerk, student, id, 100_000, midMonth(before))
    ids.push((await months.close(id, before)).billId)
  }
  return ids
}

interface Asked {
  kind: { kind: string }
  selection: { ids: number[] } | { filter: Record<string, unknown>; expected: number }
  input?: Record<string, unknown>
}
/** What became of each record: null, or why it failed. */
async function run(by: Client, { kind, selection, input = {} }: Asked): Promise<(string | null)[]> {
  const { data } = await by.call(jobs.start, { kind: kind.kind, selection, input })
  await until('the job ended', async () => {
    const { dataList } = (await by.call(jobs.list, { jobId: data.jobId })).data
    return dataList[0]?.finishedAt ?? undefined
  })
  const rows = (await by.call(jobs.rows, { jobId: data.jobId, pageSize: 100 })).data.dataList
  return rows.map(({ reason }) => reason)
}
const stateOf = async (billId: number) => (await months.keeper.call(bills.info, { billId })).data.state
const states = (ids: number[]) => Promise.all(ids.map(stateOf))
const confirmAll = async (ids: number[], from = 0) => {
  for (const [at, billId] of ids.entries()) await schools[from + at]?.checker.call(bills.confirm, { billId })
}

test('schools are urged once a day; what waits for nobody says so', async () => {
  const ids = await billed()
  const [first = 0] = ids
  await schools[0]?.checker.call(bills.confirm, { billId: first })
  const urge = () => run(months.keeper, { kind: billBulk.urge, selection: { ids } })
  expect(await urge()).toEqual(['账单是“已对账”状态，不需要驾校确认，请刷新后重试', null, null])
  const told = (await schools[1]?.checker.call(messages.list, {}))?.data.dataList
  expect(told?.filter(({ messageBrief }) => messageBrief.startsWith('平台请贵校尽快确认账单'))).toHaveLength(
    1,
  )
  const { data } = await months.keeper.call(bills.info, { billId: ids[1] ?? 0 })
  expect(data.urgedOn).toBe(businessDayOf(Date.now()))
  const again = '今天已经催办过这张账单，请明天再催，或直接联系驾校'
  expect((await urge()).slice(1)).toEqual([again, again])
})

test('many are settled and asked for payment, each by itself, and approved in one go', async () => {
  const ids = await billed()
  await confirmAll(ids.slice(1), 1)
  const ask = () =>
    run(months.keeper, {
      kind: billBulk.requestPayment,
      selection: { filter: { beginMonth: before.slice(0, 7), endMonth: before.slice(0, 7) }, expected: 3 },
      input: { settles: true, reason: '月结' },
    })
  // The first was not confirmed: it alone is left as it was.
  expect(await ask()).toEqual(['账单是“待对账”状态，不能登记付款，请刷新后重试', null, null])
  expect(await states(ids)).toEqual(['toCheck', 'toSettle', 'toRepay'])
  await confirmAll(ids.slice(0, 1))
  expect(await ask()).toEqual([
    null,
    expect.stringMatching(/^账单 ZD\S+ 未付的金额已全部申请，请等审批后付款$/),
    '账单是“待还款”状态，不能登记付款，请刷新后重试',
  ])
  const waiting = (await decider.call(approvals.list, { view: 'mine', kind: 'payment' })).data.dataList
  expect(waiting).toMatchObject([
    { title: '向甲驾校付款 ¥700.00', reason: '月结', amount: 70_000 },
    { title: '向乙驾校付款 ¥700.00', reason: '月结', amount: 70_000 },
  ])
  const found = async (paramValue: string) =>
    (await decider.call(approvals.list, { view: 'mine', kind: 'payment', paramValue })).data.dataList.map(
      row => row.schoolName,
    )
  expect(await found('乙驾')).toEqual(['乙驾校'])
  expect(await found('月结')).toEqual(['甲驾校', '乙驾校'])
  expect(await found('没有')).toEqual([])
  const approve = (by: Client) =>
    run(by, { kind: approvalBulk.approve, selection: { ids: waiting.map(({ approvalId }) => approvalId) } })
  await query(
    app.database.ownerUrl,
    `insert into role_access select role_id, 'finance:approve' from member_role where member_id = $1`,
    [months.keeper.memberId],
  )
  const own = '不能审批自己提交的申请，请由沈国梁审批'
  expect(await approve(months.keeper)).toEqual([own, own])
  expect(
    await run(decider, {
      kind: approvalBulk.approve,
      selection: { filter: { view: 'mine', kind: 'payment' }, expected: 2 },
    }),
  ).toEqual([null, null])
  expect(await approve(decider)).toEqual(Array(2).fill('申请是“已同意”状态，不能同意，请刷新后重试'))
})

test('all that is left is asked for once, however many ask at once', async () => {
  const ids = await billed()
  await confirmAll(ids)
  const start = () =>
    months.keeper.send(jobs.start, {
      kind: billBulk.requestPayment.kind,
      selection: { ids: ids.slice(0, 1) },
      input: { settles: true },
    })
  expect(await atOnce(8, start)).toEqual({ done: 8, codes: [] })
  await until('all jobs ended', async () => {
    const { dataList } = (await months.keeper.call(jobs.list, { pageSize: 100 })).data
    return dataList.every(({ finishedAt }) => finishedAt !== null) || undefined
  })
  expect((await decider.call(approvals.list, { view: 'mine', kind: 'payment' })).data.totalDataNum).toBe(1)
})

test('a school confirms many of its own; the platform needs the paper of each', async () => {
  const ids = await billed()
  const confirm = (by: Client) => run(by, { kind: billBulk.confirm, selection: { ids } })
  const paper = '平台代确认须上传驾校签章的对账单照片'
  expect(await confirm(months.keeper)).toEqual([paper, paper, paper])
  const foreign = '账单不存在，或不在您管理的机构内，请刷新列表后重试'
  expect(await confirm(schools[1]?.checker ?? decider)).toEqual([foreign, null, foreign])
  expect(await states(ids)).toEqual(['toCheck', 'checked', 'toCheck'])
})

test('what one bill asks a fresh proof for, many ask for once, before anything begins', async () => {
  const ids = await billed()
  await query(
    app.database.ownerUrl,
    `update security_policy set second_step_for = 'all', all_due_at = now() + interval '1 day'`,
  )
  await query(app.database.ownerUrl, `update session set authenticated_at = now() - interval '1 day'`)
  const start = (kind: string) => months.keeper.send(jobs.start, { kind, selection: { ids }, input: {} })
  expect((await start(billBulk.settle.kind)).code).toBe(0)
  expect((await start(billBulk.requestPayment.kind)).code).toBe(errors.proofNeeded.code)
})
