import { workOrders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Locator } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

interface FoundLink {
  href: string
  text: string
}

const linksOf = (links: Locator): Promise<FoundLink[]> =>
  links.evaluateAll(found =>
    found.map(link => ({ href: link.getAttribute('href') ?? '', text: link.textContent ?? '' })),
  )

/** Each number is the number of orders behind its link, and there are more than so many. */
async function countsAreTotals(api: Api, links: readonly FoundLink[], least: number): Promise<void> {
  // Rates, hours and money lead to orders too, but are no number of them; of `2/6` the first is.
  const counts = links.flatMap(({ href, text }) => {
    const [, figure] = /^(?:提交完工 )?([\d,]+)(?: 张.*|\/\d+)?$/.exec(text) ?? []
    return figure === undefined ? [] : [{ href, figure: Number(figure.replaceAll(',', '')) }]
  })
  expect(counts.length).toBeGreaterThan(least)
  for (const { href, figure } of counts) {
    const filter = Object.fromEntries(new URL(href, 'http://any').searchParams)
    const { totalDataNum } = await api.call(workOrders.list, workOrders.list.input.parse(filter))
    expect({ href, total: totalDataNum }).toEqual({ href, total: figure })
  }
}

test('运维分析: each number leads to so many orders', async ({ page, api }) => {
  // Days that are over: what happens meanwhile is of today.
  const today = businessDayOf(Date.now())
  const range = `from=${addDays(today, -60)}&to=${addDays(today, -12)}`
  await open(page, `/operation/opsFigures?${range}`)
  const { pane } = shell(page)
  const figures = pane.getByRole('region', { name: '运维指标' })
  await expect(figures.getByRole('link', { name: /张超时$/ })).toBeVisible()
  await expect(pane.getByRole('region', { name: '故障构成' }).getByRole('link').first()).toBeVisible()
  await expect(pane.getByRole('region', { name: '各机构运维指标' }).getByRole('link').first()).toBeVisible()
  await countsAreTotals(
    api,
    await linksOf(pane.locator('a[href*="submittedFrom="], a[href*="beginDate="]')),
    12,
  )

  const late = figures.getByRole('link', { name: /张超时$/ })
  const [figure] = (await late.innerText()).split(' ')
  await late.click()
  await expect(pane.getByRole('table', { name: '工单列表' })).toBeVisible()
  await expect(pane).toContainText(`共 ${figure} 条`)
})

test('运维分析: figures stand against as many days before, and today is not drawn as a whole day', async ({
  page,
}) => {
  await open(page, '/operation/opsFigures')
  const figures = shell(page).pane.getByRole('region', { name: '运维指标' })
  await expect(figures.getByText(/^比前 29 天/).first()).toBeVisible()
  await expect(figures.locator('.ui-spark-unended')).toHaveCount(1)
  // What a figure is made of stands whole in its line, beside the change or below it.
  const late = await figures.getByRole('link', { name: /张超时$/ }).boundingBox()
  expect(late?.height).toBeLessThan(30)
})

test('运维人员: what somebody did in 90 days leads to just those orders, from the list and from their page', async ({
  page,
  api,
}) => {
  await open(page, '/operation/operationMember')
  const { pane } = shell(page)
  const table = pane.getByRole('table', { name: '运维人员' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const links = await linksOf(table.locator('a[href*="state=done"]'))
  await countsAreTotals(api, links, 3)
  await table.getByRole('row').nth(1).getByRole('link').first().click()
  const figures = pane.getByRole('region', { name: '工单情况' })
  await expect(figures.getByRole('link', { name: '近 90 天完成，查看明细' })).toHaveAttribute(
    'href',
    links[0]?.href ?? '',
  )
})
