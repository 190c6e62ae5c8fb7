import { workOrders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

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
  const links = await pane
    .locator('a[href*="submittedFrom="], a[href*="beginDate="]')
    .evaluateAll(found =>
      found.map(link => ({ href: link.getAttribute('href') ?? '', text: link.textContent ?? '' })),
    )
  // Rates, hours and money lead to orders too, but are no number of them.
  const counts = links.flatMap(({ href, text }) => {
    const [, figure] = /^(?:提交完工 )?([\d,]+)(?: 张.*)?$/.exec(text) ?? []
    return figure === undefined ? [] : [{ href, figure: Number(figure.replaceAll(',', '')) }]
  })
  expect(counts.length).toBeGreaterThan(12)
  for (const { href, figure } of counts) {
    const filter = Object.fromEntries(new URL(href, 'http://any').searchParams)
    const { totalDataNum } = await api.call(workOrders.page, workOrders.page.input.parse(filter))
    expect({ href, total: totalDataNum }).toEqual({ href, total: figure })
  }

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
