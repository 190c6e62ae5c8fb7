import { contract, type DataOf, errors, type InputOf } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { atOnce } from '../../../../test/till.ts'
import { dataAgrees, wrongIn } from '../../../../test/wrongData.ts'

// Contracts of schools: never two at once, states by their days, deposits.

const { contracts } = contract
const today = businessDayOf(Date.now())
const day = (days: number) => addDays(today, days)
let app: TestApp
let clerk: Client
let reader: Client
let school: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  clerk = await app.signedIn({ name: '林婉清', codes: ['finance:edit', 'finance:contract'] })
  reader = await app.signedIn({ codes: ['finance:contract'], organs: [school] })
})
dataAgrees(() => app)

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
type Form = InputOf<typeof contracts.add>
const form = (from: number, to: number, changes: Partial<Form> = {}): Form => ({
  schoolId: school,
  mode: 'share',
  platformBp: 3000,
  billingDay: 5,
  startsOn: day(from),
  endsOn: day(to),
  deposit: 5_000_000,
  ...changes,
})
const add = async (from: number, to: number, changes: Partial<Form> = {}) =>
  (await clerk.call(contracts.add, form(from, to, changes))).data
const list = async (who: Client, filter: InputOf<typeof contracts.list> = {}) =>
  (await who.call(contracts.list, filter)).data.dataList
const numbers = (contracts: readonly { no: string }[]) => contracts.map(({ no }) => Number(no.slice(-6)))

describe('a contract', () => {
  test('keeps its terms, has the next number of the month, and a cap of the deposit unless said', async () => {
    const one = await add(-40, 300)
    const other = await add(301, 400, {
      mode: 'rent',
      monthlyRent: 250_000,
      offlineCap: 0,
      deemed: true,
      bank: '工商银行',
    })
    const month = today.slice(0, 7).replace('-', '')
    expect([one.no, other.no]).toEqual([`HT${month}-000001`, `HT${month}-000002`])
    const [later, first] = await list(reader)
    expect(first).toMatchObject({
      contractId: one.contractId,
      schoolName: '甲驾校',
      mode: 'share',
      platformBp: 3000,
      monthlyRent: null,
      dueDays: 15,
      state: 'active',
      last: false,
      deposit: 5_000_000,
      depositBalance: 0,
      offlineCap: 5_000_000,
      deemed: false,
      bank: null,
      createdBy: '林婉清',
      version: 1,
    })
    // What belongs to the other mode is dropped.
    expect(later).toMatchObject({
      platformBp: null,
      monthlyRent: 250_000,
      offlineCap: 0,
      state: 'pending',
      last: true,
    })
  })

  test.each([
    [{ platformBp: undefined }, '请填写平台分成比例'],
    [{ mode: 'rent' as const }, '请填写月租金'],
    [{ platformBp: 10_001 }, '平台分成比例不能大于 100%'],
    [{ billingDay: 29 }, '出账日不能大于 28'],
    [{ endsOn: day(-41) }, '结束日期不能早于开始日期'],
    [{ endsOn: day(4000) }, '合同最长 10 年，请缩短后重试'],
    [{ deposit: 1.5 }, '约定押金格式不正确，请检查后重试'],
    [{ schoolId: 1 }, errors.notFound.sentence('驾校')],
    [{ attachmentId: 999 }, errors.notFound.sentence('凭证')],
  ])('with %j is refused', async (changes, sentence) => {
    const answer = await clerk.send(contracts.add, form(-40, 300, changes))
    expect(answer.code).toBeLessThan(0)
    expect(answer.msg).toBe(sentence)
    expect(await rows('select from number_series')).toHaveLength(0)
  })

  test('overlaps no other of its school, not by a day; one that was voided does not count', async () => {
    const { no, contractId } = await add(-40, 300)
    const sentence = errors.contractOverlap.sentence(no, day(-40), day(300))
    for (const [from, to] of [
      [300, 400],
      [-50, -40],
      [0, 1],
      [-100, 500],
    ] as const) {
      const answer = await clerk.call(contracts.add, form(from, to))
      expect([answer.code, answer.msg]).toEqual([errors.contractOverlap.code, sentence])
    }
    const { contractId: next } = await add(301, 400)
    const moved = { ...form(300, 400), contractId: next }
    expect((await clerk.call(contracts.modify, moved)).msg).toBe(sentence)
    await clerk.call(contracts.void, { contractId, reason: '录入错误' })
    expect((await clerk.call(contracts.modify, moved)).code).toBe(0)
    await add(-40, 299)
  })

  test('of twenty at once for the same days is one, and no number is lost', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => clerk.call(contracts.add, form(index, 300 + index))),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.contractOverlap.code)).toHaveLength(19)
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(1000 + 10 * index, 1009 + 10 * index)))
    expect(numbers(await list(clerk, { pageSize: 100 })).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    )
  })

  test('overlapping is impossible to the database itself', async () => {
    const { contractId } = await add(0, 10)
    const copy = `insert into contract (no, school_id, mode, platform_bp, billing_day, starts_on, ends_on, created_by)
      select 'HT-2', school_id, mode, platform_bp, 5, ends_on, ends_on + 5, created_by from contract where id = $1`
    await expect(rows(copy, [contractId])).rejects.toThrow('contract_overlap')
  })

  test('is changed by those alone who manage the whole platform, and read in scope', async () => {
    const { contractId } = await add(-40, 300)
    const manager = await app.signedIn({ codes: ['finance:edit', 'finance:contract'], organs: [school] })
    const sentence = errors.platformOnly.sentence('合同')
    expect((await manager.call(contracts.add, form(400, 500))).msg).toBe(sentence)
    expect((await manager.call(contracts.void, { contractId, reason: '试试' })).msg).toBe(sentence)
    // Not for who manages a service point only.
    const point = await makeOrganisation(app.services.pool, { type: 'servicePoint', parent: school })
    const below = await app.signedIn({ codes: ['finance:contract'], organs: [point] })
    expect(await list(below)).toEqual([])
    expect((await below.call(contracts.info, { contractId })).msg).toBe(errors.notFound.sentence('合同'))
    const under = async (who: Client, organizationId: number) =>
      (await who.call(contracts.ofOrganisation, { organizationId })).data.length
    expect([await under(reader, school), await under(reader, point), await under(below, point)]).toEqual([
      1, 1, 0,
    ])
  })
})

