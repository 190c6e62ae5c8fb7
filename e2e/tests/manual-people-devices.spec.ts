import { courses, orders, organisations, students } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Page } from '@playwright/test'
import { type Device, demoFleet, newDevice, newPlace, newSn } from '../support/devices.ts'
import { row, search } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { choicesOf, pickByName } from '../support/pickers.ts'
import { fromMenu, open, shell, waitUntilSettled } from '../support/shell.ts'
import { newShop, newStudent } from '../support/shop.ts'
import { takeSecret } from '../support/signIn.ts'
import { Simulator } from '../support/simulator.ts'
import { task } from '../support/task.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ timeout: patience(90_000) })

/** Chooses the classroom on the live view. */
async function chooseRoom(page: Page, roomName: string): Promise<void> {
  const tree = shell(page).pane.getByRole('navigation', { name: '机构与教室' })
  await tree.getByRole('textbox', { name: '搜索机构或教室' }).fill(roomName)
  await tree.getByRole('button', { name: roomName }).click()
}
const tileOf = (page: Page, { carNum }: Pick<Device, 'carNum'>) =>
  shell(page).pane.locator('a[data-state]').filter({ hasText: carNum })

task('connect-a-device', 'admin', async ({ page, api, step }) => {
  const place = await newPlace(api)
  const { userId: studentId } = await api.call(students.add, {
    schoolId: place.organId,
    userName: '试练员',
    userPhone: '13800012345',
    gearType: 'C1',
  })
  const mark = newSn()
  const [sn, name, carNum] = [mark, `新设备 ${mark.slice(4)}`, `接${mark.slice(4).replaceAll('-', '')}`]
  const { pane } = shell(page)
  let [key, simulator] = ['', undefined as Simulator | undefined]
  await open(page, '/home')

  await step(
    '打开「设备列表」，点「新增设备」，填「设备名称」「设备编号」「车牌号」，选「机构」「教室」，在表单底部点「新增设备」。',
    async () => {
      await fromMenu(page, '设备列表', '设备管理')
      await pane.getByRole('button', { name: '新增设备' }).click()
      const form = page.getByRole('dialog', { name: '新增设备' })
      await form.getByLabel('设备名称').fill(name)
      await form.getByLabel('设备编号').fill(sn)
      await form.getByLabel('车牌号').fill(carNum)
      await pickByName(page, form.getByLabel('机构', { exact: true }), place.organName)
      // The only one it has is chosen already.
      await expect(form).toContainText(place.roomName)
      await form.getByRole('button', { name: '新增设备' }).click()
    },
  )
  await step('点「复制密钥」存好，再点「已保存，关闭」。密钥只显示这一次。', async () => {
    const shown = page.getByRole('dialog', { name: /的密钥$/ })
    await shown.getByRole('button', { name: '复制密钥' }).click()
    key = await takeSecret(shown)
  })
  await step('打开「运行状态」，选这间教室：卡片上写着「未接入」。', async () => {
    await fromMenu(page, '运行状态', '设备管理')
    await chooseRoom(page, place.roomName)
    await expect(tileOf(page, { carNum })).toContainText('未接入')
  })
  await step('在设备上填服务器地址、设备编号和密钥，开机。卡片几秒内变成「空闲」。', async () => {
    simulator = await Simulator.connect({ sn, key })
    await expect(tileOf(page, { carNum })).toContainText('空闲')
  })
  await step(
    '点卡片打开设备详情，点「通信」：「线路」里有一条“连接”，「报文问题」写着没有问题。',
    async () => {
      await tileOf(page, { carNum }).click()
      await expect(pane.getByRole('heading', { name, level: 1 })).toBeVisible()
      await pane.getByRole('tab', { name: '通信' }).click()
      await expect(pane.getByRole('table', { name: '线路' }).getByRole('row', { name: /连接/ })).toHaveCount(
        1,
      )
      await expect(pane.getByText('没有问题：收到的报文都读懂了。')).toBeVisible()
    },
  )
  await step(
    '在设备上试练一次，状态变成「训练中」。结束后点「训练记录」，再点「查询」，里面有这一次。',
    async () => {
      const moduleId = demoFleet().modules[0]?.moduleId ?? 0
      const session = await simulator?.begin(studentId, moduleId)
      await expect(pane.getByText('训练中').first()).toBeVisible()
      if (session !== undefined) await simulator?.end(session, 87)
      await expect(pane.getByText('空闲').first()).toBeVisible()
      await pane.getByRole('tab', { name: '训练记录' }).click()
      await pane.getByRole('button', { name: /^查\s*询$/ }).click()
      await expect(row(page, '试练员')).toContainText('87')
    },
  )
  await step('点「更多」，再点「打印标签」，再点「打印」，把标签贴在设备上。', async () => {
    await pane.getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: '打印标签' }).click()
    const labels = page.getByRole('dialog', { name: '打印标签（1 张）' })
    await expect(labels).toContainText(sn)
    await labels.getByRole('button', { name: /打\s*印$/ }).click()
  })
  await simulator?.leave()
})

