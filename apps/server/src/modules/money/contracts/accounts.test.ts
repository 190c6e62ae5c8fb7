import { approvals, bills, contracts, errors, mostRevealsAnHour, operationLog } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before } from '../../../../test/calendar.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// Where a school is paid to: masked for everybody, whole for those who keep contracts, pay or decide, for a reason.

const bank = '甲驾校 工商银行 6222 0812-3456 7890123'
const masked = '甲驾校 工商银行 ****0123'
const digits = /6222|3456/
const reason = '核对收款账户'
let app: TestApp
let months: Months
let school: Awaited<ReturnType<Months['school']>>
let decider: Client
/** Reads all of finance, and neither keeps nor decides. */
let reader: Client
let ofSchool: Client
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  school = await months.school('甲驾校')
  decider = await app.signedIn({ codes: ['finance', 'finance:approve', 'system'] })
  const reading = ['finance', 'finance:contract', 'finance:accCheck', 'finance:receipt'] as const
  reader = await app.signedIn({ codes: [...reading] })
  ofSchool = await app.signedIn({ codes: [...reading, 'finance:edit'], organs: [school.id] })
})
dataAgrees(() => app)

const info = async (contractId: number) => (await months.keeper.call(contracts.info, { contractId })).data
const waiting = async () => (await decider.call(approvals.list, { view: 'mine' })).data.dataList
async function agree(): Promise<void> {
  const [asked] = await waiting()
  await decider.call(approvals.decide, { approvalId: asked?.approvalId ?? 0, accept: true })
}
async function signed(account = bank): Promise<number> {
  const { contractId } = await months.sign(school.id, { bank: account })
  await agree()
  return contractId
}
const whole = async (contractId: number) =>
  (await months.keeper.call(contracts.revealAccount, { contractId, reason })).data

async function owed(): Promise<number> {
  await months.online(school.student, 3_000_000, midMonth(before))
  await months.buy(school.clerk, school.student, school.id, 3_000_000, midMonth(before))
  const { billId } = await months.close(school.id, before)
  await school.checker.call(bills.confirm, { billId })
  await months.keeper.call(bills.settle, { billId })
  return billId
}

/** A change of the contract with what its detail says, as a program does that knows no more. */
async function save(contractId: number, changes: Readonly<Record<string, unknown>>) {
  const { entries: _, platformBp, monthlyRent, attachmentId, ...terms } = await info(contractId)
  return months.keeper.send(contracts.modify, {
    ...terms,
    platformBp: platformBp ?? undefined,
    monthlyRent: monthlyRent ?? undefined,
    attachmentId: attachmentId ?? undefined,
    ...changes,
  })
}

describe('where a school is paid to', () => {
  test('is masked in every reply, for whoever reads', async () => {
    const { contractId } = await months.sign(school.id, { bank })
    const asked = await waiting()
    const schoolId = school.id
    await agree()
    const billId = await owed()
    const request = { items: [{ billId, amount: 500_000 }] }
    const { approvalId } = (await months.keeper.call(bills.requestPayment, request)).data
    const { issuedOn } = (await months.keeper.call(bills.info, { billId })).data
    await months.keeper.call(bills.pay, { billId, amount: 1_600_000, method: 'cash', paidOn: issuedOn })

    for (const by of [months.keeper, reader, ofSchool]) {
      expect((await by.call(contracts.info, { contractId })).data).toMatchObject({
        bank: masked,
        account: masked,
        accountToCome: false,
      })
      const replies = [
        await by.call(contracts.list, { schoolId }),
        await by.call(contracts.timeline, { schoolId }),
        await by.call(contracts.ofOrganisation, { organizationId: schoolId }),
        await by.call(contracts.export, { schoolId }),
        await by.call(bills.info, { billId }),
      ].map(({ body }) => body)
      for (const reply of replies) expect(reply).toContain(masked)
      expect(replies.join('')).not.toMatch(digits)
    }
    expect((await months.keeper.call(bills.info, { billId })).data).toMatchObject({
      contractId,
      bank: masked,
      account: masked,
      requests: [{ account: masked }],
      payments: [{ account: masked }],
    })
    const stale = await months.keeper.send(contracts.modify, {
      ...(await info(contractId)),
      platformBp: 1,
      monthlyRent: undefined,
      attachmentId: undefined,
      version: 99,
    })
    expect(stale).toMatchObject({ code: errors.staleVersion.code, data: { bank: masked } })

    expect(asked).toMatchObject([
      { lines: [{ masked: false }, { before: null, after: masked, masked: true }] },
    ])
    const [unasked, payment] = await waiting()
    expect(unasked?.lines.at(-1)).toMatchObject({ after: masked, masked: true })
    expect(payment?.lines).toMatchObject([{ after: `¥5,000.00，${masked}`, masked: true }])
    const decided = [
      await decider.call(approvals.info, { approvalId }),
      await decider.call(approvals.export, {}),
    ].map(({ body }) => body)
    for (const reply of decided) expect(reply).toContain(masked)
    expect(decided.join('')).not.toMatch(digits)
  })

  test('is whole for those who keep contracts, pay or decide, for a reason that the security log keeps', async () => {
    const contractId = await signed()
    for (const by of [months.keeper, decider])
      expect((await by.call(contracts.revealAccount, { contractId, reason })).data).toEqual({
        account: bank,
        bank,
      })
    expect(await months.keeper.send(contracts.revealAccount, { contractId, reason: '无' })).toMatchObject({
      code: errors.invalid.code,
    })
    expect(await reader.send(contracts.revealAccount, { contractId, reason })).toMatchObject({
      code: errors.forbidden.code,
    })
    expect(await ofSchool.send(contracts.revealAccount, { contractId, reason })).toMatchObject({
      code: errors.platformOnly.code,
    })
    const { no } = await info(contractId)
    const noted = { label: '查看收款账户', detail: reason, target: `合同 ${no} 的收款账户` }
    expect((await decider.call(operationLog.security, { kind: 'reveal' })).data.dataList).toMatchObject([
      noted,
      noted,
    ])
  })

  test('is whole line by line of a request, each one a look of its own', async () => {
    await signed()
    const billId = await owed()
    const request = { items: [{ billId, amount: 500_000 }] }
    const { approvalId } = (await months.keeper.call(bills.requestPayment, request)).data
    const look = { approvalId, line: 0, reason }
    for (const by of [decider, months.keeper])
      expect((await by.call(approvals.revealAccount, look)).data).toEqual({ account: bank, before: null })
    expect(await reader.send(approvals.revealAccount, look)).toMatchObject({ code: errors.forbidden.code })
    expect(await ofSchool.send(approvals.revealAccount, look)).toMatchObject({
      code: errors.platformOnly.code,
    })
    expect(await decider.send(approvals.revealAccount, { ...look, line: 1 })).toMatchObject({
      code: errors.notFound.code,
    })
    const { dataList } = (await decider.call(operationLog.security, { kind: 'reveal' })).data
    expect(dataList).toHaveLength(2)
    expect(dataList[0]).toMatchObject({
      label: '查看申请中的账号',
      detail: reason,
      target: expect.stringContaining(`审批 ${approvalId} 的`),
    })
    for (let looks = 1; looks < mostRevealsAnHour; looks++) await decider.call(approvals.revealAccount, look)
    expect(await decider.send(approvals.revealAccount, look)).toMatchObject({
      code: errors.tooManyReveals.code,
    })
  })

  test('a request for another account shows both, and says so where their masks are the same', async () => {
    const contractId = await signed()
    const next = '甲驾校 工商银行 6217 0000-0000 0000123'
    await save(contractId, { bank: next })
    const [asked] = await waiting()
    expect(asked?.lines[1]).toMatchObject({ before: masked, after: `${masked}（隐去的数字有变）` })
    expect(await info(contractId)).toMatchObject({ bank: masked, account: masked, accountToCome: true })
    const look = { approvalId: asked?.approvalId ?? 0, line: 1, reason }
    expect((await decider.call(approvals.revealAccount, look)).data).toEqual({ account: next, before: bank })
    expect(await whole(contractId)).toEqual({ account: bank, bank: next })
  })
})