describe('its end', () => {
  test('comes forward by 终止, within its days; a stale form is refused with the row as it is', async () => {
    const { contractId } = await add(-40, 300)
    const terminate = (changes: Partial<InputOf<typeof contracts.terminate>>) =>
      clerk.call(contracts.terminate, { contractId, version: 1, endsOn: day(-1), ...changes })
    expect((await terminate({ endsOn: day(301) })).msg).toBe(
      errors.terminationDay.sentence(day(-40), day(300)),
    )
    expect((await terminate({ endsOn: day(-41) })).code).toBe(errors.terminationDay.code)
    const longer = { ...form(-40, 200), contractId, version: 1 }
    const stale = { done: 1, codes: [errors.staleVersion.code] }
    expect(await atOnce(20, () => clerk.call(contracts.modify, longer))).toEqual(stale)
    expect(await atOnce(20, () => terminate({ version: 2 }))).toEqual(stale)
    expect(await wrongIn(app)).toEqual([])
    expect(await terminate({ version: 2 })).toMatchObject({
      code: errors.staleVersion.code,
      data: { contractId, endsOn: day(-1), state: 'expired', terminated: true },
    })
    await add(0, 300)
  })

  test('a contract to come is not terminated but voided; what is voided stays so', async () => {
    const { contractId } = await add(5, 300)
    const early = await clerk.call(contracts.terminate, { contractId, endsOn: day(9) })
    expect(early.msg).toBe(errors.contractNot.sentence('待生效', '终止'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => clerk.call(contracts.void, { contractId, reason: '录入错误' })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.contractNot.code)).toHaveLength(19)
    expect((await list(reader, { state: 'void' }))[0]).toMatchObject({ contractId, voidReason: '录入错误' })
    const edited = await clerk.call(contracts.modify, { ...form(5, 10), contractId })
    expect(edited.msg).toBe(errors.contractNot.sentence('已作废', '编辑'))
  })
})