task('data-after-an-outage', 'admin', async ({ page, api, step }) => {
  const shop = await newShop(api)
  const { clerk, course, organId, organName } = shop
  const hours = { opensAt: '08:00', closesAt: '22:00', seats: 4 }
  const roomName = `断网教室 ${newSn().slice(4)}`
  const { roomId } = await api.call(organisations.addClassroom, { ...hours, roomName, organId })
  const device = await newDevice(api, { place: { organId, organName, roomId, roomName } })
  const { userId: studentId, userName } = await newStudent(shop)
  // Paid the day before the network was gone.
  const today = businessDayOf(Date.now())
  const { orderId } = await clerk.api.call(orders.addCourseOrder, { studentId, courseId: course.courseId })
  const paidOn = addDays(today, -3)
  await clerk.api.call(orders.rechargeOffline, {
    studentId,
    amount: course.price,
    paidOn,
    thenCourse: orderId,
  })
  const { dataList } = await api.call(courses.list, { gearType: 'C1', pageSize: 100 })
  const moduleId = dataList.find(({ courseId }) => courseId === course.courseId)?.moduleIds[0] ?? 0
  const day = addDays(today, -2)
  const before = await Simulator.connect(device)
  await before.leave()
  const { pane } = shell(page)
  const tile = tileOf(page, device)
  await open(page, '/home')

  let simulator: Simulator | undefined
  await step(
    '打开「运行状态」，选这间教室，看卡片：「离线」的还没有连上，「空闲」或「训练中」的已经连上。',
    async () => {
      await fromMenu(page, '运行状态', '设备管理')
      await chooseRoom(page, roomName)
      await expect(tile).toContainText('离线')
      simulator = await Simulator.connect(device)
      await simulator.trained({ studentId, moduleId }, new Date(`${day}T10:00:00+08:00`), 12)
      await expect(tile).toContainText('空闲')
    },
  )
  await step(
    '点已经连上的卡片，看「训练记录」：断网时的训练按发生的时间排在那一天，不是补发的时间。',
    async () => {
      await tile.click()
      await expect(row(page, userName)).toContainText(`${day} 10:00`)
    },
  )
  await step('打开「数据看板」，选断网的日期和「机构」，在「课程使用人数」上点“查看”。', async () => {
    await fromMenu(page, '数据看板')
    const range = pane.getByRole('combobox', { name: '日期范围' })
    await range.click()
    await (await choicesOf(page, range)).getByText('近 28 天', { exact: true }).click()
    await pickByName(page, pane.getByRole('combobox', { name: '机构' }), organName)
    await waitUntilSettled(page)
    await pane.getByRole('link', { name: '查看课程使用人数' }).click()
  })
  await step('在「明细」看断网的那一天：人数补上了，新来的人记在「首次计入」。', async () => {
    const table = pane.getByRole('table', { name: '指标明细' })
    const of = table.getByRole('row').filter({ hasText: day.slice(5) })
    await expect(of.getByRole('cell').nth(1)).toHaveText('1')
    await expect(of.getByRole('cell').nth(2)).toHaveText('1')
  })
  await step(
    '打开「课程订单」，找到断网时训练过的学员，点「单号」，看「分钟明细」：那天的分钟已经扣了。',
    async () => {
      await fromMenu(page, '课程订单', '订单管理')
      await search(page, '单号或学员', userName)
      await row(page, userName).getByRole('button', { name: /^KC/ }).click()
      const minutes = shell(page)
        .dialog(/^课程订单 KC/)
        .getByRole('table', { name: '分钟明细' })
      await expect(minutes.locator('tbody tr')).toContainText(/训练.*12/)
    },
  )
  await simulator?.leave()
})
