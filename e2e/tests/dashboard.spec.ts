import { account, dashboard, endOfMonth, rankedPlaces } from '@drivesim/contract'
import type { Locator, Page, Route } from '@playwright/test'
import { rows } from '../support/lists.ts'
import { type Look, pageAt, template, testLooks } from '../support/look.ts'
import { holdBack } from '../support/network.ts'
import { follow, open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** Over, so that nothing that happens meanwhile changes its figures. */
const past = 'range=lastMonth'
const card = (page: Page, label: string) =>
  shell(page).pane.getByRole('list', { name: '指标' }).getByRole('listitem').filter({ hasText: label })
/** The figure of the last row, 合计. */
const totalOf = (table: Locator) => table.getByRole('row').last().getByRole('cell').last()

test('a figure leads from its card to its page, its tables add up to it, and they lead to its rows', async ({
  page,
}) => {
  await open(page, `/controlPanel?${past}`)
  const { pane } = shell(page)
  await card(page, '课程订单').getByRole('button', { name: '课程订单' }).click()
  await expect(pane.getByRole('region', { name: '趋势 · 课程订单' })).toBeVisible()
  await waitUntilSettled(page)
  const ranked = await pane.getByRole('region', { name: '排名' }).getByRole('listitem').last().innerText()
  const figure = ranked.replace('合计', '').trim()
  await card(page, '课程订单').getByRole('link', { name: '查看课程订单' }).click()
  await expect(page).toHaveURL(`/courseOrderLine?${past}`)
  await waitUntilSettled(page)
  await expect(pane.locator('header').first()).toContainText(`${figure} 单`)
  const table = pane.getByRole('table', { name: '指标明细' })
  await expect(totalOf(table)).toHaveText(figure)
  await pane.getByRole('radiogroup', { name: '分组方式' }).getByText('驾校').click()
  await expect(table.getByRole('columnheader').first()).toHaveText('驾校')
  await waitUntilSettled(page)
  await expect(totalOf(table)).toHaveText(figure)
  // A school's row has as many behind it as it says.
  const school = table.getByRole('row').nth(1)
  const ofSchool = await school.getByRole('cell').last().innerText()
  await school.getByRole('link').click()
  await expect(pane.getByLabel('合计')).toHaveText(`合计${ofSchool} 单`)
  const number = rows(page).first().getByRole('link').first()
  const no = await number.innerText()
  await number.click()
  await expect(page).toHaveURL(`/orderManage/courseOrder?paramValue=${no}`)
  await expect(rows(page)).toHaveCount(1)
})

test('what a ranking leaves to one line are the rows after it in the table of these places', async ({
  page,
}) => {
  await open(page, `/controlPanel?${past}&figure=courseOrders`)
  const { pane } = shell(page)
  const rest = pane.getByRole('region', { name: '排名' }).getByRole('listitem').filter({ hasText: '其余' })
  const left = await rest.locator('span').last().innerText()
  await rest.getByRole('link').click()
  await expect(page).toHaveURL(`/courseOrderLine?${past}&by=school`)
  await waitUntilSettled(page)
  const table = pane.getByRole('table', { name: '指标明细' })
  await expect(table.getByRole('columnheader')).toHaveText(['驾校', '课程订单（单）'])
  const cells = await table.getByRole('row').getByRole('cell').allInnerTexts()
  const values = cells.filter((_, index) => index % 2 === 1).map(text => Number(text.replaceAll(',', '')))
  const after = values.slice(rankedPlaces, -1)
  expect(after.reduce((sum, value) => sum + value, 0)).toBe(Number(left.replaceAll(',', '')))
  // A city leads to its schools, which are as many orders as its row says.
  await pane.getByRole('radiogroup', { name: '分组方式' }).getByText('城市').click()
  await expect(table.getByRole('columnheader').first()).toHaveText('城市')
  await waitUntilSettled(page)
  const all = await totalOf(table).innerText()
  const city = table.getByRole('row').nth(1)
  const ofCity = await city.getByRole('cell').last().innerText()
  const name = await city.getByRole('link').innerText()
  await city.getByRole('link').click()
  const area = pane.getByRole('button', { name: `地区：${name}` })
  await expect(area).toBeVisible()
  await expect(totalOf(table)).toHaveText(ofCity)
  await area.click()
  await expect(totalOf(table)).toHaveText(all)
})

test('the blocks lead to the rows that they are made of', async ({ page }) => {
  const board = `/controlPanel?${past}&figure=courseOrders`
  await open(page, board)
  const { pane } = shell(page)
  const block = (name: string) => pane.getByRole('region', { name })
  await waitUntilSettled(page)
  // A day of the trend has as many orders behind it as its row says.
  const trend = block('趋势 · 课程订单')
  await trend.getByRole('button', { name: '看表格' }).click()
  const row = trend.getByRole('table').getByRole('row').nth(3)
  const orders = await row.getByRole('cell').first().innerText()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/^[^?]*\/courseOrderLine\?beginDate=([\d-]+)&endDate=\1&by=list$/)
  await expect(pane.getByLabel('合计')).toHaveText(`合计${orders}`)

  await follow(page, board)
  await block('今日时段').getByRole('link', { name: '今日训练' }).click()
  await expect(page).toHaveURL('/appUseAmount?range=today&by=list')

  await follow(page, board)
  await block('利用率').getByRole('link', { name: '这些天的训练' }).click()
  await expect(page).toHaveURL(/\/appUseAmount\?beginDate=[\d-]+&endDate=[\d-]+&by=list$/)

  await follow(page, board)
  const month = block('模块通过率').getByRole('columnheader').getByRole('link').first()
  const begin = `20${await month.innerText()}-01`
  await month.click()
  await expect(page).toHaveURL(`/appUseAmount?beginDate=${begin}&endDate=${endOfMonth(begin)}&by=list`)
  await expect(rows(page).first()).toBeVisible()
})

