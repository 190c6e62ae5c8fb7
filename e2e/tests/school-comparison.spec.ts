import { dashboard, formatFen, organisations } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { pageAt, testLooks } from '../support/look.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('two schools stand side by side with the figures of each, and what lies between them; a figure opens its page', async ({
  page,
  api,
}) => {
  const [one, other] = (await api.call(organisations.schools, {})).slice(0, 2)
  if (one === undefined || other === undefined) throw new Error('the demo has schools')
  const today = businessDayOf(Date.now())
  const range = {
    beginDate: addDays(today, -28),
    endDate: addDays(today, -1),
    figure: 'rechargeFen' as const,
  }
  const paid = async (organId: number) => {
    const { figures } = await api.call(dashboard.overview, { ...range, organId, compare: 'none' })
    return figures.find(({ key }) => key === 'rechargeFen')?.value ?? -1
  }
  const [mine, theirs] = [await paid(one.organizationId), await paid(other.organizationId)]
  await open(page, '/controlPanel')
  const { pane } = shell(page)
  await pane.getByRole('button', { name: '导出、打印和对比' }).click()
  await page.getByRole('menuitem', { name: '对比驾校' }).click()
  await expect(pane.getByRole('columnheader')).toContainText(['指标', one.name, other.name, '相差'])
  const cells = pane.getByRole('row', { name: /^充值金额/ }).getByRole('cell')
  await expect(cells.nth(0)).toHaveText(formatFen(mine))
  await expect(cells.nth(1)).toHaveText(formatFen(theirs))
  await expect(cells.nth(2)).toContainText(
    mine === theirs ? '相同' : `甲${mine > theirs ? '多' : '少'} ${formatFen(Math.abs(mine - theirs))}`,
  )
  await cells.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(`/rechargeMoney?compare=none&organId=${other.organizationId}`)
})

test.describe('of one school', () => {
  test.use({ account: 'school' })
  test('who has one school is told that there is nothing to compare', async ({ page }) => {
    await open(page, '/controlPanel')
    const { pane } = shell(page)
    await pane.getByRole('button', { name: '导出、打印和对比' }).click()
    await expect(page.getByRole('menuitem', { name: '打印' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '对比驾校' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await open(page, '/schoolComparison')
    await expect(pane).toContainText('只有一所驾校，没有可对比的')
  })
})

testLooks([pageAt('school-comparison', '/schoolComparison')])
