import { readFile } from 'node:fs/promises'
import { deviceBulk, devices, jobs, workOrders } from '@drivesim/contract'
import { newDevice, newOrder, quietPlace } from '../support/devices.ts'
import { confirm, row, rows } from '../support/lists.ts'
import { testLooks } from '../support/look.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { Simulator } from '../support/simulator.ts'
import { expect, test } from '../support/test.ts'

test('three devices are disabled at once: the one in training fails with its reason, and is tried again', async ({
  page,
  api,
}) => {
  const place = await quietPlace(api)
  const made = []
  for (const name of ['一号机', '二号机', '三号机']) made.push(await newDevice(api, { name, place }))
  const [, busy] = made
  if (busy === undefined) throw new Error('three were made')
  const simulator = await Simulator.connect(busy)
  await simulator.report({ activity: 'training' })
  await open(page, `/device/deviceManagement?organId=${place.organId}&roomId=${place.roomId}`)
  await expect(rows(page)).toHaveCount(3)
  await expect(row(page, '二号机')).toContainText('训练中')

  await shell(page).pane.getByRole('checkbox', { name: '选择这一页的全部' }).check()
  await expect(shell(page).pane.getByText('已选 3 项')).toBeVisible()
  await shell(page).pane.getByRole('button', { name: '停用', exact: true }).first().click()
  await expect(page.getByRole('dialog')).toContainText('正在训练的不会停用')
  await confirm(page, '停用 3 台设备')

  const drawer = shell(page).dialog('任务')
  const state = (word: string) => drawer.getByRole('status').filter({ hasText: word })
  await expect(state('部分失败')).toBeVisible()
  await expect(drawer.getByText('共 3 条 · 成功 2 · 失败 1')).toBeVisible()
  const failed = drawer.getByRole('listitem')
  await expect(failed).toHaveCount(1)
  await expect(failed).toContainText('设备正在训练中，请等训练结束后再操作')
  await expect(failed.getByRole('link', { name: '二号机' })).toHaveAttribute(
    'href',
    `/device/deviceDetail?simulatorId=${busy.simulatorId}`,
  )
  // The list behind knows, and nothing is chosen any more.
  await expect(row(page, '一号机')).toContainText('停用')
  await expect(row(page, '三号机')).toContainText('停用')
  await expect(shell(page).pane.getByText(/已选/)).toHaveCount(0)

  await simulator.report({ activity: 'idle' })
  await drawer.getByRole('button', { name: '重试 1 条' }).click()
  await expect(state('已完成')).toBeVisible()
  await expect(drawer.getByText('共 3 条 · 成功 3')).toBeVisible()
  await simulator.leave()

  await drawer.getByRole('button', { name: '关闭' }).click()
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '任务' }).click()
  // Other tests disable devices for the same person meanwhile.
  const mine = drawer.getByRole('listitem').filter({ hasText: '共 3 条 · 成功 3' })
  await mine.getByRole('button', { name: '停用设备' }).first().click()
  await expect(drawer.getByRole('listitem')).toHaveCount(3)
})

test('工单: three are closed at once for one reason; the one that somebody closed meanwhile fails', async ({
  page,
  api,
}) => {
  const place = await quietPlace(api)
  const made = []
  for (let n = 0; n < 3; n++) {
    const { simulatorId } = await newDevice(api, { place })
    made.push((await newOrder(api, simulatorId)).orderId)
  }
  const [takenOrderId] = made
  if (takenOrderId === undefined) throw new Error('three were made')
  await open(page, `/operation/workOrder?organId=${place.organId}&roomId=${place.roomId}`)
  await expect(rows(page)).toHaveCount(3)
  const { pane } = shell(page)
  await pane.getByRole('checkbox', { name: '选择这一页的全部' }).check()
  await pane.getByRole('button', { name: '关闭', exact: true }).first().click()
  const form = shell(page).dialog('关闭 3 张工单')
  await form.getByRole('button', { name: '关闭 3 张工单' }).click()
  await expect(form.getByText('关闭原因不能为空')).toBeVisible()
  await api.call(workOrders.close, { orderId: takenOrderId, reason: 'mistake' })
  const reason = form.getByLabel('关闭原因')
  await reason.click()
  await (await choicesOf(page, reason)).getByText('已恢复', { exact: true }).click()
  await form.getByRole('button', { name: '关闭 3 张工单' }).click()

  const drawer = shell(page).dialog('任务')
  await expect(drawer.getByText('共 3 条 · 成功 2 · 失败 1')).toBeVisible()
  await expect(drawer.getByRole('listitem')).toHaveCount(1)
  const states = await Promise.all(made.map(orderId => api.call(workOrders.info, { orderId })))
  expect(states.map(({ state, closeReason }) => [state, closeReason])).toEqual([
    ['closed', 'mistake'],
    ['closed', 'recovered'],
    ['closed', 'recovered'],
  ])
})

