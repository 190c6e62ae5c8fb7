import { approvals, contracts, errors } from '@drivesim/contract'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { Months } from '../../../../test/months.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// 户名, 账号, 开户行 and 联行号 of where a school is paid to.

let app: TestApp
let months: Months
let decider: Client
let schoolId: number
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  schoolId = (await months.school('甲驾校')).id
  decider = await app.signedIn({ codes: ['finance', 'finance:approve'] })
})
dataAgrees(() => app)

const parts = {
  accountHolder: '甲驾校有限公司',
  accountNumber: '6222 0812-3456 7890123',
  accountBank: '工商银行 城东支行',
  accountCode: '1023 3100 0123',
}
const text = '户名：甲驾校有限公司 账号：6222081234567890123 开户行：工商银行 城东支行 联行号：102331000123'
const whole = async (contractId: number) =>
  (await months.keeper.call(contracts.revealAccount, { contractId, reason: '核对收款账户' })).data
const missing = async () =>
  (await months.keeper.call(contracts.list, { account: 'missing' })).data.dataList.map(row => row.contractId)
const kept = () => months.sql('select holder, number, bank, code from bank_account order by 1')

test('are asked for one by one, agreed to by another person as one, and kept beside the text', async () => {
  const { contractId } = await months.sign(schoolId, parts)
  const [asked] = (await decider.call(approvals.list, { view: 'mine' })).data.dataList
  expect(asked?.lines[1]).toMatchObject({
    after: '户名：甲驾校有限公司 账号：****0123 开户行：工商银行 城东支行 联行号：****0123',
  })
  expect(await whole(contractId)).toEqual({ account: null, bank: text })
  await decider.call(approvals.decide, { approvalId: asked?.approvalId ?? 0, accept: true })
  expect(await whole(contractId)).toEqual({ account: text, bank: text })
  expect(await kept()).toEqual([
    {
      holder: '甲驾校有限公司',
      number: '6222081234567890123',
      bank: '工商银行 城东支行',
      code: '102331000123',
    },
  ])
  const { data } = await months.keeper.call(contracts.info, { contractId })
  expect(data.accountSplit).toBe(true)
  expect(await missing()).toEqual([])
  // None of them said: it stays. The number null: there is none any more.
  const { entries: _, bank: __, monthlyRent: ___, attachmentId: ____, platformBp, ...terms } = data
  const form = { ...terms, platformBp: platformBp ?? 0 }
  const empty = { accountHolder: '', accountNumber: '', accountBank: '', accountCode: '' }
  await months.keeper.call(contracts.modify, { ...form, ...empty })
  expect(await whole(contractId)).toEqual({ account: text, bank: text })
  const { version } = (await months.keeper.call(contracts.info, { contractId })).data
  await months.keeper.call(contracts.modify, { ...form, version, accountNumber: null })
  expect(await whole(contractId)).toEqual({ account: null, bank: null })
  expect(await missing()).toEqual([contractId])
})

test('are refused where one is missing or none', async () => {
  const refused = async (wrong: Partial<Record<keyof typeof parts, string>>, msg: string) => {
    const form = { schoolId, mode: 'rent', monthlyRent: 1, billingDay: 1, deposit: 0 } as const
    const period = { startsOn: '2026-01-01', endsOn: '2026-02-01' }
    const answer = await months.keeper.send(contracts.add, { ...form, ...period, ...parts, ...wrong })
    expect(answer).toMatchObject({ code: errors.invalid.code, msg: expect.stringContaining(msg) })
  }
  await refused({ accountBank: '' }, '请填写开户行')
  await refused({ accountNumber: '1234567' }, '账号应为 8 至 32 位数字')
  await refused({ accountCode: '102' }, '联行号应为 12 位数字')
  await refused({ accountHolder: '甲：乙' }, '户名不能含冒号')
})

test('are read of what was written as one text, where that is clear; the rest is listed to be completed', async () => {
  const split = async (account: string) => {
    const [row] = await months.sql('select * from account_parts($1)', [account])
    return row
  }
  const found = { holder: '甲驾校', number: '6222081234567890123', bank: '工商银行', code: null }
  for (const clear of [
    '甲驾校 工商银行 6222 0812-3456 7890123',
    '6222081234567890123，工商银行，甲驾校',
    '户名:甲驾校;开户行:工商银行;账号:6222 0812 3456 7890123',
    '账号：6222081234567890123\n开户银行：工商银行\n账户名称：甲驾校',
  ])
    expect(await split(clear)).toEqual(found)
  expect(await split(text)).toMatchObject({ bank: '工商银行 城东支行', code: '102331000123' })
  for (const unclear of [
    '工商银行 6222081234567890123',
    '户名同驾校全称；工商银行 6222081234567890123',
    '甲驾校 工商银行 123',
    '甲驾校 工商银行 62220812345678 62220812345679',
    '备用 户名：甲驾校 账号：62220812345 开户行：工商银行',
  ])
    expect(await split(unclear)).toEqual({ holder: null, number: null, bank: null, code: null })
  const { contractId } = await months.sign(schoolId, { bank: '工商银行 6222081234567890123' })
  expect(await missing()).toEqual([contractId])
})