test('people of several days are counted once: 首次计入 adds up to the figure', async ({ page }) => {
  await open(page, `/courseUseAmount?${past}`)
  const { pane } = shell(page)
  const table = pane.getByRole('table', { name: '指标明细' })
  await expect(table.getByRole('columnheader')).toHaveText(['日期', '人数（不可相加）', '首次计入'])
  const cells = await table.getByRole('row').getByRole('cell').allInnerTexts()
  const first = cells.filter((_, index) => index % 3 === 2).map(text => Number(text.replaceAll(',', '')))
  const total = first.pop()
  expect(first.reduce((sum, value) => sum + value, 0)).toBe(total)
  await expect(pane.locator('header').first()).toContainText(`${total?.toLocaleString('en-US')} 人`)
})

test('cards and trend are above the fold, and stand where they will while they are on their way', async ({
  page,
}) => {
  await open(page, '/message')
  const release = await holdBack(page, `**${dashboard.overview.path}`)
  await follow(page, `/controlPanel?${past}`)
  const trend = shell(page).pane.getByRole('region', { name: /^趋势/ })
  await expect(trend.getByRole('status', { name: '正在加载' })).toBeVisible()
  const before = await trend.boundingBox()
  release()
  await waitUntilSettled(page)
  expect(await trend.boundingBox()).toEqual(before)
  expect((before?.y ?? 0) + (before?.height ?? Infinity)).toBeLessThanOrEqual(768)
})

