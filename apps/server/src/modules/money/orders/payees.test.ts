import { approvals, errors, operationLog, orders } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { setLimit } from '../../../../test/limit.ts'
import { clerkOf, makeLearner, makeOnline, makeSelling } from '../../../../test/till.ts'

// Where a refund goes is a person's bank account: whole for those alone who pay, for a reason.

const payee = '王芳 工行 6222 0812-3456 7890123'
const masked = '王芳 工行 ****0123'
let app: TestApp
let school: number
let clerk: Client & { memberId: number }
let payer: Client & { memberId: number }
let refundId: number
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '甲驾校' })
  clerk = await clerkOf(app, school)
  payer = await app.signedIn({ codes: ['finance:edit', 'system'] })
  await setLimit(app, 1_000_000)
  refundId = await refund()
})

async function refund(): Promise<number> {
  const orderId = await makeOnline(app, await makeLearner(app, school), 5000)
  const form = { orderId, amount: 5000, method: 'bankTransfer' as const, payee, reason: '不学了' }
  return (await clerk.call(orders.refundRecharge, form)).data.refundId
}

const reason = '核对收款账号'

test('it is masked in lists, details, files and the operation log', async () => {
  expect((await clerk.call(orders.refunds, {})).data.dataList).toMatchObject([{ payee: masked }])
  expect((await payer.call(orders.refundInfo, { refundId })).data.payee).toBe(masked)
  expect((await payer.call(orders.refundExport, {})).body).toContain(masked)
  const { dataList } = (await payer.call(operationLog.list, { label: '申请充值退款' })).data
  const details = await Promise.all(
    dataList.map(({ operationId }) => payer.call(operationLog.info, { operationId })),
  )
  const fields = details.flatMap(({ data }) => data.rows.flatMap(row => row.fields))
  expect(fields).toContainEqual({ name: '收款人', before: null, after: masked })
})

test('who decides sees it whole in the request, for a reason', async () => {
  await setLimit(app, 100)
  await refund()
  const [asked] = (await payer.call(approvals.list, { view: 'mine' })).data.dataList
  expect(asked?.lines[2]).toEqual({ label: '收款人', before: null, after: masked, masked: true })
  const look = { approvalId: asked?.approvalId ?? 0, line: 2, reason }
  expect((await payer.call(approvals.revealAccount, look)).data).toEqual({ account: payee, before: null })
})

test('who pays sees it whole for a reason, which the security log keeps', async () => {
  expect((await payer.call(orders.revealPayee, { refundId, reason })).data).toEqual({ payee })
  const { dataList } = (await payer.call(operationLog.security, { kind: 'reveal' })).data
  expect(dataList).toMatchObject([{ label: '查看收款账号', detail: reason, target: /^退款单 .+ 的收款人$/ }])
  expect(await payer.call(orders.revealPayee, { refundId, reason: '无' })).toMatchObject({
    code: errors.invalid.code,
  })
  expect(await clerk.call(orders.revealPayee, { refundId, reason })).toMatchObject({
    code: errors.forbidden.code,
  })
  // As it is shown, nobody can be paid.
  const again = { refundId, method: 'bankTransfer', payee: masked } as const
  expect(await payer.send(orders.retryRefund, again)).toMatchObject({
    code: errors.invalid.code,
    msg: '收款人的账号有隐去的数字，请填写完整的账号',
  })
  const ofSchool = await clerkOf(app, school, ['finance:edit'])
  expect(await ofSchool.call(orders.revealPayee, { refundId, reason })).toMatchObject({
    code: errors.platformOnly.code,
  })
})
