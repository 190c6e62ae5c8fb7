import { bills } from '@drivesim/contract'
import { monthWords } from '@drivesim/contract/money/bills/billShapes'
import type { Page } from '@playwright/test'
import { Api } from '../support/api.ts'
import { agreeToPay, openBill, payBill } from '../support/billPages.ts'
import { closeLastMonth, lastMonth, newBilledSchool, newOwedSchool, sellLastMonth } from '../support/bills.ts'
import { chooseRow, confirm, jobSucceeds, query, row } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { choicesOf, choose, pickByName } from '../support/pickers.ts'
import { open, shell, toTab } from '../support/shell.ts'
import { task } from '../support/task.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const list = '/finacial/reconciliation'
test.beforeEach(() => test.setTimeout(patience(120_000)))

task('close-a-month', 'finance', async ({ page, api, browser, step }) => {
  const admin = await Api.signIn('admin')
  const { name, clerk, accountNumber } = await newOwedSchool(admin, api, 12_000)
  const { pane } = shell(page)
  const checklist = pane.getByRole('region', { name: '月结清单' })
  await step('财务：打开「对账管理」›「月结」，看「月份」对不对，再从上往下看哪几步没有完成。', async () => {
    await open(page, list)
    await toTab(page, '月结')
    await expect(checklist.getByRole('status')).toContainText(
      new RegExp(`^${monthWords(lastMonth())}：.*11 步中完成 \\d+ 步$`),
    )
  })
  await step('财务：点开没有完成的一步，看它还差哪些单子、轮到谁。', async () => {
    const line = checklist.getByRole('listitem').filter({ hasText: /^出账/ })
    await expect(line).toContainText('由平台财务办理')
    await line.getByText('出账', { exact: true }).click()
    await expect(line.getByRole('link').first()).toBeVisible()
  })
  await step(
    '财务：切到「账单」，点「提前出账」，选「驾校」，点「出账」。到了出账日的会自动出，不用做这一步。',
    async () => {
      await toTab(page, '账单')
      await pane.getByRole('button', { name: '提前出账' }).click()
      const form = shell(page).dialog('提前出账')
      await pickByName(page, form.getByLabel('驾校', { exact: true }), name)
      await form.getByRole('button', { name: '出账', exact: true }).click()
      await expect(form).toHaveCount(0)
    },
  )
  await step('财务：在「账单」里填驾校名称，点「查询」，勾选它的账单，点「催办对账」并确认。', async () => {
    await query(page, '账单', name)
    await expect(row(page, name)).toContainText('应付驾校 ¥120.00')
    await chooseRow(page, name)
    await pane.getByRole('button', { name: '催办对账' }).click()
    await confirm(page, '催办 1 份账单')
    await jobSucceeds(page, 1)
  })
  await step('驾校：打开「对账管理」，点账单编号，核对后点「确认」，再点「确认账单」。', async () => {
    const theirs = await anotherBrowser(browser, clerk.api)
    await open(theirs, list)
    await openBill(theirs, name)
    await shell(theirs).pane.getByRole('button', { name: '确认', exact: true }).click()
    await confirm(theirs, '确认账单')
    await expect(shell(theirs).pane.getByText('已对账', { exact: true })).toBeVisible()
    await theirs.context().close()
  })
  await step('财务：勾选驾校确认了的账单，点「转结算」并确认。', async () => {
    await pane.getByRole('button', { name: '刷新' }).click()
    await expect(row(page, name)).toContainText('已对账')
    await chooseRow(page, name)
    await pane.getByRole('button', { name: '转结算' }).first().click()
    await confirm(page, '1 份账单转结算')
    await jobSucceeds(page, 1)
    await expect(row(page, name)).toContainText('待结算')
  })
  await step('财务：勾选应付驾校的账单，点「申请付款」，再点「提交申请」。', async () => {
    await chooseRow(page, name)
    await pane.getByRole('button', { name: '申请付款' }).first().click()
    const form = shell(page).dialog('申请付款 1 份账单')
    await expect(form).toContainText('¥120.00')
    await form.getByRole('button', { name: '提交申请' }).click()
    await jobSucceeds(page, 1)
  })
  await step(
    '审批人：打开「审批」›「待我审批」，点这笔付款，看清金额和收款账户，点「同意」，再点一次「同意」。',
    async () => {
      const theirs = await anotherBrowser(browser, admin)
      await open(theirs, '/finacial/approvals')
      await agreeToPay(theirs, `向${name}付款 ¥120.00`, accountNumber.slice(-4))
      await theirs.context().close()
    },
  )
  await step(
    '财务：转账后点账单编号，点「登记付款」，上传银行回单，再点「登记付款」。账单变为「已结清」。',
    async () => {
      await openBill(page, name)
      await payBill(page)
    },
  )
  await step('财务：回到「月结」，办下一张单子，直到每一步都写「已完成」。', async () => {
    await open(page, list)
    await toTab(page, '月结')
    await expect(checklist.getByRole('status')).toContainText('11 步中完成')
    await expect(checklist.getByText('已完成').first()).toBeVisible()
    // Nothing of this school is open any more.
    await expect(checklist).not.toContainText(name)
  })
})

