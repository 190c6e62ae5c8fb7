import { devices } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { newDevice } from '../support/devices.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const at = (simulatorId: number | undefined) => `/device/teachDateDisplay?simulatorId=${simulatorId}`

test('教学数据: its figures against the days before, and one chart for the shares of the modules', async ({
  page,
  api,
}) => {
  const { dataList } = await api.call(devices.list, { simulatorNum: 'SIM-' })
  await open(page, at(dataList[0]?.simulatorId))
  const { pane } = shell(page)
  await expect(pane.getByRole('region', { name: '所选时间' })).toContainText(/训练时长.*比前 30 天同期/)
  const shares = pane.getByRole('region', { name: '各模块占比' })
  await shares.getByRole('button', { name: '看表格' }).click()
  const column = shares.getByRole('columnheader').last()
  await expect(column).toHaveText('使用时长占比')
  await shares.getByText('学习次数', { exact: true }).click()
  await expect(column).toHaveText('学习次数占比')
  // Behind a row of it, and behind a bar, are the sessions that it counts.
  const module = await shares.getByRole('rowheader').first().innerText()
  await shares.getByRole('link', { name: module, exact: true }).click()
  const records = pane.getByRole('region', { name: '训练记录' })
  await expect(records).toBeInViewport()
  await expect(records.getByRole('row').nth(1)).toContainText(module)
  await expect(records.getByLabel('模块')).toHaveValue(module)
  await pane.getByRole('region', { name: '使用情况' }).locator('canvas').click()
  await expect(records.getByLabel('模块')).toHaveValue('')
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('sessions.beginDate')).toBe(searchParams.get('sessions.endDate'))
})

test('what was never trained on has no change and no course, and without a fault there is no chart of it', async ({
  page,
  api,
}) => {
  const { simulatorId } = await newDevice(api)
  await open(page, at(simulatorId))
  const { pane } = shell(page)
  const figures = pane.getByRole('region', { name: '所选时间' })
  await expect(figures).toContainText('有效率—')
  await expect(figures).not.toContainText('比前')
  await expect(figures.locator('.ui-spark')).toHaveCount(0)
  // In its first second it is not counted as enabled yet, and the sentence says that too.
  await expect(pane.getByText(/^所选时间内.*没有故障/)).toBeVisible()
  await expect(pane.getByRole('region', { name: '故障时间占比' })).toHaveCount(0)
  // On a wide screen the last row leaves nothing empty beside it.
  await page.setViewportSize({ width: 1920, height: 1080 })
  const ends = () =>
    pane
      .locator('.ui-columns > *')
      .evaluateAll(charts => charts.map(chart => Math.round(chart.getBoundingClientRect().right)))
  await expect.poll(async () => (await ends()).at(-1)).toBe(Math.max(...(await ends())))
})

test('today, which has not ended, is marked in the charts of a device as on the data board', async ({
  page,
  api,
}) => {
  const { dataList } = await api.call(devices.list, { simulatorNum: 'SIM-' })
  const today = businessDayOf(Date.now())
  await open(page, at(dataList[0]?.simulatorId))
  const chart = shell(page).pane.getByRole('region', { name: '设备使用时长' })
  await chart.getByRole('button', { name: '看表格' }).click()
  const days = chart.getByRole('rowheader')
  await expect(days.filter({ hasText: today })).toHaveText(`${today}不完整`)
  await expect(days.filter({ hasText: '不完整' })).toHaveCount(1)
})
