import { approvals, bills } from '@drivesim/contract'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test.use({ account: 'finance' })

test('a payment is asked for, agreed to by another person, and ready to be registered', async ({
  page,
  api,
  signedIn,
}) => {
  const { dataList } = await api.call(bills.list, { state: 'toSettle', pageSize: 100 })
  // The demo asks for all of one of them already.
  const infos = await Promise.all(dataList.map(({ billId }) => api.call(bills.info, { billId })))
  const { no = '', billId = 0, schoolName = '' } = infos.find(({ requests }) => requests.length === 0) ?? {}
  await open(page, `/finacial/pastBill?paramValue=${no}`)
  await page.getByRole('button', { name: '申请付款' }).click()
  const form = shell(page).dialog(`申请付款 ${no}`)
  await form.getByLabel('金额').fill('12.34')
  await form.getByLabel('说明').fill('先付一部分')
  await form.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('已提交，另一人同意后转账并登记')).toBeVisible()

  // Who asked sees it, and may take it back but not agree to it.
  const title = `向${schoolName}付款 ¥12.34`
  await open(page, '/finacial/approvals?tab=asked')
  await shell(page).pane.getByRole('button', { name: title }).click()
  const own = shell(page).dialog('付款申请审批')
  await expect(own.getByRole('button', { name: '撤回' })).toBeEnabled()
  await expect(own.getByRole('button', { name: '同意' })).toHaveAttribute('aria-disabled', 'true')

  const admin = await signedIn('admin')
  const [request] = (await admin.call(approvals.list, { view: 'mine', kind: 'payment' })).dataList
  expect(request).toMatchObject({ title, mine: true })
  await admin.call(approvals.decide, { approvalId: request?.approvalId ?? 0, accept: true })
  await open(page, `/finacial/statement?billId=${billId}`)
  await expect(page.getByText('已同意，待付款')).toBeVisible()
  await page.getByRole('button', { name: '登记付款' }).click()
  const pay = shell(page).dialog(`登记付款 ${no}`)
  await expect(pay.getByRole('alert')).toContainText('将登记为“未经审批”')
  await pay.getByLabel('金额').fill('12.34')
  await expect(pay.getByRole('alert')).toContainText('按已同意的付款申请登记，须上传银行回单')
  await pay.getByRole('button', { name: '登记付款' }).click()
  await expect(pay.getByText('按申请付款的银行转账须上传银行回单')).toBeVisible()
})