test('all that match a filter are enabled, not those of the page alone; where more match by then, that is asked', async ({
  page,
  api,
}) => {
  const place = await quietPlace(api)
  const disabled = await newDevice(api, { place, name: '停用的' })
  await api.call(devices.setEnabled, { simulatorId: disabled.simulatorId, enabled: false })
  for (let n = 0; n < 10; n++) await newDevice(api, { place })
  await open(page, `/device/deviceManagement?organId=${place.organId}&roomId=${place.roomId}&size=10&page=2`)
  await expect(rows(page)).toHaveCount(1)

  const { pane } = shell(page)
  await pane.getByRole('checkbox', { name: '选择这一页的全部' }).check()
  await pane.getByRole('button', { name: '选择全部 11 条' }).click()
  await expect(pane.getByText('已选全部 11 条')).toBeVisible()
  await expect(pane.getByRole('button', { name: '取消选择' })).toBeFocused()
  await pane.getByRole('button', { name: '启用', exact: true }).first().click()
  await expect(shell(page).dialog('启用 11 台设备？')).toBeVisible()
  await newDevice(api, { place })
  await confirm(page, '启用 11 台设备')
  await expect(shell(page).toast('列表已变化，现在 12 条，请确认后重试')).toBeVisible()
  await confirm(page, '启用 12 台设备')

  // The one that was disabled is not on the page that the rows were chosen on.
  const drawer = shell(page).dialog('任务')
  await expect(drawer.getByText('共 12 条 · 成功 1 · 失败 11')).toBeVisible()
  await expect(drawer.getByRole('listitem')).toHaveCount(11)
  await expect(pane.getByText(/已选/)).toHaveCount(0)
})

test('a file of thousands of rows is written in the background, and downloaded from 任务 or by the link of its message', async ({
  page,
  api,
}) => {
  await open(page, '/student/studentManagement')
  await expect(rows(page)).not.toHaveCount(0)
  await shell(page).pane.getByRole('button', { name: '导出' }).click()
  const told = page
    .locator('.ant-message')
    .getByText(/^数据较多（\d+,\d{3} 行），正在后台生成，完成后可在“任务”中下载/)
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: '查看任务' }).click()
  const drawer = shell(page).dialog('任务')
  const panel = drawer.getByRole('article', { name: '导出学员' })
  await expect(panel.getByRole('status').filter({ hasText: '已完成' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: '下载' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('学员列表.csv')
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff姓名,状态,手机号/)
  expect(lines.length).toBeGreaterThan(5000)

  const { dataList } = await api.call(jobs.list, {})
  const job = dataList.find(({ label }) => label === '导出学员')
  const [secondFile] = await Promise.all([
    page.waitForEvent('download'),
    open(page, `/home?job=${job?.jobId}&file=1`),
  ])
  expect(secondFile.suggestedFilename()).toBe('学员列表.csv')
  await expect(page).toHaveURL(/\/home$/)
})

testLooks([
  {
    name: 'job',
    // As a message leads to it.
    async go(page, api) {
      const { simulatorId } = await newDevice(api, { place: await quietPlace(api) })
      const { jobId } = await api.call(jobs.start, {
        kind: deviceBulk.setEnabled.kind,
        selection: { ids: [simulatorId, 999_999_999] },
        // Not what the test above looks for among the same person's jobs.
        input: { enabled: true },
      })
      await open(page, `/home?job=${jobId}`)
      await expect(
        shell(page)
          .dialog('任务')
          .getByText(/设备不存在/),
      ).toBeVisible()
    },
  },
])
