import { bills } from '@drivesim/contract'
import { Api } from '../support/api.ts'
import { approvePayment, closeLastMonth, newOwedSchool } from '../support/bills.ts'
import { newSn } from '../support/devices.ts'
import { confirm } from '../support/lists.ts'
import { formOver, testLooks } from '../support/look.ts'
import { patience } from '../support/pace.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const tab = '/finacial/reconciliation?tab=bankFiles'

test.describe('付款文件', () => {
  test.use({ account: 'finance' })

  test('a bank’s template is written, changed and deleted', async ({ page }) => {
    const name = `银行${newSn().slice(4)}`
    await open(page, tab)
    await shell(page).pane.getByRole('button', { name: '银行模板' }).click()
    const list = shell(page).dialog('银行模板').first()
    await list.getByRole('button', { name: '新增银行模板' }).click()
    const form = shell(page).dialog('新增银行模板')
    await form.getByLabel('模板名称').fill(name)
    await form.getByText('UTF-8', { exact: true }).click()
    for (const label of ['CSV 编码', '申请单号的列名', '结果的列名', '失败原因的列名'])
      await expect(form.getByText(label, { exact: true })).toBeVisible()
    await form.getByLabel('第一行写列名').click()
    await form.getByRole('button', { name: '增加一列' }).click()
    await form.getByLabel('第 9 列的列名').fill('币种')
    await form.getByLabel('第 9 列的文字').fill('人民币')
    await form.getByRole('button', { name: '第 9 列上移' }).click()
    await form.getByLabel('表示成功的文字').fill('交易成功')
    await form.getByRole('button', { name: '新增银行模板' }).click()
    await expect(form).toHaveCount(0)
    const row = list.getByRole('row', { name })
    await expect(row).toContainText('附言、币种、申请单号')
    await row.getByRole('button', { name: '编辑' }).click()
    const edited = shell(page).dialog(`编辑银行模板 ${name}`)
    await edited.getByRole('button', { name: '移除第 9 列' }).click()
    await edited.getByRole('button', { name: /^保\s*存$/ }).click()
    await expect(edited.getByText('列中必须有户名、账号、金额和申请单号')).toBeVisible()
    await edited.getByRole('button', { name: /^取\s*消$/ }).click()
    await page
      .getByRole('dialog', { name: '放弃填写的内容？' })
      .getByRole('button', { name: '放弃填写' })
      .click()
    await expect(edited).toHaveCount(0)
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await confirm(page, '删除银行模板')
    await expect(row).toHaveCount(0)
  })

  test('what has no whole account is named, and a file is cancelled', async ({ page, api }) => {
    test.setTimeout(patience(90_000))
    const admin = await Api.signIn('admin')
    const whole = await newOwedSchool(admin, api, 20_000)
    const unclear = await newOwedSchool(admin, api, 15_000, {
      accountHolder: undefined,
      accountNumber: undefined,
      accountBank: undefined,
      bank: `某银行 ${Date.now()}`,
    })
    for (const { schoolId, clerk } of [whole, unclear]) {
      const { billId } = await closeLastMonth(api, schoolId)
      await clerk.api.call(bills.confirm, { billId })
      await api.call(bills.settle, { billId })
      await approvePayment(admin, api, billId)
    }
    await open(page, tab)
    const { pane } = shell(page)
    const payable = pane.getByRole('region', { name: '可付款的申请' })
    await expect(payable).toContainText('的收款账户缺少户名、账号或开户行')
    await expect(payable.getByRole('link', { name: '补全收款账户' })).toBeVisible()
    await expect(payable.getByRole('row', { name: unclear.name })).toHaveCount(0)
    const chosen = payable.locator('tbody').getByRole('checkbox', { checked: true })
    while ((await chosen.count()) > 0) await chosen.first().uncheck()
    await expect(payable.getByRole('button', { name: '生成付款文件' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await payable.getByRole('row', { name: whole.name }).getByRole('checkbox').check()
    await payable.getByRole('button', { name: '生成付款文件（1 笔，¥200.00）' }).click()
    const told = page.locator('.ant-message').getByText(/^付款文件 PF\d{8} 已生成/)
    const no = /PF\d{8}/.exec(await told.innerText())?.[0] ?? ''
    const file = pane.getByRole('region', { name: '付款文件' }).getByRole('row', { name: no })
    await file.getByRole('button', { name: '下载' }).click()
    const download = shell(page).dialog(`下载付款文件 ${no}`)
    await expect(download.getByText('文件格式')).toBeVisible()
    await download.getByRole('button', { name: /^取\s*消$/ }).click()
    await expect(download).toHaveCount(0)
    await file.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '取消' }).click()
    await confirm(page, '取消付款文件')
    await expect(file).toContainText('已取消')
    await expect(payable.getByRole('row', { name: whole.name })).toBeVisible()
  })
})

testLooks([
  {
    name: 'bankFiles',
    go: page => open(page, tab),
    next: {
      ...formOver('bankTemplates', '银行模板'),
      next: formOver('bankTemplateForm', '新增银行模板'),
    },
  },
])