task('disputed-bill', 'finance', async ({ page, api, browser, step }) => {
  const admin = await Api.signIn('admin')
  const school = await newBilledSchool(admin)
  await sellLastMonth(admin, school)
  const { billId, no } = await closeLastMonth(api, school.schoolId)
  const [order] = await api.call(bills.ordersToName, { billId })
  const orderNo = order?.orderNo ?? ''
  const theirs = await anotherBrowser(browser, school.clerk.api)
  const { pane } = shell(page)
  const { pane: statement } = shell(theirs)
  const thread = (of: Page) => shell(of).pane.getByRole('region', { name: '异议往来' })

  await step(
    '驾校：打开「对账管理」，点账单编号，在「明细」里逐项核对；点一项，看它由哪些订单加起来。',
    async () => {
      await open(theirs, list)
      await openBill(theirs, school.name)
      await statement.getByRole('region', { name: '明细' }).getByRole('button').first().click()
      const line = shell(theirs).dialog('的订单')
      await expect(line.getByRole('row').nth(1)).toBeVisible()
      await line.getByRole('button', { name: '关闭' }).click()
      await expect(line).toHaveCount(0)
    },
  )
  await step(
    '驾校：点「提出异议」，填「异议的原因」，知道是哪几单的选「涉及的订单」，点「提出异议」。账单变为「有异议」，平台答复前不会结算。',
    async () => {
      await statement.getByRole('button', { name: '提出异议' }).click()
      const form = shell(theirs).dialog(`对 ${no} 提出异议`)
      await form.getByLabel('异议的原因').fill('这一单的学员没有上课')
      const picker = form.getByLabel('涉及的订单')
      await picker.click()
      await (await choicesOf(theirs, picker)).getByText(orderNo).click()
      await form.getByRole('button', { name: '提出异议' }).click()
      await expect(form).toHaveCount(0)
      await expect(statement.getByText('有异议', { exact: true })).toBeVisible()
    },
  )
  await step(
    '财务：打开「对账管理」，「状态」选「有异议」，点「查询」，点账单编号，读「异议往来」。',
    async () => {
      await open(page, `${list}?paramValue=${school.name}`)
      await choose(page, page.getByRole('combobox', { name: '状态' }), '有异议')
      await pane.getByRole('button', { name: '查询' }).click()
      await openBill(page, school.name)
      await expect(thread(page)).toContainText('这一单的学员没有上课')
      await expect(thread(page)).toContainText(orderNo)
    },
  )
  await step(
    '财务：金额确实有误的，点「调整」，选「补给驾校」或「向驾校扣减」，填「金额」和「调整的原因」，点「新增调整单」。',
    async () => {
      await pane.getByRole('button', { name: '调整', exact: true }).click()
      const form = shell(page).dialog(`调整 ${school.name} ${no}`)
      await form.getByText('补给驾校', { exact: true }).click()
      await form.getByLabel('金额').fill('30')
      await form.getByLabel('调整的原因').fill('退回未上课的分成')
      await form.getByRole('button', { name: '新增调整单' }).click()
      await expect(form).toHaveCount(0)
    },
  )
  await step('财务：点「答复」，写清查到什么、补在哪里，再点「答复」。账单回到「待对账」。', async () => {
    await pane.getByRole('button', { name: '答复', exact: true }).click()
    const form = shell(page).dialog(`答复 ${no} 的异议`)
    await form.getByLabel('答复', { exact: true }).fill('已核实，30 元补在本月的调整单里')
    await form.getByRole('button', { name: '答复', exact: true }).click()
    await expect(form).toHaveCount(0)
    await expect(pane.getByText('待对账', { exact: true })).toBeVisible()
  })
  await step(
    '驾校：再打开这份账单，读「异议往来」里的答复；同意了，点「确认」，再点「确认账单」。',
    async () => {
      await theirs.reload()
      await expect(thread(theirs)).toContainText('已核实，30 元补在本月的调整单里')
      await statement.getByRole('button', { name: '确认', exact: true }).click()
      await confirm(theirs, '确认账单')
      await expect(statement.getByText('已对账', { exact: true })).toBeVisible()
    },
  )
  await step('驾校：回到「对账管理」，点「本期账单」，在「调整单」里看到补的这一笔。', async () => {
    await open(theirs, list)
    await statement.getByRole('link', { name: '本期账单' }).click()
    const adjusted = statement.getByRole('region', { name: '调整单' })
    await expect(adjusted).toContainText('退回未上课的分成')
    await expect(adjusted).toContainText('¥30.00')
  })
  await theirs.context().close()
})
