import { readFile } from 'node:fs/promises'
import { orders, students, workOrders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Page } from '@playwright/test'
import { newBilledSchool } from '../support/bills.ts'
import { newDevice, newOrder, newSn, quietPlace } from '../support/devices.ts'
import { query, row, rows } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { choicesOf, choose } from '../support/pickers.ts'
import { open, shell, toTab } from '../support/shell.ts'
import { task } from '../support/task.ts'
import { newTechnician } from '../support/technicians.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

test.beforeEach(() => test.setTimeout(patience(120_000)))

task('handover', 'admin', async ({ page, api, browser, step }) => {
  const { clerk, schoolId, name } = await newBilledSchool(api)
  const { userId: studentId } = await api.call(students.add, {
    schoolId,
    userName: `学员${name}`,
    userPhone: `136${String(Date.now()).slice(-8)}`,
    gearType: 'C1',
  })
  await clerk.api.call(orders.rechargeOffline, { studentId, amount: 12_000 })
  await clerk.api.call(orders.rechargeOffline, { studentId, amount: 3_000, tender: 'pos' })
  const place = await quietPlace(api)
  const device = await newDevice(api, { place })
  const [away, other] = [await newTechnician(api, place), await newTechnician(api, place)]
  const { orderId, no } = await newOrder(api, device.simulatorId)
  await api.call(workOrders.dispatch, { orderId, assigneeId: away.userId })
  await away.api.call(workOrders.accept, { orderId })
  const theirs = await anotherBrowser(browser, clerk.api)
  const { pane: till } = shell(theirs)
  const day = row(theirs, clerk.name)

  await step(
    '前台：打开「充值订单」›「经手人日报」，选「经手人」，点「查询」，找到今天的一行。',
    async () => {
      await open(theirs, '/orderManage/rechargeOrder')
      await toTab(theirs, '经手人日报')
      await choose(theirs, till.getByRole('combobox', { name: '经手人' }), clerk.name)
      await till.getByRole('button', { name: '查询' }).click()
      await expect(day).toContainText(businessDayOf(Date.now()))
    },
  )
  await step(
    '前台：数现金，和「应交现金」比。不一样的，点「现金」的金额，逐笔核对，找出错的那一单。',
    async () => {
      await expect(till.getByRole('columnheader', { name: '应交现金' })).toBeVisible()
      await expect(day.getByRole('cell').last()).toHaveText('¥120.00')
      await day.getByRole('link', { name: '¥120.00' }).click()
      await expect(rows(theirs)).toHaveCount(1)
      await expect(rows(theirs)).toContainText('¥120.00')
    },
  )
  await step('前台：回到「经手人日报」，点「导出」，把文件和现金交给接班的人。', async () => {
    await toTab(theirs, '经手人日报')
    const [file] = await Promise.all([
      theirs.waitForEvent('download'),
      till.getByRole('button', { name: '导出' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('经手人日报.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain(clerk.name)
    await theirs.context().close()
  })
  await step(
    '派单员：打开「运维人员」，填「人员」，点「查询」，点「手上工单」的数，看到他没做完的工单。',
    async () => {
      await open(page, '/operation/operationMember')
      await query(page, '人员', away.name)
      await row(page, away.name).getByRole('link', { name: '1/6' }).click()
      await expect(row(page, no)).toContainText('处理中')
    },
  )
  await step('派单员：在每张工单那一行点「改派」，选接手的人，写「原因」，再点「改派」。', async () => {
    await row(page, no).getByRole('button', { name: '改派' }).click()
    const form = shell(page).dialog(`改派 ${no}`)
    await form.getByRole('radio', { name: other.name }).check()
    await form.getByLabel('原因').fill('下周休假')
    await form.getByRole('button', { name: '改派' }).click()
    await expect(form).toHaveCount(0)
    await expect(row(page, no)).toHaveCount(0)
  })
  await step(
    '派单员：休假的，回到「运维人员」，点「编辑」，「请假至」填最后一天，点「保存」。这些天不会推荐他。',
    async () => {
      await open(page, '/operation/operationMember')
      await query(page, '人员', away.name)
      await row(page, away.name).getByRole('button', { name: '编辑' }).click()
      const form = shell(page).dialog(`编辑运维人员 ${away.name}`)
      await form.getByLabel('请假至').fill(addDays(businessDayOf(Date.now()), 7))
      await form.getByLabel('请假至').press('Tab')
      await form.getByRole('button', { name: '保存' }).click()
      await expect(form).toHaveCount(0)
      await expect(row(page, away.name)).toContainText('请假')
    },
  )
  await step('接手的技术员：打开「工单管理」›「我的」，点「接单」。', async () => {
    const mine = await anotherBrowser(browser, other.api)
    await open(mine, '/operation/workOrder')
    await toTab(mine, '我的')
    await mine.getByRole('region', { name: '我的工单' }).getByRole('button', { name: '接单' }).click()
    await expect
      .poll(async () => (await api.call(workOrders.info, { orderId })).state, { timeout: patience(8_000) })
      .toBe('handling')
    await mine.context().close()
  })
})

/** Opens the newest message with these words, and takes the file that its link leads to. */
async function download(page: Page, words: string): Promise<string> {
  await page.getByRole('button', { name: /^系统信息/ }).click()
  const list = shell(page).dialog('系统信息')
  await list
    .getByRole('button', { name: new RegExp(`^未读：.*${words}`) })
    .first()
    .click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shell(page).dialog('信息内容').getByRole('link', { name: '下载' }).first().click(),
  ])
  return file.suggestedFilename()
}

task('reports-by-the-clock', 'admin', async ({ page, api, browser, step }) => {
  const [person, colleague] = [await newPerson(api), await newPerson(api)]
  const name = `每周充值${newSn().slice(4)}`
  await enterAs(page, person.api)
  const { pane } = shell(page)
  const form = shell(page).dialog('定时发送')

  await step('打开「充值订单」，「状态」选「已支付」，点「查询」。列也在这时选好，以后不能改。', async () => {
    await open(page, '/orderManage/rechargeOrder')
    await choose(page, pane.getByRole('combobox', { name: '状态' }), '已支付')
    await pane.getByRole('button', { name: '查询' }).click()
    await expect(page).toHaveURL(/state=paid/)
  })
  await step('点「导出」旁边的「定时发送」（钟的图标）。', async () => {
    await pane.getByRole('button', { name: '定时发送' }).click()
    await expect(form.getByLabel('接收人')).toBeVisible()
  })
  await step(
    '填「名称」，「日期范围」选「上周」，「周期」选「每周」，「星期」选「周一」，「时间」选「08:00」。',
    async () => {
      await form.getByLabel('名称').fill(name)
      await choose(page, form.getByLabel('日期范围'), '上周')
      await form.getByText('每周', { exact: true }).click()
      await choose(page, form.getByLabel('星期'), '周一')
      await choose(page, form.getByLabel('时间'), '08:00')
    },
  )
  await step('在「接收人」里加上同事，点「保存定时发送」。', async () => {
    const receivers = form.getByLabel('接收人')
    await receivers.fill(colleague.name)
    await (await choicesOf(page, receivers)).getByText(`${colleague.name}（${colleague.organName}）`).click()
    await form.getByRole('button', { name: '保存定时发送' }).click()
    await expect(form).toHaveCount(0)
  })
  await step('打开「个人中心」›「定时报表」，点「立即发送一次」，试一次。', async () => {
    await page.getByRole('button', { name: '个人中心', exact: true }).click()
    const centre = shell(page).dialog('个人中心')
    await centre.getByRole('button', { name: '定时报表' }).click()
    const report = centre.getByRole('article', { name })
    await expect(report).toContainText('每周一 08:00，下次')
    await expect(report).toContainText('上周 · 状态：已支付')
    await report.getByRole('button', { name: '立即发送一次' }).click()
    await expect(shell(page).toast('正在生成，完成后会有消息')).toBeVisible()
    await centre.getByRole('button', { name: '关闭' }).click()
  })
  await step('打开「系统信息」，点这条消息，点「下载」，看列和行对不对。', async () => {
    await expect(page.getByRole('button', { name: '系统信息，1 条未读' })).toBeVisible({
      timeout: patience(15_000),
    })
    expect(await download(page, name)).toMatch(/^充值订单.*\.csv$/)
  })
  await step('同事：打开自己的「系统信息」，点这条消息，点「下载」。', async () => {
    const theirs = await anotherBrowser(browser, colleague.api)
    await open(theirs, '/home')
    expect(await download(theirs, name)).toMatch(/^充值订单.*\.csv$/)
    await theirs.context().close()
  })
})
