import { approvals, bills, contract, errors, vouchers } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before, last } from '../../../../test/calendar.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { atOnce } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// 审批: money to schools, their accounts and adjustments want another person's word above the limit.

const { contracts, home, messages, operationLog } = contract
let app: TestApp
let months: Months
let school: Awaited<ReturnType<Months['school']>>
/** Who asks is `months.keeper`. */
let decider: Client
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  school = await months.school('甲驾校')
  decider = await app.signedIn({ name: '沈国梁', codes: ['finance', 'finance:approve'] })
})
dataAgrees(() => app)

const bank = '工商银行 6222 0817'
const masked = '工商银行 ****0817'
const rows = (sql: string) => app.services.pool.query(sql).then(found => found.rows)
const mine = async (by: Client) => (await by.call(approvals.list, { view: 'mine' })).data.dataList
const decide = async (approvalId: number, accept = true, by = decider) =>
  (await by.send(approvals.decide, { approvalId, accept, reason: '核对' })).code
const onlyMine = async () => (await mine(decider))[0]?.approvalId ?? 0
const info = async (billId: number) => (await months.keeper.call(bills.info, { billId })).data
const today = () => businessDayOf(Date.now())

/** A bill of 2,100,000 fen that the platform owes. Another person agreed to the account of its contract. */
async function owed(month = before): Promise<number> {
  const { id, clerk, student } = school
  if (month === before) {
    await months.sign(id, { bank })
    expect(await decide(await onlyMine())).toBe(0)
  }
  await months.online(student, 3_000_000, midMonth(month))
  await months.buy(clerk, student, id, 3_000_000, midMonth(month))
  const { billId } = await months.close(id, month)
  await school.checker.call(bills.confirm, { billId })
  await months.keeper.call(bills.settle, { billId })
  return billId
}

const request = (...items: { billId: number; amount: number }[]) =>
  months.keeper.call(bills.requestPayment, { items, reason: '到期' })
const pay = async (billId: number, amount: number, more = {}) =>
  months.keeper.send(bills.pay, {
    billId,
    amount,
    method: 'bankTransfer',
    paidOn: today(),
    confirmDouble: true,
    ...more,
  })
const slip = async () => (await months.keeper.call(vouchers.upload)).data.voucherId