describe('its deposit', () => {
  type Entry = InputOf<typeof contracts.addDeposit>
  const pay = (contractId: number, amount: number, changes: Partial<Entry> = {}) =>
    clerk.call(contracts.addDeposit, { contractId, amount, paidOn: today, ...changes })
  const info = async (contractId: number): Promise<DataOf<typeof contracts.info>> =>
    (await reader.call(contracts.info, { contractId })).data

  test('is paid and given back by entries, never more than is there, also twenty at once', async () => {
    const { contractId } = await add(-40, 300)
    await pay(contractId, 100_000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(contractId, -30_000)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(3)
    expect(answers.find(({ code }) => code !== 0)?.msg).toBe('押金余额 ¥100.00，不能超退')
    const { depositBalance, entries } = await info(contractId)
    expect(depositBalance).toBe(10_000)
    expect(entries.map(({ amount }) => amount)).toEqual([-30_000, -30_000, -30_000, 100_000])
    expect(
      await rows('select account, school_id::int, amount::int from account_sum order by account'),
    ).toEqual([
      { account: 'bank', school_id: 0, amount: 10_000 },
      { account: 'deposit', school_id: school, amount: -10_000 },
    ])
    expect(await wrongIn(app)).toEqual([])
    await expect(app.services.pool.query('update deposit_entry set amount = 1')).rejects.toThrow(
      'permission denied',
    )
  })

  test('of a voided contract goes back and takes nothing more; no day to come, no sum of nothing', async () => {
    const { contractId } = await add(-40, 300)
    await pay(contractId, 100_000)
    await clerk.call(contracts.void, { contractId, reason: '录入错误' })
    expect((await pay(contractId, 1)).msg).toBe(errors.contractNot.sentence('已作废', '收取押金'))
    expect((await pay(contractId, -100_000)).code).toBe(0)
    expect((await pay(contractId, -1)).msg).toBe(errors.depositOverdrawn.sentence(0))
    expect((await pay(contractId, -1, { paidOn: day(1) })).msg).toBe(errors.depositDay.sentence())
    expect((await pay(contractId, 0)).msg).toBe('金额不能为 0')
  })

  test('has a voucher for each entry, of another file each time', async () => {
    const { contractId, no } = await add(-40, 300)
    const upload = async () => (await clerk.call(contract.vouchers.upload)).data.voucherId
    const voucherId = await upload()
    expect((await pay(contractId, 100, { voucherId })).code).toBe(0)
    expect((await info(contractId)).entries[0]).toMatchObject({ voucherId, createdBy: '林婉清' })
    const sentence = errors.voucherUsed.sentence(`合同 ${no} 的押金`)
    expect((await pay(contractId, 100, { voucherId })).msg).toBe(sentence)
    expect((await pay(contractId, 100, { voucherId: await upload() })).msg).toBe(sentence)
  })
})

describe('the lists', () => {
  test('by number or school, mode, state and days; a file with the same', async () => {
    const other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
    await add(-40, 300)
    await add(301, 400, { mode: 'rent', monthlyRent: 250_050 })
    await add(-100, -50, { schoolId: other, bank: '=1+1' })
    const found = async (filter: InputOf<typeof contracts.list>) => numbers(await list(clerk, filter))
    expect(await found({ paramValue: '甲驾' })).toEqual([2, 1])
    expect(await found({ paramValue: '-000003' })).toEqual([3])
    expect(await found({ mode: 'rent' })).toEqual([2])
    expect(await found({ state: 'expired' })).toEqual([3])
    expect(await found({ schoolId: school, state: 'active' })).toEqual([1])
    expect(await found({ sortField: 'startsOn', sortOrder: 'ascend' })).toEqual([3, 1, 2])
    const [head, ...lines] = await csvOf(clerk, contracts.export, { schoolId: other })
    expect(head).toMatch(/^合同编号,驾校,状态,/)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(
      `乙驾校,已到期,否,分成,30,,${day(-100)},${day(-50)},50000.00,0.00,50000.00,5,15,否,'=1+1,林婉清,`,
    )
    expect(await csvOf(reader, contracts.export)).toHaveLength(3)
    await add(-900, -800, { schoolId: other, bank: '工行 6222 0208 1234 5678' })
    const file = (await csvOf(clerk, contracts.export, { schoolId: other })).join('\n')
    expect(file).toContain('工行 ****5678')
    expect(file).not.toContain('6222')
  })

  test('the time line has every school of the scope, with what was not voided in its order', async () => {
    const bare = await makeOrganisation(app.services.pool, { name: '乙驾校' })
    const later = await add(301, 400)
    const now = await add(-40, 290)
    const { contractId } = await add(500, 600)
    await clerk.call(contracts.void, { contractId, reason: '录入错误' })
    const { dataList, totalDataNum } = (await clerk.call(contracts.timeline, {})).data
    const shown = dataList.map(({ schoolName, contracts }) => [schoolName, numbers(contracts)])
    expect(shown).toEqual([
      ['甲驾校', numbers([now, later])],
      ['乙驾校', []],
    ])
    expect(totalDataNum).toBe(2)
    expect((await clerk.call(contracts.timeline, { schoolId: bare })).data.totalDataNum).toBe(1)
    expect((await reader.call(contracts.timeline, {})).data.totalDataNum).toBe(1)
  })

  test('words and choices of the spec', async () => {
    const person = await app.signedIn({ organs: [school] })
    const mapping = await person.call(contracts.codeMapping, { code: 'contractMode' })
    expect(mapping.data).toEqual({ share: '分成', rent: '租金' })
    expect((await person.call(contracts.codeMapping, { code: 'billState' })).data).toMatchObject({
      toCheck: '待对账',
    })
    const choices = await person.call(contracts.choices, {
      queryTypes: ['paymentMethod', 'school', 'refundState', 'month'],
    })
    expect(choices.data.refundState).toContainEqual({ value: 'toApprove', label: '待审批' })
    expect(choices.data.month?.[0]?.value).toBe(businessDayOf(Date.now()).slice(0, 7))
    expect(choices.data).toMatchObject({ school: [{ value: school, label: '甲驾校' }] })
    expect(choices.data.paymentMethod).toContainEqual({ value: 'bankTransfer', label: '银行转账' })
    expect((await person.send(contracts.codeMapping, { code: 'nothing' })).code).toBeLessThan(0)
  })
})