describe('a change of the contract', () => {
  test('keeps the account that it leaves out or has as a mask, and takes it away with null', async () => {
    const contractId = await signed()
    for (const kept of [{ bank: masked }, { bank: undefined }, { bank: '' }, {}]) {
      expect((await save(contractId, { ...kept, billingDay: 7 })).code).toBe(0)
      expect(await whole(contractId)).toEqual({ account: bank, bank })
    }
    expect(await waiting()).toEqual([])
    expect((await save(contractId, { bank: null })).code).toBe(0)
    expect(await whole(contractId)).toEqual({ account: null, bank: null })
  })

  test('refuses a mask that is nobody’s, and one that two accounts of the school have', async () => {
    const contractId = await signed()
    const refused = { code: errors.invalid.code, msg: '收款账户有隐去的数字，请填写完整的账号' }
    expect(await save(contractId, { bank: '甲驾校 工商银行 ****0124' })).toMatchObject(refused)
    expect(await save(contractId, { bank: `${masked}4` })).toMatchObject(refused)
    expect(await whole(contractId)).toEqual({ account: bank, bank })
    const { endsOn } = await info(contractId)
    const period = { startsOn: addDays(endsOn, 1), endsOn: addDays(endsOn, 300) }
    const twin = '甲驾校 工商银行 6217 0000-0000 0000123'
    const other = await months.sign(school.id, { ...period, bank: twin })
    await agree()
    // One's own is meant before another's.
    expect((await save(other.contractId, { bank: masked })).code).toBe(0)
    expect(await whole(other.contractId)).toEqual({ account: twin, bank: twin })
    const third = { startsOn: addDays(period.endsOn, 1), endsOn: addDays(period.endsOn, 9) }
    const form = { schoolId: school.id, mode: 'rent', monthlyRent: 1, billingDay: 1, deposit: 0 } as const
    expect(await months.keeper.send(contracts.add, { ...form, ...third, bank: masked })).toMatchObject(
      refused,
    )
  })
})

test('a new contract of the school takes the mask of the account that it is paid to, and nobody need agree', async () => {
  const contractId = await signed()
  const { endsOn } = await info(contractId)
  const period = { startsOn: addDays(endsOn, 1), endsOn: addDays(endsOn, 300) }
  const renewed = await months.sign(school.id, { ...period, bank: masked })
  expect(await waiting()).toEqual([])
  expect(await whole(renewed.contractId)).toEqual({ account: bank, bank })
  const other = await months.school('乙驾校')
  const form = {
    ...period,
    schoolId: other.id,
    mode: 'rent',
    monthlyRent: 1,
    billingDay: 1,
    deposit: 0,
  } as const
  // Another school's is none of its.
  expect((await months.keeper.send(contracts.add, { ...form, bank: masked })).code).toBe(errors.invalid.code)
})
