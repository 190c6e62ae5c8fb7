import { readFile } from 'node:fs/promises'
import { bills } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { Api } from '../support/api.ts'
import { agreeToPay, payBill } from '../support/billPages.ts'
import { closeLastMonth, newOwedSchool } from '../support/bills.ts'
import { newSn } from '../support/devices.ts'
import { chooseRow, jobSucceeds } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { choose } from '../support/pickers.ts'
import { open, shell, toTab } from '../support/shell.ts'
import { task } from '../support/task.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const list = '/finacial/reconciliation'

/** A bill of last month that its school agreed to and the platform owes. */
async function toSettle(admin: Api, finance: Api, owed: number) {
  const school = await newOwedSchool(admin, finance, owed)
  const { billId, no } = await closeLastMonth(finance, school.schoolId)
  await school.clerk.api.call(bills.confirm, { billId })
  await finance.call(bills.settle, { billId })
  return { ...school, billId, no }
}

/** Of what may go to the bank, these alone. */
async function chooseAlone(page: Page, names: readonly string[]): Promise<void> {
  const payable = shell(page).pane.getByRole('region', { name: '可付款的申请' })
  const chosen = payable.locator('tbody').getByRole('checkbox', { checked: true })
  await expect(payable.getByRole('row', { name: names[0] ?? '' })).toBeVisible()
  while ((await chosen.count()) > 0) await chosen.first().uncheck()
  for (const name of names) await payable.getByRole('row', { name }).getByRole('checkbox').check()
}

test.beforeEach(() => test.setTimeout(patience(120_000)))

