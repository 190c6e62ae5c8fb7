import {
  approvals,
  bankFiles,
  bankTemplates,
  bills,
  contracts,
  errors,
  type InputOf,
  ownBankTemplate,
  requestNoOf,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before } from '../../../../test/calendar.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

let app: TestApp
let months: Months
let decider: Client
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  decider = await app.signedIn({ codes: ['finance', 'finance:approve'] })
})
dataAgrees(() => app)

const parts = { accountHolder: '甲驾校', accountNumber: '6222081234567890', accountBank: '工商银行城东支行' }
const paidOn = businessDayOf(Date.now())

async function agree(approvalId: number) {
  await decider.call(approvals.decide, { approvalId, accept: true })
}

/** A bill of 70,000 fen, and an approved request for a part of it. */
async function asked(name: string, account: object, amounts: readonly number[]) {
  const school = await months.school(name)
  await months.sign(school.id, account)
  for (const { approvalId } of (await decider.call(approvals.list, { view: 'mine' })).data.dataList)
    await agree(approvalId)
  await months.online(school.student, 100_000, midMonth(before))
  await months.buy(school.clerk, school.student, school.id, 100_000, midMonth(before))
  const { billId } = await months.close(school.id, before)
  await months.settled(school.checker, billId)
  for (const amount of amounts) {
    const { data } = await months.keeper.call(bills.requestPayment, { items: [{ billId, amount }] })
    await agree(data.approvalId)
  }
  return billId
}
const payable = async () => (await months.keeper.call(bankFiles.payable)).data.map(row => row.requestId)
const paidOf = async (billId: number) => (await months.keeper.call(bills.info, { billId })).data.paid

test('approved payments go to the bank as one file, and its result registers them once', async () => {
  const billId = await asked('甲驾校', parts, [30_000, 40_000])
  const [one = 0, two = 0] = await payable()
  const { keeper } = months
  // Two at once: one of them has the requests.
  const made = await Promise.all([0, 1].map(() => keeper.send(bankFiles.add, { requestIds: [one, two] })))
  expect(made.map(({ code }) => code).sort()).toEqual([errors.requestInFile.code, 0])
  expect(await payable()).toEqual([])
  const [file] = (await keeper.call(bankFiles.list)).data
  const batchId = file?.batchId ?? 0
  const { content } = (await keeper.call(bankFiles.file, { batchId, format: 'csv' })).data
  const lines = Buffer.from(content, 'base64').toString().split('\r\n')
  expect(lines[0]).toContain('序号,户名,账号,开户行,联行号,金额（元）,附言,申请单号')
  expect(lines[1]).toMatch(/^1,甲驾校,6222081234567890\t,工商银行城东支行,,300\.00,结算款 ZD.*,FS\d{8}$/)
  // By hand it is not paid meanwhile.
  const byHand = { billId, amount: 30_000, method: 'cash', paidOn } as const
  expect((await keeper.send(bills.pay, byHand)).code).toBe(errors.requestInFile.code)

  const rows = [
    { requestNo: requestNoOf(one), outcome: 'paid' },
    { requestNo: requestNoOf(two), outcome: 'failed', reason: '户名不符' },
    { requestNo: 'FS99999999', outcome: 'paid' },
  ] as const
  const result = { batchId, paidOn, rows: [...rows] }
  expect((await keeper.call(bankFiles.checkResult, result)).data).toMatchObject([
    { problem: null, repeated: false, amount: 30_000, schoolName: '甲驾校' },
    { problem: null, repeated: false },
    { problem: '不在这个付款文件中' },
  ])
  expect(await paidOf(billId)).toBe(0)
  expect(await keeper.call(bankFiles.readResult, result)).toMatchObject({ data: { paid: 1, failed: 1 } })
  expect((await keeper.call(bankFiles.readResult, result)).data).toEqual({ paid: 0, failed: 0 })
  expect(await paidOf(billId)).toBe(30_000)
  const { data } = await keeper.call(bankFiles.info, { batchId })
  expect(data).toMatchObject({
    state: 'done',
    items: [{ outcome: 'paid' }, { outcome: 'failed', reason: '户名不符' }],
  })
  // What failed may go again.
  expect(await payable()).toEqual([two])
})