describe('a payment to a school', () => {
  test('is asked for, agreed to by another person, and registered with its slip', async () => {
    const billId = await owed()
    const { approvalId } = (await request({ billId, amount: 2_100_000 })).data
    expect(await mine(months.keeper)).toEqual([])
    expect(await mine(decider)).toMatchObject([
      {
        approvalId,
        title: '向甲驾校付款 ¥21,000.00',
        amount: 2_100_000,
        askedBy: '林婉清',
        lines: [{ after: `¥21,000.00，${masked}` }],
      },
    ])
    expect((await decider.call(home.todos)).data).toContainEqual(
      expect.objectContaining({ key: 'approvalsToDecide', count: 1, to: '/finacial/approvals' }),
    )
    // Who asked has no code to decide, and with it is no second person.
    expect(await decide(approvalId, true, months.keeper)).toBe(errors.forbidden.code)
    await rows(
      `insert into role_access select role_id, 'finance:approve' from member_role where member_id = ${months.keeper.memberId}`,
    )
    expect(await decide(approvalId, true, months.keeper)).toBe(errors.decidesOwn.code)
    expect((await months.keeper.call(approvals.info, { approvalId })).data).toMatchObject({
      own: true,
      mine: false,
      notDecided: '不能审批自己提交的申请，请由沈国梁审批',
    })
    expect(await atOnce(20, () => decider.send(approvals.decide, { approvalId, accept: true }))).toEqual({
      done: 1,
      codes: [errors.approvalNot.code],
    })
    expect((await info(billId)).requests).toMatchObject([
      { state: 'approved', amount: 2_100_000, account: masked },
    ])
    expect((await pay(billId, 2_100_000)).code).toBe(errors.slipMissing.code)
    const voucherId = await slip()
    expect((await pay(billId, 2_100_000, { voucherId })).code).toBe(0)
    expect(await info(billId)).toMatchObject({
      state: 'settled',
      requests: [],
      payments: [{ allowed: 'approved', account: masked, voucherId }],
    })
    expect(await mine(decider)).toEqual([])
  })

  test('that left unasked, above what one person may within 30 days, is registered so, and another is asked about it', async () => {
    const billId = await owed()
    expect((await info(billId)).unaskedLeft).toBe(1_000_000)
    // Within the limit nobody is asked; the next one goes beyond it.
    expect((await pay(billId, 600_000)).code).toBe(0)
    expect(await mine(decider)).toEqual([])
    expect((await pay(billId, 400_001)).code).toBe(0)
    const { payments } = await info(billId)
    expect(payments.map(({ allowed }) => allowed)).toEqual([null, 'unasked'])
    const [first] = await mine(decider)
    expect(first).toMatchObject({ kind: 'unasked', title: '追认向甲驾校付款 ¥4,000.01', endsAt: null })
    expect(await decide(first?.approvalId ?? 0)).toBe(0)
    expect((await info(billId)).payments[1]).toMatchObject({ allowed: 'ratified', state: 'valid' })
    // Refused it stands all the same, and is taken back by who registered it wrongly; then nobody is asked any more.
    await pay(billId, 500)
    expect(await decide(await onlyMine(), false)).toBe(0)
    expect((await info(billId)).payments[2]).toMatchObject({ allowed: 'refused', state: 'valid' })
    await pay(billId, 700)
    const paymentId = (await info(billId)).payments[3]?.paymentId ?? 0
    const own = (await months.keeper.call(approvals.list, { view: 'asked', state: 'waiting' })).data.dataList
    expect((await months.keeper.send(approvals.withdraw, { approvalId: own[0]?.approvalId ?? 0 })).code).toBe(
      errors.unaskedStays.code,
    )
    await months.keeper.call(bills.voidPayment, { paymentId, reason: '重复' })
    expect(await mine(decider)).toEqual([])
  })

  test('of several bills is one request, and is judged again when it is decided', async () => {
    const [one, two] = [await owed(), await owed(last)]
    const asked = await request({ billId: one, amount: 2_000_000 }, { billId: two, amount: 2_100_000 })
    expect((await mine(decider))[0]?.lines).toHaveLength(2)
    // What is asked for is not asked for twice.
    const again = { items: [{ billId: one, amount: 100_001 }] }
    expect(await months.keeper.send(bills.requestPayment, again)).toMatchObject({
      code: errors.requestedTwice.code,
      msg: expect.stringContaining('还可申请 ¥1,000.00'),
    })
    // Paid meanwhile: there is less left of one of them, and the whole stays undecided.
    await pay(two, 1)
    expect(await decide(asked.data.approvalId)).toBe(errors.requestedTwice.code)
    const paymentId = (await info(two)).payments[0]?.paymentId ?? 0
    await months.keeper.call(bills.voidPayment, { paymentId, reason: '重复' })
    await rows(`update contract_account set bank = '农业银行 1'`)
    expect(await decide(asked.data.approvalId)).toBe(errors.requestStale.code)
    await rows(`update contract_account set bank = '${bank}'`)
    expect(await decide(asked.data.approvalId)).toBe(0)
  })

  test('is taken back by who asked, and by nobody else', async () => {
    const billId = await owed()
    const { approvalId } = (await request({ billId, amount: 100 })).data
    expect((await decider.send(approvals.withdraw, { approvalId })).code).toBe(errors.notAsked.code)
    const other = await app.signedIn({ codes: ['finance:edit'] })
    expect((await other.send(approvals.withdraw, { approvalId })).code).toBe(errors.notAsked.code)
    expect((await months.keeper.send(approvals.withdraw, { approvalId })).code).toBe(0)
    expect((await info(billId)).requests).toEqual([])
    expect((await pay(billId, 100, { requestId: 1 })).code).toBe(errors.requestNot.code)
    expect(await decide(approvalId)).toBe(errors.approvalNot.code)
  })
})

test('a deposit that is given back beyond the limit, with what was paid, is asked about', async () => {
  const { contractId } = await months.sign(school.id)
  const move = (amount: number) => {
    const form = { contractId, amount, paidOn: today() }
    return months.keeper.call(contracts.addDeposit, form)
  }
  await move(2_000_000)
  await move(-1_000_000)
  expect(await mine(decider)).toEqual([])
  await move(-1)
  expect(await mine(decider)).toMatchObject([
    { kind: 'deposit', title: '追认向甲驾校退押金 ¥0.01', endsAt: null, amount: 1 },
  ])
  expect(await decide(await onlyMine())).toBe(0)
  expect(await mine(decider)).toEqual([])
})