test('on paper are the figure, its course and all of its rows', async ({ page }) => {
  await open(page, `/rechargeMoney?${past}&by=school`)
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const total = await totalOf(shell(page).pane.getByRole('table')).innerText()
  await page.getByRole('button', { name: '打印' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.figure-print')
  await expect(sheet.getByRole('heading')).toContainText('充值金额')
  await expect(sheet.locator('canvas')).toBeVisible()
  await expect(sheet.getByRole('row').last()).toContainText(total)
  await expect(shell(page).menu).toBeHidden()
  // Once it is printed it is gone.
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

test('the board on paper: charts are drawn for it, nothing lies on another, and nothing is there to press', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await open(page, '/controlPanel')
  const charts = shell(page).pane.locator('canvas')
  await expect(charts.nth(1)).toBeVisible()
  const widths = () =>
    charts.evaluateAll(all => all.map(chart => Math.round(chart.getBoundingClientRect().width)))
  const before = await widths()
  expect(Math.max(...before)).toBeGreaterThan(720)
  // As a browser prints: first the event, then the layout of the paper. Nothing runs in that any more.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(Math.max(...(await widths()))).toBeLessThanOrEqual(680)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1047 })
  const panels = await shell(page)
    .pane.locator('.ui-panel')
    .evaluateAll(all => all.map(chart => chart.getBoundingClientRect().toJSON()))
  for (const [at, { top, right }] of panels.entries()) {
    expect(right).toBeLessThanOrEqual(718)
    expect(top).toBeGreaterThanOrEqual(panels[at - 1]?.bottom ?? 0)
  }
  await expect(shell(page).pane.getByRole('button', { name: /^(大屏|看表格|刷新)$/ })).toHaveCount(0)
  await expect(shell(page).pane.getByText(/^\d{4}-\d\d-\d\d – .*，\d{4}-/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(widths).toEqual(before)
})

test.describe('of one school', () => {
  test.use({ account: 'school' })

  test('paper names the school of its figures, though nothing was filtered', async ({ page, api }) => {
    const { userOrganName } = await api.call(account.me)
    await open(page, `/rechargeMoney?${past}`)
    await page.evaluate(() => {
      window.print = () => {}
    })
    await page.getByRole('button', { name: '打印' }).click()
    await expect(page.locator('.figure-print p')).toContainText(userOrganName)
  })
})

const refused = (route: Route) => route.fulfill({ status: 500, json: {} })

test('where the figures do not come, what is read by calls of its own stands', async ({ page, problems }) => {
  problems.allow(/500/)
  const { pane } = shell(page)
  // The live line has them read again at any time: they come once the button was pressed, and not before.
  await page.route(`**${dashboard.overview.path}`, async route => {
    const isPressed = await page.evaluate(() => document.documentElement.hasAttribute('data-pressed'))
    return isPressed ? route.continue() : refused(route)
  })
  await open(page, `/controlPanel?${past}`)
  await expect(pane.getByRole('alert')).toHaveCount(1)
  await expect(pane.getByRole('region', { name: '利用率' }).getByRole('table')).toBeVisible()
  await expect(pane.getByRole('region', { name: '值得注意' })).toBeVisible()
  await page.evaluate(() => {
    const note = () => document.documentElement.setAttribute('data-pressed', '')
    addEventListener('click', note, { capture: true, once: true })
  })
  await pane.getByRole('button', { name: '重试' }).click()
  await expect(card(page, '课程订单')).toBeVisible()
  await expect(pane.getByRole('alert')).toHaveCount(0)

  await page.route(`**${dashboard.detail.path}`, refused)
  await follow(page, `/courseOrderLine?${past}&by=list`)
  await expect(rows(page).first()).toBeVisible()
  await pane.getByRole('radiogroup', { name: '分组方式' }).getByText('驾校').click()
  await expect(page).toHaveURL(/by=school/)
})

test('every number of a card has its unit; on a phone what needs attention comes first, and then what is now', async ({
  page,
}) => {
  await open(page, `/controlPanel?${past}`)
  await waitUntilSettled(page)
  for (const [label, unit] of [
    ['新增学员', '人'],
    ['课程订单', '单'],
    ['应用使用次数', '次'],
  ] as const)
    await expect(card(page, label)).toContainText(new RegExp(`\\d( 万)?${unit}`))
  await page.setViewportSize({ width: 390, height: 844 })
  const { pane } = shell(page)
  const blocks = [
    pane.getByRole('list', { name: '指标' }),
    ...['值得注意', '设备现状', '趋势 · 应用使用次数', '排名', '今日时段', '利用率', '模块通过率'].map(name =>
      pane.getByRole('region', { name, exact: true }),
    ),
  ]
  const boxes = async () =>
    Promise.all(blocks.map(async block => (await block.boundingBox()) ?? { y: 0, height: 0 }))
  // Each begins below the end of the one before it.
  const misplaced = async () =>
    (await boxes()).flatMap(({ y }, at, all) => {
      const before = all[at - 1]
      return before !== undefined && y < before.y + before.height ? [at] : []
    })
  await expect.poll(misplaced).toEqual([])
})

test('a window of 3840 is used: chart and list stand side by side, and both are high', async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 })
  await open(page, `/appUseAmount?${past}&by=list`)
  const { pane } = shell(page)
  await expect(rows(page)).toHaveCount(50)
  const trend = await pane.getByRole('region', { name: '趋势' }).boundingBox()
  const list = await pane.getByRole('region', { name: '明细' }).boundingBox()
  expect(list?.y).toBe(trend?.y)
  expect(list?.x ?? 0).toBeGreaterThan((trend?.x ?? 0) + (trend?.width ?? 0))
  expect(trend?.height ?? 0).toBeGreaterThan(480)
})

test.describe('where the code that draws does not come', () => {
  test('a chart stands there as its table, and the page is whole', async ({ page, problems }) => {
    problems.allow(/ChartCanvas|ERR_FAILED|CodeLoadError/)
    await page.route(/ChartCanvas/, route => route.abort())
    await open(page, `/courseUseAmount?${past}`)
    const { pane } = shell(page)
    await expect(pane.getByRole('button', { name: '看表格' }).first()).toBeVisible()
    await expect(pane.locator('.ui-chart').first().getByRole('table')).toBeVisible()
  })
})

/** The board on a wall, gone to without another load. */
const wall: Look = {
  name: 'wall',
  kind: 'wall',
  async go(page) {
    await follow(page, `/controlPanel?tv=1&${past}`)
    await expect(page.getByRole('dialog', { name: '数据看板大屏' }).locator('canvas')).toHaveCount(2)
  },
}

testLooks([
  { ...template(pageAt('controlPanel', `/controlPanel?${past}`, wall)), large: true },
  { ...pageAt('figure', `/courseUseAmount?${past}`), large: true },
])