test('a file is cancelled, and what is not for a bank is refused', async () => {
  await asked('乙驾校', { bank: '工商银行 6222081234567890' }, [10_000])
  const { keeper } = months
  const [unclear = 0] = await payable()
  expect(await keeper.send(bankFiles.add, { requestIds: [unclear] })).toMatchObject({
    code: errors.accountIncomplete.code,
    msg: expect.stringContaining('乙驾校'),
  })
  await asked('甲驾校', parts, [10_000])
  const [, request = 0] = await payable()
  const { batchId } = (await keeper.call(bankFiles.add, { requestIds: [request] })).data
  expect(await keeper.call(bankFiles.cancel, { batchId })).toMatchObject({ data: true })
  expect((await keeper.send(bankFiles.cancel, { batchId })).code).toBe(errors.bankFileOver.code)
  expect(await payable()).toEqual([unclear, request])
})

test('a template says which columns a bank wants, and in which encoding', async () => {
  await asked('甲驾校', { ...parts, accountHolder: '䶮州甲驾校' }, [10_000])
  const [request = 0] = await payable()
  const { keeper } = months
  const { batchId } = (await keeper.call(bankFiles.add, { requestIds: [request] })).data
  const form = {
    ...ownBankTemplate,
    templateName: '工商银行',
    encoding: 'gbk',
    titled: false,
    columns: [
      { title: '收款人', content: 'holder' },
      { title: '收款账号', content: 'number' },
      { title: '金额', content: 'fen' },
      { title: '币种', content: 'fixed', text: '人民币' },
      { title: '用途', content: 'requestNo' },
    ],
  } as const satisfies InputOf<typeof bankTemplates.add>
  const { templateId } = (await keeper.call(bankTemplates.add, form)).data
  expect((await keeper.send(bankTemplates.add, form)).code).toBe(errors.nameTaken.code)
  const write = async (format: 'csv' | 'xlsx') => {
    const { content, name } = (await keeper.call(bankFiles.file, { batchId, format, templateId })).data
    expect(name).toMatch(new RegExp(`^银行付款文件 PF\\d{8}\\.${format}$`))
    return Buffer.from(content, 'base64')
  }
  const line = `䶮州甲驾校,6222081234567890,10000,人民币,${requestNoOf(request)}\r\n`
  expect(new TextDecoder('gb18030', { fatal: true }).decode(await write('csv'))).toBe(line)
  expect((await write('xlsx')).subarray(0, 2).toString()).toBe('PK')

  const [kept] = (await keeper.call(bankTemplates.list)).data
  expect(kept).toEqual({ ...form, templateId, version: 1 })
  const changed = { ...form, templateId, version: 1, encoding: 'utf8', titled: true } as const
  await keeper.call(bankTemplates.modify, changed)
  expect((await keeper.send(bankTemplates.modify, changed)).code).toBe(errors.staleVersion.code)
  // A bank's program takes no mark at the beginning.
  expect((await write('csv')).toString()).toBe(`收款人,收款账号,金额,币种,用途\r\n${line}`)
  await keeper.call(bankTemplates.remove, { templateId })
  expect((await keeper.send(bankFiles.file, { batchId, templateId })).code).toBe(errors.notFound.code)

  const without = { ...form, columns: form.columns.slice(1) }
  expect(await keeper.send(bankTemplates.add, without)).toMatchObject({
    msg: expect.stringContaining('户名、账号、金额和申请单号'),
  })
})

test('an account that has changed since is asked for anew', async () => {
  const billId = await asked('甲驾校', parts, [70_000])
  const [before = 0] = await payable()
  const { keeper } = months
  const { contractId } = (await keeper.call(contracts.list, { pageSize: 10 })).data.dataList[0] ?? {}
  const row = (await keeper.call(contracts.info, { contractId: contractId ?? 0 })).data
  const form = { ...row, attachmentId: undefined, platformBp: row.platformBp ?? 0, monthlyRent: undefined }
  await keeper.call(contracts.modify, { ...form, ...parts, accountNumber: '6222080000001111' })
  for (const { approvalId } of (await decider.call(approvals.list, { view: 'mine' })).data.dataList)
    await agree(approvalId)
  // From tomorrow on it is the new one.
  await months.sql('delete from contract_account where from_day <= business_day(now())')
  await months.sql('update contract_account set from_day = business_day(now())')
  expect(await payable()).toEqual([])
  expect((await keeper.send(bankFiles.add, { requestIds: [before] })).code).toBe(errors.requestNot.code)
  const { data } = await keeper.call(bills.requestPayment, { items: [{ billId, amount: 70_000 }] })
  await agree(data.approvalId)
  const [after] = (await keeper.call(bankFiles.payable)).data
  expect(after).toMatchObject({ amount: 70_000, account: expect.stringContaining('1111') })
})
