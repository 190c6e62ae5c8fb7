import { devices, inspections, opsSettings, roles, workOrders } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Locator, Page } from '@playwright/test'
import { newDevice, newPlace, newSn, quietPlace } from '../support/devices.ts'
import { confirm, row } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { newPerson } from '../support/people.ts'
import { choicesOf, choose, pickByName } from '../support/pickers.ts'
import { smallPicture } from '../support/pictures.ts'
import { open, shell, toTab } from '../support/shell.ts'
import { task } from '../support/task.ts'
import { newTechnician } from '../support/technicians.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const phone = { width: 390, height: 844 }

/** Types what is looked for and chooses it. */
async function find(page: Page, picker: Locator, words: string): Promise<void> {
  await picker.fill(words)
  await (await choicesOf(page, picker)).getByText(words, { exact: true }).first().click()
}

/** Accepts the repair of an order that is open. */
async function approve(page: Page, ...done: string[]): Promise<void> {
  const { pane } = shell(page)
  await pane.getByRole('button', { name: '验收', exact: true }).click()
  const form = shell(page).dialog('验收 WO')
  for (const words of done) await expect(form).toContainText(words)
  await form.getByRole('button', { name: '验收通过' }).click()
  await expect(form).toHaveCount(0)
  await expect(pane.getByText('已完成', { exact: true }).first()).toBeVisible()
}

test.beforeEach(() => test.setTimeout(patience(120_000)))

task('report-a-fault', 'admin', async ({ page, api, browser, step }) => {
  const place = await quietPlace(api)
  const device = await newDevice(api, { place })
  const technician = await newTechnician(api, place)
  const { roleId } = await api.call(roles.add, {
    roleName: `报修${newSn().slice(4)}`,
    codes: ['device', 'device:simulator', 'ops', 'ops:report'],
  })
  const reporter = await newPerson(api, { place, roleIds: [roleId] })
  const { dealResults } = await api.call(opsSettings.choices)
  const result = dealResults.find(({ needsPicture }) => needsPicture)?.label ?? ''
  const school = await anotherBrowser(browser, reporter.api)
  const theirs = await anotherBrowser(browser, technician.api)
  await theirs.setViewportSize(phone)
  const work = theirs.getByRole('region', { name: '现场处理' })

  await step(
    '驾校：打开「工单管理」，点「报修」，选「设备」，写「故障描述」，拍「报修图片」，点「提交报修」。',
    async () => {
      await open(school, '/operation/workOrder')
      await shell(school).pane.getByRole('button', { name: /报修$/ }).click()
      const form = shell(school).dialog('报修')
      await form.getByRole('combobox', { name: '设备' }).fill(device.sn)
      await school.locator('.ant-select-dropdown:visible').getByText(device.name).click()
      await form.getByLabel('故障描述').fill('踏板踩下后不回弹')
      await form.getByLabel('选择报修照片').setInputFiles(smallPicture)
      await expect(form.getByRole('link', { name: '查看报修照片 1' })).toBeVisible()
      await form.getByRole('button', { name: '提交报修' }).click()
      await expect(form).toHaveCount(0)
    },
  )
  await step(
    '派单员：打开「工单管理」，点工单编号，点「派单」，选标着“推荐”的人，再点「派单」。',
    async () => {
      await open(page, `/operation/workOrder?paramValue=${device.sn}`)
      await row(page, device.name).getByRole('link', { name: /^WO/ }).click()
      const { pane } = shell(page)
      await expect(pane.getByRole('heading', { level: 1 })).toContainText(device.name)
      await pane.getByRole('button', { name: '派单', exact: true }).click()
      const form = shell(page).dialog('派单 WO')
      await form.locator('label').filter({ hasText: technician.name }).filter({ hasText: '推荐' }).click()
      await form.getByRole('button', { name: '派单' }).click()
      await expect(form).toHaveCount(0)
      await expect(pane).toContainText('待接单')
    },
  )
  await step('技术员：在手机上打开「工单管理」，在「我的」里点「接单」，再点开这张工单。', async () => {
    await open(theirs, '/operation/workOrder')
    const mine = theirs.getByRole('region', { name: '我的工单' })
    await mine.getByRole('button', { name: '接单' }).click()
    await expect(mine.getByRole('button', { name: '接单' })).toHaveCount(0)
    await mine.getByRole('link', { name: device.name }).click()
  })
  await step('技术员：到了教室，在「现场处理」点「到场」，在「维修前图片」拍下故障。', async () => {
    await work.getByRole('button', { name: '到场' }).click()
    await expect(work.getByRole('region', { name: '到场' })).toContainText(/\d\d:\d\d 到场/)
    await work.getByLabel('选择维修前图片').setInputFiles(smallPicture)
    await expect(work.getByRole('link', { name: '查看维修前图片 1' })).toBeVisible()
  })
  await step(
    '技术员：修好后选「处理结果」，写做了什么；换了配件的，点「添加配件」，填好再点「添加配件」。',
    async () => {
      await choose(theirs, work.getByLabel('处理结果').last(), result)
      await work.getByLabel('处理说明').fill('更换踏板弹簧')
      await work.getByRole('button', { name: '添加配件' }).click()
      const form = shell(theirs).dialog('添加配件')
      await form.getByLabel('配件名称').fill('踏板弹簧')
      await form.getByLabel('单价').fill('35')
      await form.getByRole('button', { name: '添加配件' }).click()
      await expect(form).toHaveCount(0)
      await expect(work.getByRole('region', { name: '配件' })).toContainText('¥35.00')
    },
  )
  await step('技术员：在「维修后图片」拍照，点「提交完工」。工单变为「待验收」。', async () => {
    await work.getByLabel('选择维修后图片').setInputFiles(smallPicture)
    await expect(work.getByRole('link', { name: '查看维修后图片 1' })).toBeVisible()
    await work.getByRole('button', { name: '提交完工' }).click()
    await expect(shell(theirs).pane.getByText('待验收', { exact: true }).first()).toBeVisible()
  })
  await step(
    '驾校：打开这张工单，试过设备，点「验收」，核对处理结果和图片，点「验收通过」。工单变为「已完成」。',
    async () => {
      await open(school, `/operation/workOrder?paramValue=${device.sn}`)
      await row(school, device.name).getByRole('link', { name: /^WO/ }).click()
      await approve(school, '更换踏板弹簧')
    },
  )
  await school.context().close()
  await theirs.context().close()
})

