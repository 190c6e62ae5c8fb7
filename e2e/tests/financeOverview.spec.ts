import { financeOverview, formatFen } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { expect } from '@playwright/test'
import { pageAt, testLooks } from '../support/look.ts'
import { open, shell } from '../support/shell.ts'
import { test } from '../support/test.ts'

test.use({ account: 'finance' })

/** The month before this one: it is closed, and nobody sells in it any more. */
function lastMonth(): string {
  const [year = 0, month = 0] = businessDayOf(Date.now()).split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7)
}

test('财务概况: a figure opens its list, which adds up to it; a month and a school are chosen by the page', async ({
  page,
  api,
}) => {
  const month = lastMonth()
  const all = await api.call(financeOverview.overview, { month })
  const [first] = all.ranking
  if (first === undefined) throw new Error('the demo sells courses')
  await open(page, `/finacial/situation?month=${month}`)
  const { pane } = shell(page)
  const total = pane.getByLabel('合计')

  await pane.getByRole('link', { name: '收入金额，查看明细' }).click()
  await expect(total).toContainText(formatFen(all.income.income))
  await page.goBack()
  await pane.getByRole('link', { name: '减：课程退款，查看明细' }).click()
  await expect(total).toContainText(formatFen(0 - all.income.refunded))
  await page.goBack()

  // Of one school: by its row in the ranking, and in the address of the whole page.
  const ranking = pane.getByRole('region', { name: '收入排名' })
  await ranking.getByRole('row', { name: first.organName }).getByRole('link').click()
  await expect(total).toContainText(formatFen(first.income))
  await page.goBack()
  // Those that it does not name are in the whole list.
  await ranking
    .getByRole('row', { name: `其余 ${all.rest.organs} 家` })
    .getByRole('link')
    .click()
  await expect(pane.getByRole('row', { name: first.organName })).toContainText(formatFen(first.income))
  await open(page, `/finacial/situation?month=${month}&organId=${first.organId}`)
  const own = await api.call(financeOverview.overview, { month, organId: first.organId })
  await pane.getByRole('link', { name: '平台分成，查看明细' }).click()
  await expect(shell(page).pane.getByLabel('合计')).toContainText(
    `平台分成${formatFen(own.bills.platformShare)}`,
  )
})

test('each line stands exact beside the month before and the year before, in word and sign; where there is none it says so', async ({
  page,
  api,
}) => {
  const month = lastMonth()
  const { income, monthBefore, yearBefore } = await api.call(financeOverview.overview, { month })
  await open(page, `/finacial/situation?month=${month}`)
  const { pane } = shell(page)
  const statement = pane.getByRole('region', { name: '收支概况' })
  const line = statement.getByRole('row', { name: /^收入金额/ })
  await expect(line).toContainText(formatFen(income.income))
  const before = monthBefore.income?.income
  await expect(line.getByRole('cell').nth(1)).toHaveText(before === undefined ? '—' : formatFen(before))
  const lastYear = yearBefore.income?.income
  await expect(line.getByRole('cell').nth(3)).toHaveText(lastYear === undefined ? '—' : formatFen(lastYear))
  await expect(line.getByRole('cell').nth(4)).toHaveText(
    lastYear === undefined ? '无可比' : /[增减].*%|持平|新增/,
  )
  // What accounts held then is kept nowhere.
  await expect(
    pane
      .getByRole('row', { name: /^学员余额/ })
      .getByRole('cell')
      .nth(2),
  ).toHaveText('无可比')
  const file = page.waitForEvent('download')
  await pane.getByRole('button', { name: 'Excel' }).click()
  expect((await file).suggestedFilename()).toBe(`财务概况 ${month}.xlsx`)
})

testLooks([
  pageAt('situation', '/finacial/situation'),
  pageAt('situation-incomes', '/finacial/situation?tab=incomes'),
])
