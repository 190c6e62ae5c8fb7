import { approvals, bankFiles, bills, errors, requestNoOf } from '@drivesim/contract'
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
