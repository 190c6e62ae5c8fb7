import {
  addMonths,
  bills,
  contracts,
  financeOverview,
  formatFen,
  monthOf,
  monthWords,
  organisations,
  roles,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { confirm, row } from '../support/lists.ts'
import { formOver, pageAt, testLooks } from '../support/look.ts'
import { newPerson } from '../support/people.ts'
import { pickByName } from '../support/pickers.ts'
import { follow, open, shell } from '../support/shell.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

test('账单: a month is closed, confirmed by its school, settled and paid, and the statement says so', async ({
  page,
  api,
  browser,
}) => {
  const name = `账单驾校${process.pid}${Date.now()}`
  const { organizationId: schoolId } = await api.call(organisations.addSchool, {
    name,
    provinceId: '440000',
    cityId: '440100',
  })
  const month = addMonths(monthOf(businessDayOf(Date.now())), -1)
  await api.call(contracts.add, {
    schoolId,
    mode: 'rent',
    monthlyRent: 250_050,
    billingDay: 28,
    startsOn: month,
    endsOn: addMonths(month, 12),
    deposit: 0,
  })
  const { roleId } = await api.call(roles.add, {
    roleName: `对账${name}`,
    codes: ['finance', 'finance:accCheck'],
  })
  const clerk = await newPerson(api, { place: { organId: schoolId, organName: name }, roleIds: [roleId] })

  await open(page, `/finacial/reconciliation?paramValue=${name}`)
  await page.getByRole('button', { name: '提前出账' }).click()
  const closing = page.getByRole('dialog', { name: '提前出账' })
  await pickByName(page, closing.getByLabel('驾校', { exact: true }), name)
  await closing.getByRole('button', { name: '出账', exact: true }).click()
  await expect(closing).toHaveCount(0)
  await expect(row(page, name)).toContainText('待对账')
  await expect(row(page, name)).toContainText('驾校应还 ¥2,500.50')

  const theirs = await anotherBrowser(browser, clerk.api)
  await open(theirs, '/finacial/reconciliation')
  await row(theirs, name).getByRole('link', { name: 'ZD' }).click()
  const heading = `${name} ${monthWords(month)}对账单`
  const { pane: statement } = shell(theirs)
  await expect(statement.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(statement).toContainText('驾校应还 ¥2,500.50')
  await expect(statement.getByRole('button', { name: '转结算' })).toHaveCount(0)
  await statement.getByRole('button', { name: '确认', exact: true }).click()
  await confirm(theirs, '确认账单')
  await expect(statement).toContainText('已对账')

  await page.getByRole('button', { name: '刷新' }).click()
  await row(page, name).getByRole('link', { name: 'ZD' }).click()
  const { pane } = shell(page)
  await expect(pane.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await pane.getByRole('button', { name: '转结算' }).click()
  await confirm(page, '转结算')
  await expect(pane).toContainText('待还款')
  // 还款账单 has in sight what is left and until when, and not what it came from.
  await follow(page, `/finacial/collectionBill?paramValue=${name}`)
  await expect(row(page, name)).toContainText(/待还款.*¥2,500\.50.*¥0\.00.*¥2,500\.50.*\d{4}-\d\d-\d\d/)
  await expect(pane.getByRole('columnheader', { name: '未还' })).toBeVisible()
  await expect(pane.getByRole('columnheader', { name: '课程收入' })).toHaveCount(0)
  await page.goBack()
  await pane.getByRole('button', { name: '登记收款' }).click()
  const receipt = page.getByRole('dialog', { name: '登记收款' })
  const receive = async (amount: string) => {
    await receipt.getByLabel('金额').fill(amount)
    await receipt.getByRole('button', { name: '登记收款' }).click()
  }
  await receive('2500.51')
  await expect(receipt.getByText('本账单还需 ¥2,500.50，不能超收')).toBeVisible()
  await receive('1000')
  await expect(receipt).toHaveCount(0)
  // A second person has the same slip before them.
  await pane.getByRole('button', { name: '登记收款' }).click()
  await receive('1000')
  await confirm(page, '返回核对')
  await expect(receipt.getByText(/10 分钟内已为该账单登记过/)).toBeVisible()
  await receive('1500.5')
  await expect(receipt).toHaveCount(0)
  await expect(pane.getByText('已结清', { exact: true })).toBeVisible()
  // The ledger says the same: a rent that became due, and the money that came for it.
  const postings = pane.getByRole('table', { name: '分录' })
  await expect(postings.getByRole('row', { name: `驾校往来 ${name}` })).toHaveText([
    /¥2,500\.50$/,
    /¥1,000\.00$/,
    /¥1,500\.50$/,
  ])
  await expect(postings.getByRole('row', { name: '银行存款' })).toHaveText([/¥1,000\.00/, /¥1,500\.50/])
  await pane.getByRole('button', { name: '收据' }).last().click()
  const paper = page.getByRole('dialog', { name: '收据 SK' })
  await expect(paper).toContainText('人民币壹仟伍佰元伍角整')
  await paper.getByRole('button', { name: '关闭' }).first().click()
  await pane.getByRole('button', { name: '打印对账单' }).click()
  await expect(page.getByRole('dialog', { name: '对账单 ZD' })).toContainText('盖章')
})

testLooks([
  pageAt('reconciliation', '/finacial/reconciliation', formOver('closeForm', '提前出账')),
  pageAt('collection', '/finacial/collection'),
])

test('本期账单 shows the month of each school, and opens one in the same tab', async ({ page, api }) => {
  const [first] = await api.call(bills.runningMonths)
  await open(page, '/finacial/currentBill')
  const { pane } = shell(page)
  const month = pane
    .getByRole('listitem')
    .filter({ hasText: first?.schoolName ?? '' })
    .first()
  await expect(month).toContainText(monthWords(first?.month ?? ''))
  await month.getByRole('link').click()
  await expect(pane.getByRole('heading', { level: 1 })).toContainText(first?.schoolName ?? '')
  await expect(shell(page).tab('本期账单')).toHaveCount(1)
  await expect(shell(page).tabs).toHaveCount(2)
})

test('财务概况 takes the share of schools that is not billed for unknown, and says the fen', async ({
  page,
  api,
}) => {
  const month = monthOf(businessDayOf(Date.now())).slice(0, 7)
  const found = await api.call(financeOverview.overview, { month })
  await open(page, '/finacial/situation')
  const { pane } = shell(page)
  expect(found.bills.closed).toBe(0)
  const left = pane.getByRole('region', { name: '收入去向' }).getByRole('row', { name: /平台留存/ })
  await expect(left).toContainText('未出账')
  await expect(left).not.toContainText('¥')
  const statement = pane.getByRole('region', { name: '收支概况' })
  for (const line of ['平台分成', '驾校分成', '应收驾校', '应付驾校'])
    await expect(statement.getByRole('link', { name: `${line}，查看明细` })).toHaveText('未出账')
  const trend = pane.getByRole('region', { name: '近 12 个月' })
  await trend.getByRole('button', { name: '看表格' }).click()
  await expect(trend.getByRole('row', { name: month })).toContainText('—')
  await expect(statement.getByRole('link', { name: '收入金额，查看明细' })).toHaveText(
    formatFen(found.income.income),
  )
  await expect(pane.getByRole('region', { name: '应付驾校账龄' })).toBeVisible()
  await open(page, `/finacial/situation?month=${addMonths(`${month}-01`, -1).slice(0, 7)}`)
  await expect(statement.getByText(/[+−]\d+(\.\d+)?%/).first()).toBeVisible()
})
