import { bills, roles } from '@drivesim/contract'
import { confirm } from '../support/lists.ts'
import { formOver, testLooks } from '../support/look.ts'
import { newPerson } from '../support/people.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const pdf = {
  name: '情况说明.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj
trailer << /Root 1 0 R >>
%%EOF
`,
  ),
}
const withForm = {
  ...pdf,
  buffer: Buffer.from(pdf.buffer.toString().replace('/Catalog', '/Catalog /AcroForm 4 0 R')),
}

// One after the other: what is looked at is a bill that nobody answers meanwhile.
test.describe.configure({ mode: 'default' })

test('异议往来: a school objects with an order and a PDF, is answered with both in sight, objects again, withdraws and confirms', async ({
  page,
  api,
  browser,
}) => {
  const { dataList } = await api.call(bills.list, { state: 'toCheck' })
  const bill = dataList.find(({ base }) => base > 0)
  if (bill === undefined) throw new Error('no bill waits to be checked')
  const { billId, no, schoolId, schoolName } = bill
  const [order] = await api.call(bills.ordersToName, { billId })
  if (order === undefined) throw new Error('no order stands in the bill')
  const { roleId } = await api.call(roles.add, {
    roleName: `异议${process.pid}${Date.now()}`,
    codes: ['finance', 'finance:accCheck'],
  })
  const clerk = await newPerson(api, {
    place: { organId: schoolId, organName: schoolName },
    roleIds: [roleId],
  })
  const theirs = await anotherBrowser(browser, clerk.api)
  const path = `/finacial/statement?billId=${billId}`

  await open(theirs, path)
  const statement = shell(theirs).pane
  await statement.getByRole('button', { name: '提出异议' }).click()
  const form = theirs.getByRole('dialog', { name: `对 ${no} 提出异议` })
  await form.getByLabel('异议的原因').fill('这一单的学员没有上课')
  const picker = form.getByLabel('涉及的订单')
  await picker.click()
  await picker.fill(order.orderNo)
  await (await choicesOf(theirs, picker)).getByText(order.orderNo).click()
  await form.getByLabel('选择附件').setInputFiles(withForm)
  await expect(form.getByText(/这个 PDF 里有表单、脚本/)).toBeVisible()
  await form.getByLabel('选择附件').setInputFiles(pdf)
  await expect(form.getByRole('list', { name: '已选的附件' })).toContainText(pdf.name)
  await form.getByRole('button', { name: '提出异议' }).click()
  await expect(form).toHaveCount(0)
  await expect(statement.getByText('有异议', { exact: true })).toBeVisible()

  await open(page, path)
  const { pane } = shell(page)
  const thread = pane.getByRole('region', { name: '异议往来' })
  await expect(thread).toContainText('这一单的学员没有上课')
  await pane.getByRole('button', { name: '答复', exact: true }).click()
  const answering = page.getByRole('dialog', { name: `答复 ${no} 的异议` })
  const quoted = answering.getByRole('region', { name: '要答复的异议' })
  await expect(quoted).toContainText('这一单的学员没有上课')
  await expect(quoted.getByRole('link', { name: order.orderNo })).toBeVisible()
  const saved = page.waitForEvent('download')
  await quoted.getByRole('button', { name: `下载 ${pdf.name}` }).click()
  expect((await saved).suggestedFilename()).toBe(pdf.name)
  await quoted.getByRole('button', { name: '明细' }).click()
  const line = page.getByRole('dialog', { name: '的订单' })
  await line.getByLabel('订单号或学员').fill(order.orderNo)
  await line.getByRole('button', { name: '查询' }).click()
  await expect(line.getByText('共 1 条')).toBeVisible()
  await expect(line.getByRole('row').nth(1)).toContainText(order.orderNo)
  await line.getByRole('button', { name: '关闭' }).click()
  await answering.getByLabel('答复', { exact: true }).fill('已核对签字，照常结算')
  await answering.getByRole('button', { name: '答复', exact: true }).click()
  await expect(answering).toHaveCount(0)
  await expect(thread.getByRole('listitem').filter({ hasText: '已核对签字，照常结算' })).toBeVisible()

  await theirs.reload()
  await expect(statement.getByRole('region', { name: '异议往来' })).toContainText('已核对签字，照常结算')
  await statement.getByRole('button', { name: '提出异议' }).click()
  await form.getByLabel('异议的原因').fill('签字不是本人的')
  await form.getByRole('button', { name: '提出异议' }).click()
  await expect(form).toHaveCount(0)
  await statement.getByRole('button', { name: '撤回异议' }).click()
  await confirm(theirs, '撤回异议')
  await expect(statement.getByText('待对账', { exact: true })).toBeVisible()
  await statement.getByRole('button', { name: '确认', exact: true }).click()
  await confirm(theirs, '确认账单')
  await expect(statement.getByText('已对账', { exact: true })).toBeVisible()
  await expect(statement.getByRole('region', { name: '异议往来' }).getByRole('strong')).toHaveText([
    ...['提出异议', '答复', '提出异议', '撤回异议'],
  ])
})

testLooks([
  {
    name: 'billThread',
    async go(page, api) {
      const [bill] = (await api.call(bills.list, { state: 'disputed' })).dataList
      await open(page, `/finacial/statement?billId=${bill?.billId}`)
      await expect(shell(page).pane.getByRole('region', { name: '异议往来' })).toBeVisible()
    },
    next: formOver('answerForm', '答复'),
  },
])