task('planned-inspection', 'admin', async ({ page, api, browser, step }) => {
  const place = await newPlace(api)
  const [first, second] = [await newDevice(api, { place }), await newDevice(api, { place })]
  const technician = await newTechnician(api, place)
  const { components } = await api.call(opsSettings.choices)
  const fault = components[0]?.faultTypes[0]?.label ?? ''
  const mark = newSn().slice(4)
  const { pane } = shell(page)
  const theirs = await anotherBrowser(browser, technician.api)
  await theirs.setViewportSize(phone)
  const work = theirs.getByRole('region', { name: '现场处理' })
  const checks = work.getByRole('region', { name: '检查清单' })
  const answer = (words: string) => checks.getByLabel('画面清晰').getByText(words, { exact: true }).click()

  await step(
    '派单员：打开「保养计划」›「检查清单」，点「新增检查清单」，填「清单名称」，写检查什么，选不通过时生成的故障，再点「新增检查清单」。',
    async () => {
      await open(page, '/operation/maintenancePlan')
      await toTab(page, '检查清单')
      await pane.getByRole('button', { name: '新增检查清单' }).click()
      const form = shell(page).dialog('新增检查清单')
      await form.getByLabel('清单名称').fill(`清单 ${mark}`)
      await form.getByLabel('第 1 项的检查内容').fill('画面清晰')
      await find(page, form.getByRole('combobox', { name: '第 1 项不通过时的故障类型' }), fault)
      await form.getByRole('button', { name: '新增检查清单' }).click()
      await expect(form).toHaveCount(0)
    },
  )
  await step(
    '派单员：切到「保养计划」，点「新增保养计划」，填「计划名称」，「类别」选「巡检」，选「检查清单」和「适用机构」，填「间隔天数」，再点「新增保养计划」。',
    async () => {
      await toTab(page, '保养计划')
      await pane.getByRole('button', { name: '新增保养计划' }).click()
      const form = shell(page).dialog('新增保养计划')
      await form.getByLabel('计划名称').fill(`巡检 ${mark}`)
      await choose(page, form.getByLabel('类别'), '巡检')
      await find(page, form.getByLabel('检查清单'), `清单 ${mark}`)
      await pickByName(page, form.getByLabel('适用机构'), place.organName)
      await page.keyboard.press('Escape')
      await form.getByLabel('间隔天数').fill('365')
      await form.getByRole('button', { name: '新增保养计划' }).click()
      await expect(form).toHaveCount(0)
    },
  )
  await step(
    '技术员：用手机扫一台设备上的标签，在「巡检与保养」里点「开始执行」，看清教室，再点「开始执行」。',
    async () => {
      const { url } = await api.call(devices.qrCode, { simulatorId: first.simulatorId })
      const label = new URL(url)
      await open(theirs, label.pathname + label.search)
      const plans = theirs.getByRole('region', { name: '巡检与保养' })
      // Plans of others may be of all classrooms.
      const own = plans.getByRole('listitem').filter({ hasText: `巡检 ${mark} 2 台` })
      await own.getByRole('button', { name: '开始执行' }).click()
      await expect(theirs.getByRole('dialog').last()).toContainText(place.roomName)
      await confirm(theirs, '开始执行')
    },
  )
  await step('技术员：在打开的工单里点「到场」。', async () => {
    await work.getByRole('button', { name: '到场' }).click()
    await expect(work.getByRole('region', { name: '到场' })).toContainText(/\d\d:\d\d 到场/)
  })
  await step('技术员：在「检查清单」里填第一台的每一项，没有问题的点「通过」，下一台自动展开。', async () => {
    await answer('通过')
    await checks.getByRole('button', { name: '通过', exact: true }).click()
    await expect(checks.getByRole('button', { name: first.name })).toContainText('通过')
    await expect(checks.getByRole('button', { name: second.name })).toHaveAttribute('aria-expanded', 'true')
  })
  await step('技术员：有问题的那一项选「不通过」，再点下面的「不通过」；查不了的点「跳过」。', async () => {
    await answer('不通过')
    await expect(checks.getByRole('button', { name: '跳过' })).toBeVisible()
    await checks.getByRole('button', { name: '不通过', exact: true }).click()
    await expect(checks.getByRole('button', { name: second.name })).toContainText('不通过')
  })
  await step('技术员：每台都有了结论，写做了什么，点「提交完工」。', async () => {
    await work.getByLabel('处理说明').fill('第二台画面有噪点')
    await work.getByRole('button', { name: '提交完工' }).click()
    await expect(shell(theirs).pane.getByText('待验收', { exact: true }).first()).toBeVisible()
  })
  await step('派单员：打开这张工单，点「验收」，看过结果，点「验收通过」。', async () => {
    await open(page, `/operation/workOrder?organId=${place.organId}`)
    await row(page, `巡检 ${mark}`).getByRole('link', { name: /^WO/ }).click()
    await approve(
      page,
      '第二台画面有噪点',
      '通过 1 台，不通过 1 台，跳过 0 台',
      `${second.name}画面清晰：不通过`,
    )
  })
  await step(
    '派单员：打开「巡检盘点」›「巡检日程」，看这一天「通过」和「不通过」的台数。选了故障、没有通过的项目已经另开工单，照从报修到完工派人去修。',
    async () => {
      await open(page, '/operation/inspection')
      await toTab(page, '巡检日程')
      await pickByName(page, pane.getByRole('combobox', { name: '机构' }), place.organName)
      const today = pane.getByRole('row', { name: businessDayOf(Date.now()) })
      await expect(today.getByRole('cell')).toHaveText([businessDayOf(Date.now()), '1', '1', '1', '1', '0'])
      const found = { organId: place.organId, source: 'inspection' as const }
      await expect
        .poll(async () => (await api.call(workOrders.list, found)).dataList, { timeout: patience(15_000) })
        .toMatchObject([{ simulatorId: second.simulatorId, state: 'pending' }])
    },
  )
  const [plan] = (await api.call(inspections.plans, { paramValue: `巡检 ${mark}` })).dataList
  await api.call(inspections.setPlanEnabled, { planId: plan?.planId ?? 0, enabled: false })
  await theirs.context().close()
})
