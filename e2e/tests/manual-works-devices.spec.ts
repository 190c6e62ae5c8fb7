import { workOrders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { demoFleet, newDevice, newOrder, newPlace } from '../support/devices.ts'
import { confirm, jobSucceeds, query, row, rows } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { choose, pickByName } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { Simulator } from '../support/simulator.ts'
import { task } from '../support/task.ts'
import { newTechnician } from '../support/technicians.ts'
import { expect, test } from '../support/test.ts'

const list = '/device/deviceManagement'

test.beforeEach(() => test.setTimeout(patience(120_000)))

task('move-a-device', 'admin', async ({ page, api, step }) => {
  const [old, next] = [await newPlace(api), await newPlace(api)]
  const device = await newDevice(api, { place: old })
  const before = await Simulator.connect(device)
  const [module] = demoFleet().modules
  const session = await before.begin(1, module?.moduleId ?? 1)
  await before.end(session, 90)
  await before.leave()
  const { no } = await newOrder(api, device.simulatorId)
  const { pane } = shell(page)
  const repairs = pane.getByRole('tabpanel', { name: '维修记录' })

  await step('打开「设备列表」，填「设备编号」，点「查询」，点设备名称。', async () => {
    await open(page, list)
    await query(page, '设备编号', device.sn)
    await row(page, device.sn).getByRole('link', { name: device.name }).click()
    await expect(pane.getByRole('heading', { level: 1 })).toContainText(device.name)
  })
  await step(
    '在「维修记录」里看有没有没完的工单。没有「运维管理」权限的人看不到，请问派单的人。',
    async () => {
      await pane.getByRole('tab', { name: '维修记录' }).click()
      await expect(repairs.getByRole('row', { name: no })).toContainText('待派单')
    },
  )
  await step(
    '有没完的，先修好；来不及的，在工单那一行点「关闭」，选「关闭原因」，点「关闭工单」，搬完再报修。',
    async () => {
      await repairs.getByRole('row', { name: no }).getByRole('button', { name: '关闭' }).click()
      const form = shell(page).dialog(`关闭 ${no}`)
      await choose(page, form.getByLabel('关闭原因'), '其他')
      await form.getByRole('button', { name: '关闭工单' }).click()
      await expect(form).toHaveCount(0)
      await expect(repairs.getByRole('row', { name: no })).toContainText('已关闭')
    },
  )
  await step(
    '回到「设备列表」，等没有人训练，点「移动」，选「移动到机构」和「移动到教室」，点「移动设备」。',
    async () => {
      await open(page, `${list}?simulatorNum=${device.sn}`)
      await row(page, device.sn).getByRole('button', { name: '移动' }).click()
      const form = shell(page).dialog(`移动设备 ${device.name}`)
      await pickByName(page, form.getByLabel('移动到机构'), next.organName)
      await pickByName(page, form.getByLabel('移动到教室'), next.roomName)
      await form.getByRole('button', { name: '移动设备' }).click()
      await expect(form).toHaveCount(0)
      await expect(row(page, device.sn)).toContainText(next.roomName)
    },
  )
  const after = await Simulator.connect(device)
  await step('搬过去开机，点设备名称，看到新的教室，状态变为「空闲」。', async () => {
    await row(page, device.sn).getByRole('link', { name: device.name }).click()
    await expect(pane.getByText(`${next.organName} · ${next.roomName}`)).toBeVisible()
    await expect(pane.getByText('空闲').first()).toBeVisible()
  })
  await step('在「训练记录」里看以前的训练还在。', async () => {
    const sessions = pane.getByRole('tabpanel', { name: '训练记录' })
    await expect(sessions.locator('tbody tr.ui-row')).toHaveCount(1)
    // It stays with the school where it was.
    const { dataList } = await api.call(workOrders.list, { simulatorId: device.simulatorId })
    expect(dataList).toMatchObject([{ organId: old.organId, roomId: old.roomId }])
  })
  await step('把设备的标签一起带走，不用重新打印；掉了的，点「更多」里的「打印标签」。', async () => {
    await pane.getByRole('button', { name: '更多', exact: true }).first().click()
    await page.getByRole('menuitem', { name: '打印标签' }).click()
    await expect(shell(page).dialog('打印标签（1 张）').getByTestId('label').first()).toContainText(device.sn)
  })
  await after.leave()
})

task('summer-shutdown', 'admin', async ({ page, api, step }) => {
  const place = await newPlace(api)
  const made = [await newDevice(api, { place }), await newDevice(api, { place })]
  const running = await Promise.all(made.map(device => Simulator.connect(device)))
  const technician = await newTechnician(api, place)
  const { orderId, no } = await newOrder(api, made[0]?.simulatorId ?? 0)
  await api.call(workOrders.dispatch, { orderId, assigneeId: technician.userId })
  await technician.api.call(workOrders.accept, { orderId })
  const { pane } = shell(page)
  const all = pane.getByRole('checkbox', { name: '选择这一页的全部' })
  const inPlace = () => pickByName(page, pane.getByRole('combobox', { name: '机构' }), place.organName)
  const ask = () => pane.getByRole('button', { name: '查询' }).click()

  await step('打开「设备列表」，选「机构」，点「查询」，勾选全部设备。', async () => {
    await open(page, list)
    await inPlace()
    await ask()
    await expect(rows(page)).toHaveCount(2)
    await all.check()
  })
  await step('点「停用」，看清台数再确认。正在训练的列为失败，等训练结束后在「任务」里重试。', async () => {
    await pane.getByRole('button', { name: '停用', exact: true }).first().click()
    await confirm(page, '停用 2 台设备')
    await jobSucceeds(page, 2)
    for (const { sn } of made)
      await expect(row(page, sn).getByRole('cell', { name: '停用', exact: true })).toBeVisible()
  })
  await step('打开「工单管理」，选「机构」，点「查询」，点开还在处理的工单。', async () => {
    await open(page, '/operation/workOrder')
    await inPlace()
    await ask()
    await expect(rows(page)).toHaveCount(1)
    await row(page, '处理中').getByRole('link', { name: no }).click()
  })
  await step(
    '点「挂起」，「挂起原因」选「驾校原因」，「恢复时间」选开门那天，最长 30 天，再点「挂起」。',
    async () => {
      await pane.getByRole('button', { name: '挂起', exact: true }).click()
      const form = shell(page).dialog(`挂起 ${no}`)
      await choose(page, form.getByLabel('挂起原因'), '驾校原因')
      const until = form.getByLabel('恢复时间')
      const opens = addDays(businessDayOf(Date.now()), 20)
      await until.fill(`${opens} 08:00`)
      await until.press('Enter')
      await form.getByRole('button', { name: '挂起' }).click()
      await expect(form).toHaveCount(0)
      await expect(pane.getByText('已挂起').first()).toBeVisible()
      const { resumeBy } = await api.call(workOrders.info, { orderId })
      expect(businessDayOf(Date.parse(resumeBy ?? ''))).toBe(opens)
    },
  )
  await step('关掉设备的电源。', async () => {
    for (const simulator of running) await simulator.leave()
  })
  await step(
    '开门前，打开「设备列表」，选「机构」，「状态」选「停用」，点「查询」，勾选全部设备，点「启用」并确认。',
    async () => {
      await open(page, list)
      await inPlace()
      await choose(page, pane.getByRole('combobox', { name: '状态' }), '停用')
      await ask()
      await expect(rows(page)).toHaveCount(2)
      await all.check()
      await pane.getByRole('button', { name: '启用', exact: true }).first().click()
      await confirm(page, '启用 2 台设备')
      await jobSucceeds(page, 2)
    },
  )
  const again = await Promise.all(made.map(device => Simulator.connect(device)))
  await step('设备开机后，打开「运行状态」，点那间教室，看每台都写「空闲」；没上来的报修。', async () => {
    await open(page, '/device/runningState')
    const tree = pane.getByRole('navigation', { name: '机构与教室' })
    await tree.getByRole('button', { name: place.organName }).click()
    await tree.getByRole('button', { name: place.roomName }).click()
    for (const { carNum } of made)
      await expect(pane.locator('a[data-state]').filter({ hasText: carNum })).toContainText('空闲')
  })
  for (const simulator of again) await simulator.leave()
})