task('pay-schools', 'finance', async ({ page, api, browser, step }) => {
  const admin = await Api.signIn('admin')
  const [paid, failed] = [await toSettle(admin, api, 20_000), await toSettle(admin, api, 15_000)]
  const bank = `银行${newSn().slice(4)}`
  const { pane } = shell(page)
  const payable = pane.getByRole('region', { name: '可付款的申请' })
  const files = pane.getByRole('region', { name: '付款文件' })
  let fileNo = ''
  let written = ''

  await step(
    '财务：打开「对账管理」，「状态」选「待结算」，点「查询」，勾选要付的账单，点「申请付款」，再点「提交申请」。',
    async () => {
      await open(page, `${list}?paramValue=${paid.name.slice(0, paid.name.lastIndexOf('-'))}`)
      await choose(page, page.getByRole('combobox', { name: '状态' }), '待结算')
      await pane.getByRole('button', { name: '查询' }).click()
      for (const { no } of [paid, failed]) await chooseRow(page, no)
      await pane.getByRole('button', { name: '申请付款' }).first().click()
      const form = shell(page).dialog('申请付款 2 份账单')
      await expect(form).toContainText('¥350.00')
      await form.getByRole('button', { name: '提交申请' }).click()
      await jobSucceeds(page, 2)
    },
  )
  await step(
    '审批人：打开「审批」›「待我审批」，逐笔点开，看清金额和收款账户，点「同意」，再点一次「同意」。',
    async () => {
      const theirs = await anotherBrowser(browser, admin)
      await open(theirs, '/finacial/approvals')
      await agreeToPay(theirs, `向${paid.name}付款 ¥200.00`, paid.accountNumber.slice(-4))
      await agreeToPay(theirs, `向${failed.name}付款 ¥150.00`, failed.accountNumber.slice(-4))
      await theirs.context().close()
    },
  )
  await step(
    '财务：打开「对账管理」›「付款文件」，在「可付款的申请」里只勾选这次要付的，点「生成付款文件」。',
    async () => {
      await open(page, list)
      await toTab(page, '付款文件')
      await chooseAlone(page, [paid.no, failed.no])
      await payable.getByRole('button', { name: '生成付款文件（2 笔，¥350.00）' }).click()
      const told = page.locator('.ant-message').getByText(/^付款文件 PF\d{8} 已生成/)
      fileNo = /PF\d{8}/.exec(await told.innerText())?.[0] ?? ''
      await expect(files.getByRole('row', { name: fileNo })).toContainText('待回读')
    },
  )
  await step(
    '财务：第一次用这家银行的，点「银行模板」，再点「新增银行模板」，照网银的导入说明填「模板名称」和各列，点「新增银行模板」，然后关闭。',
    async () => {
      await files.getByRole('button', { name: '银行模板' }).click()
      const templates = shell(page).dialog('银行模板').first()
      await templates.getByRole('button', { name: '新增银行模板' }).click()
      const form = shell(page).dialog('新增银行模板')
      await form.getByLabel('模板名称').fill(bank)
      await form.getByLabel('第 7 列的列名').fill('用途')
      await form.getByRole('button', { name: '新增银行模板' }).click()
      await expect(form).toHaveCount(0)
      await expect(templates.getByRole('row', { name: bank })).toContainText('用途')
      await templates.getByRole('button', { name: '关闭' }).click()
      await expect(templates).toHaveCount(0)
    },
  )
  await step(
    '财务：在新的付款文件那一行点「下载」，选「银行模板」，再点「下载」，把文件导入网银付款，付完删除。',
    async () => {
      await files.getByRole('row', { name: fileNo }).getByRole('button', { name: '下载' }).click()
      const form = shell(page).dialog(`下载付款文件 ${fileNo}`)
      await choose(page, form.getByLabel('银行模板'), bank)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        form.getByRole('button', { name: '下载' }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`银行付款文件 ${fileNo}.csv`)
      written = new TextDecoder('gb18030').decode(await readFile(await file.path()))
      expect(written).toContain(`${paid.accountNumber},工商银行城东支行,,200.00,结算款 ${paid.no},FS`)
      expect(written).toContain(`${failed.accountNumber},工商银行城东支行,,150.00,结算款 ${failed.no},FS`)
    },
  )
  await step(
    '财务：银行有了结果，从网银下载结果文件；在那一行点「回读结果」，选「银行模板」和「付款日期」，再选择结果文件。',
    async () => {
      const numberOf = (no: string) => new RegExp(`${no},(FS\\d+)`).exec(written)?.[1]
      const result = [
        '申请单号,结果,失败原因',
        `${numberOf(paid.no)},成功,`,
        `${numberOf(failed.no)},失败,户名不符`,
      ]
      await files.getByRole('row', { name: fileNo }).getByRole('button', { name: '回读结果' }).click()
      const drawer = shell(page).dialog(`回读付款结果 ${fileNo}`)
      await choose(page, drawer.getByLabel('银行模板'), bank)
      await expect(drawer.getByLabel('付款日期')).not.toHaveValue('')
      await drawer.locator('input[type=file]').setInputFiles({
        name: '结果.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(result.join('\r\n')),
      })
      await expect(drawer.getByRole('table', { name: '银行的结果' })).toBeVisible()
    },
  )
  await step(
    '财务：逐行核对「结果」和「说明」，再点登记结果的按钮。付款文件变为「已完成」，付成的账单登记了付款。',
    async () => {
      const drawer = shell(page).dialog(`回读付款结果 ${fileNo}`)
      await expect(drawer.getByRole('row', { name: paid.name })).toContainText('成功')
      await expect(drawer.getByRole('row', { name: failed.name })).toContainText('失败')
      await expect(drawer.getByRole('row', { name: failed.name })).toContainText('户名不符')
      await drawer.getByRole('button', { name: '登记 2 笔结果' }).click()
      await expect(drawer).toHaveCount(0)
      await expect(files.getByRole('row', { name: fileNo })).toContainText('已完成')
      expect(await api.call(bills.info, { billId: paid.billId })).toMatchObject({
        state: 'settled',
        paid: 20_000,
      })
    },
  )
  await step(
    '财务：没付成的会回到「可付款的申请」。改用网银单笔转账的，点它的账单编号，点「登记付款」，上传银行回单，再点「登记付款」。',
    async () => {
      await payable.getByRole('link', { name: failed.no }).click()
      await payBill(page)
      expect(await api.call(bills.info, { billId: failed.billId })).toMatchObject({ paid: 15_000 })
    },
  )
})