describe('an adjustment', () => {
  const adjust = (amount: number) =>
    months.keeper.call(bills.adjust, { schoolId: school.id, amount, reason: '赔偿' })

  test('is made at once within the limit, and by another person’s word beyond it, whichever way it goes', async () => {
    await months.sign(school.id)
    expect((await adjust(-600_000)).data).toMatchObject({
      adjustmentId: expect.any(Number),
      approvalId: null,
    })
    const { data } = await adjust(400_001)
    expect(data).toMatchObject({ adjustmentId: null, approvalId: expect.any(Number) })
    const made = () => rows('select amount::int, created_by::int as by from adjustment order by id')
    const by = months.keeper.memberId
    expect(await made()).toEqual([{ amount: -600_000, by }])
    expect(await mine(decider)).toMatchObject([{ kind: 'adjustment', amount: 400_001, reason: '赔偿' }])
    expect(
      await atOnce(20, () =>
        decider.send(approvals.decide, { approvalId: data.approvalId ?? 0, accept: true }),
      ),
    ).toEqual({ done: 1, codes: [errors.approvalNot.code] })
    expect(await made()).toEqual([
      { amount: -600_000, by },
      { amount: 400_001, by },
    ])
    await adjust(1)
    expect(await decide(await onlyMine(), false)).toBe(0)
    expect(await made()).toHaveLength(2)
  })
})

describe('the account of a contract', () => {
  const read = async (contractId: number) => (await months.keeper.call(contracts.info, { contractId })).data
  const save = async (contractId: number, account: string | null) => {
    const { entries: _, platformBp, monthlyRent, attachmentId, ...terms } = await read(contractId)
    return months.keeper.send(contracts.modify, {
      ...terms,
      platformBp: platformBp ?? undefined,
      monthlyRent: monthlyRent ?? undefined,
      attachmentId: attachmentId ?? undefined,
      bank: account,
    })
  }
  const told = async () =>
    (await school.checker.call(messages.columns, {})).data.unread.map(({ brief }) => brief)

  test('counts once another person agreed, a change from the day after, and the school is told', async () => {
    const { contractId } = await months.sign(school.id, { bank })
    expect(await read(contractId)).toMatchObject({
      bank: masked,
      account: null,
      accountApprovalId: expect.any(Number),
    })
    expect(await decide(await onlyMine())).toBe(0)
    expect(await read(contractId)).toMatchObject({ bank: masked, account: masked, accountApprovalId: null })
    const next = '农业银行 9555'
    expect((await save(contractId, next)).code).toBe(0)
    expect(await mine(decider)).toMatchObject([{ lines: [{}, { before: masked, after: next }] }])
    expect(await decide(await onlyMine())).toBe(0)
    expect(await read(contractId)).toMatchObject({ account: masked, accountFrom: addDays(today(), 1) })
    await rows('update contract_account set from_day = from_day - 1')
    expect(await read(contractId)).toMatchObject({ account: next, accountFrom: null })
    expect(await told()).toEqual([
      expect.stringContaining(`明天起平台付款到：${next}`),
      expect.stringContaining('今天起平台付款到：工商银行 ****0817'),
    ])
    // Nor is it whole in the log: not of the contract, nor of what was asked for.
    const logReader = await app.signedIn({ name: '日志员', codes: ['system'] })
    const entries = (await logReader.call(operationLog.list, {})).data.dataList
    const infos = await Promise.all(
      entries.map(({ operationId }) => logReader.call(operationLog.info, { operationId })),
    )
    const changes = JSON.stringify(infos.map(({ data }) => data))
    expect(changes).toContain('****0817')
    expect(changes).not.toContain('6222 0817')
  })

  test('that was turned down is not in the contract; one that is the school’s already counts at once', async () => {
    const { contractId } = await months.sign(school.id, { bank })
    await decide(await onlyMine())
    await save(contractId, '农业银行 9555')
    expect(await decide(await onlyMine(), false)).toBe(0)
    expect(await read(contractId)).toMatchObject({ bank: masked, account: masked })
    // Put back before anybody said anything: nobody need.
    await save(contractId, '农业银行 9555')
    await save(contractId, bank)
    expect(await mine(decider)).toEqual([])
    const { endsOn } = await read(contractId)
    const renewed = await months.sign(school.id, {
      bank,
      startsOn: addDays(endsOn, 1),
      endsOn: addDays(endsOn, 300),
    })
    expect(await read(renewed.contractId)).toMatchObject({ account: masked, accountApprovalId: null })
  })
})

test('the platform’s word for a school is told to the school', async () => {
  await months.sign(school.id)
  const { billId, no } = await months.close(school.id, before)
  const form = { billId, voucherId: await slip() }
  expect((await months.keeper.send(bills.confirm, form)).code).toBe(0)
  expect((await school.checker.call(messages.columns, {})).data.unread.map(({ brief }) => brief)).toEqual([
    `平台按贵校签章的对账单代为确认了账单 ${no}`,
  ])
})
