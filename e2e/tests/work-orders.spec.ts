import { devices, opsSettings, workOrders } from '@drivesim/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { newDevice, newOrder, quietPlace } from '../support/devices.ts'
import { startedInspection } from '../support/inspections.ts'
import { row } from '../support/lists.ts'
import { formAt, pageAt, template, testLooks } from '../support/look.ts'
import { playAsOldest } from '../support/oldBrowser.ts'
import { patience } from '../support/pace.ts'
import { choicesOf, choose } from '../support/pickers.ts'
import { smallPicture } from '../support/pictures.ts'
import { open, shell } from '../support/shell.ts'
import { newTechnician } from '../support/technicians.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'
import { coveredAt, tooSmall } from '../support/thumb.ts'

const phone = { width: 390, height: 844 }

/** A new device in a classroom of its own, and a technician who is responsible for the place. */
async function given(api: Api) {
  const place = await quietPlace(api)
  const device = await newDevice(api, { place })
  const technician = await newTechnician(api, place)
  return { device, technician }
}

test('工单: reported, sent out, done on the phone from arriving to the signature, and finished', async ({
  page,
  api,
  browser,
}) => {
  test.setTimeout(patience(90_000))
  const { device, technician } = await given(api)
  const { components, dealResults } = await api.call(opsSettings.choices)
  const component = components[0]?.label ?? ''
  const result = dealResults.find(({ needsPicture }) => needsPicture) ?? dealResults[0]

  await open(page, '/operation/workOrder?act=add')
  const report = page.getByRole('dialog', { name: '报修' })
  await report.getByRole('combobox', { name: '设备' }).fill(device.sn)
  await page.locator('.ant-select-dropdown:visible').getByText(device.name).click()
  await choose(page, report.getByLabel('部件'), component)
  await report.getByLabel('故障描述').fill('踏板踩下后不回弹')
  const arrived = await holds(page, '**/oss/upload')
  const file = report.getByLabel('选择报修照片')
  await expect(file).toBeHidden()
  await file.setInputFiles(smallPicture)
  await report.getByRole('button', { name: '提交报修' }).click()
  // Who sends it while a picture is on its way need not press again.
  await expect(report.getByRole('button', { name: '文件传完就提交报修…' })).toBeVisible()
  arrived()
  await expect(report).toHaveCount(0)

  await open(page, `/operation/workOrder?paramValue=${device.sn}`)
  await expect(row(page, device.name)).toContainText('待派单')
  await row(page, device.name).getByRole('link', { name: /^WO/ }).click()
  const { pane } = shell(page)
  // The row that was left has such a button too.
  await expect(pane.getByRole('heading', { level: 1 })).toContainText(device.name)
  await pane.getByRole('button', { name: '派单', exact: true }).click()
  const sending = page.getByRole('dialog', { name: '派单 WO' })
  await sending.getByRole('radio', { name: technician.name }).check()
  await sending.getByRole('button', { name: '派单' }).click()
  await expect(sending).toHaveCount(0)
  await expect(pane).toContainText('待接单')

  const theirs = await anotherBrowser(browser, technician.api)
  await theirs.setViewportSize(phone)
  await open(theirs, '/operation/workOrder')
  const mine = theirs.getByRole('region', { name: '我的工单' })
  await expect(mine.getByRole('button', { name: '接单' })).toBeVisible()
  expect(await tooSmall(theirs)).toEqual([])
  for (const tab of ['看板', '列表']) await theirs.getByText(tab, { exact: true }).click()
  await expect(theirs.getByRole('button', { name: '报修' })).toBeVisible()
  await theirs.getByText('我的', { exact: true }).click()
  // The order's own page has what it waits for at the thumb.
  await mine.getByRole('link', { name: device.name }).click()
  const accept = shell(theirs).pane.getByRole('button', { name: '接单' })
  await expect(accept).toBeInViewport({ ratio: 1 })
  expect((await accept.boundingBox())?.y).toBeGreaterThan(phone.height - 80)
  await accept.click()
  const work = theirs.getByRole('region', { name: '现场处理' })
  const arrive = work.getByRole('button', { name: '到场' })
  await expect(arrive).toBeInViewport({ ratio: 1 })
  expect((await arrive.boundingBox())?.y).toBeGreaterThan(phone.height - 80)
  await arrive.click()
  await expect(work.getByRole('region', { name: '到场' })).toContainText(/\d\d:\d\d 到场/)
  expect(await tooSmall(theirs)).toEqual([])
  await work.getByRole('button', { name: '添加配件' }).click()
  const part = theirs.getByRole('dialog', { name: '添加配件' })
  await expect(part.getByLabel('配件名称')).toBeVisible()
  expect(await tooSmall(theirs)).toEqual([])
  await part.getByRole('button', { name: '取消' }).click()
  await expect(part).toHaveCount(0)
  const results = work.getByLabel('处理结果').last()
  await results.click()
  await expect(
    (await choicesOf(theirs, results)).getByText(result?.label ?? '', { exact: true }),
  ).toBeVisible()
  expect(await tooSmall(theirs)).toEqual([])
  await theirs.keyboard.press('Escape')
  await choose(theirs, results, result?.label ?? '')
  await work.getByLabel('处理说明').fill('更换踏板弹簧')
  // What is filled in is there after the page was closed.
  await theirs.reload()
  await expect(work.getByLabel('处理说明')).toHaveValue('更换踏板弹簧')
  const photos = work.getByRole('region', { name: '维修后图片' })
  await photos.getByLabel('选择维修后图片').setInputFiles(smallPicture)
  await photos.getByRole('button', { name: '移除维修后图片 1' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: '移除' }).click()
  await expect(photos.getByRole('link')).toHaveCount(0)
  // Submitted while it is on its way, the order would be without it.
  const release = await holds(theirs, '**/oss/upload')
  await photos.getByLabel('选择维修后图片').setInputFiles(smallPicture)
  await expect(work.getByText('还有文件没有传完，请等它传完，或把它去掉')).toBeVisible()
  release()
  await expect(photos.getByRole('link', { name: '查看维修后图片 1' })).toBeVisible()
  await work.getByLabel('签字人', { exact: true }).fill('王校长')
  const submit = work.getByRole('button', { name: '提交完工并验收' })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await sign(theirs, work)
  // At every place of the page nothing lies on it.
  expect(await coveredAt(theirs)).toEqual([])
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true')
  await submit.click()
  await expect(shell(theirs).pane).toContainText('已完成')
  await expect(shell(theirs).pane).toContainText('王校长')

  await expect(pane).toContainText('已完成')
  await expect(pane).toContainText('更换踏板弹簧')
  await expect(pane).toContainText('移除图片')
  await pane.getByRole('button', { name: '打印' }).click()
  await expect(page.getByRole('dialog', { name: '维修工单 WO' })).toContainText('王校长')
})

test('现场处理 loses nothing: what is filled in while a picture is on its way, nor what was said before 退回', async ({
  api,
  browser,
}) => {
  const { device, technician } = await given(api)
  const orderId = await startedInspection(api, technician.api, device, [
    { key: 'photo', text: '整机照片', kind: 'picture' },
    { key: 'screen', text: '画面清晰', kind: 'passFail' },
  ])

  const theirs = await anotherBrowser(browser, technician.api)
  await theirs.setViewportSize(phone)
  await open(theirs, `/operation/orderDetail?orderId=${orderId}`)
  const work = theirs.getByRole('region', { name: '现场处理' })
  const checks = work.getByRole('region', { name: '检查清单' })
  const release = await holds(theirs, '**/oss/upload')
  await checks.getByLabel('选择照片').setInputFiles(smallPicture)
  await checks.getByLabel('画面清晰').getByText('通过', { exact: true }).click()
  release()
  await expect(checks.getByRole('link', { name: '查看照片 1' })).toBeVisible()
  await checks.getByRole('button', { name: '通过', exact: true }).click()
  await expect(checks.getByRole('button', { name: device.name })).toContainText('通过')
  await work.getByRole('button', { name: '到场' }).click()
  // What is changed afterwards is not saved by itself.
  await checks.getByRole('button', { name: device.name }).click()
  await checks.getByLabel('画面清晰').getByText('不通过').click()
  await expect(work).toContainText('有 1 台设备的检查内容改过还没有保存，请重新选择检查结论')
  await checks.getByRole('button', { name: '不通过', exact: true }).click()
  await work.getByLabel('处理说明').fill('镜片已清洁')
  await work.getByLabel('服务费').fill('120')
  await work.getByRole('button', { name: '提交完工' }).click()
  await expect(shell(theirs).pane).toContainText('待验收')

  await api.call(workOrders.sendBack, { orderId, reason: '请补充' })
  await expect(work.getByRole('alert')).toContainText('退回了上次维修：请补充')
  await expect(work.getByLabel('处理说明')).toHaveValue('镜片已清洁')
  await expect(work.getByLabel('服务费')).toHaveValue('120.00')
})

/** What goes there waits until it is let go. */
async function holds(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const uploadHeld = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(url, async route => {
    await uploadHeld
    await route.continue()
  })
  return release
}

/** Draws a stroke across the sheet. */
async function sign(page: Page, work: Locator): Promise<void> {
  const sheet = work.getByRole('img', { name: '签字区域' })
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (box === null) throw new Error('the sheet is on the page')
  await page.mouse.move(box.x + 40, box.y + 50)
  await page.mouse.down()
  for (const step of [1, 2, 3, 4]) await page.mouse.move(box.x + 40 + step * 40, box.y + 50 + (step % 2) * 30)
  await page.mouse.up()
}

test('看板: dragging a card is the act, which opens its form; where it cannot go says why', async ({
  page,
  api,
}) => {
  const { device, technician } = await given(api)
  const { no } = await newOrder(api, device.simulatorId)
  // All columns are in sight: nothing scrolls while something is dragged.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await open(page, `/operation/workOrder?tab=board&paramValue=${no}`)
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = column('待派单').getByRole('listitem').filter({ hasText: device.name })
  await card.hover()
  await page.mouse.down()
  await column('已完成').hover()
  await column('已完成').hover()
  await expect(column('已完成')).toContainText('不能从“待派单”到“已完成”')
  await column('待接单').hover()
  await expect(column('待接单')).toContainText('松开派单')
  await page.mouse.up()
  const sending = page.getByRole('dialog', { name: `派单 ${no}` })
  await sending.getByRole('radio', { name: technician.name }).check()
  await sending.getByRole('button', { name: '派单' }).click()
  await expect(column('待接单')).toContainText(device.name)
  // Until it has gone the form keeps the focus.
  await expect(sending).toHaveCount(0)
  // The same by keyboard: the card's acts.
  await column('待接单')
    .getByRole('button', { name: `${no} 的操作` })
    .press('Enter')
  await page.getByRole('menuitem', { name: '关闭' }).click()
  await expect(page.getByRole('dialog', { name: `关闭 ${no}` })).toBeVisible()
})

test.describe('故障报修 without signing in', () => {
  test.use({ account: null, viewport: phone, warm: false })

  test('a passer-by with an old phone who scans the label reports in a few touches, and learns nothing', async ({
    page,
    signedIn,
  }) => {
    await playAsOldest(page, 'label')
    const admin = await signedIn('admin')
    const { device } = await given(admin)
    const { url } = await admin.call(devices.qrCode, { simulatorId: device.simulatorId })
    const label = new URL(url)
    await page.goto(label.pathname + label.search)
    await expect(page.getByRole('heading', { name: '故障报修' })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(device.name)
    await page.getByRole('button', { name: '提交报修' }).click()
    await expect(page.getByText('请选择哪里有问题')).toBeVisible()
    await page.getByText('踏板', { exact: true }).click()
    await page.getByLabel('补充说明').fill('踩不下去')
    expect(await tooSmall(page)).toEqual([])
    // Pressed while the picture is on its way: once is enough.
    const release = await holds(page, '**/report/picture/**')
    await page.getByLabel('选择照片').setInputFiles(smallPicture)
    await page.getByRole('button', { name: '提交报修' }).click()
    await expect(page.getByRole('button', { name: '照片传完就提交…' })).toBeVisible()
    release()
    await expect(page.getByText('已收到，谢谢')).toBeVisible({ timeout: patience(15_000) })
    const { dataList } = await admin.call(workOrders.list, { simulatorId: device.simulatorId })
    expect(dataList.map(({ source, description }) => [source, description.includes('踩不下去')])).toEqual([
      ['scan', true],
    ])
    await page.goto(`${label.pathname}?c=wrong`)
    await expect(page.getByText('二维码无效，请扫描设备上的标签')).toBeVisible()
  })
})

const detail = {
  name: 'orderDetail',
  async go(page: Page, api: Api) {
    const { dataList } = await api.call(workOrders.list, { state: 'done' })
    await open(page, `/operation/orderDetail?orderId=${dataList[0]?.orderId}`)
  },
}

testLooks([
  pageAt('workOrder', '/operation/workOrder'),
  template(pageAt('workOrderBoard', '/operation/workOrder?tab=board')),
  template(detail),
  pageAt('operationMember', '/operation/operationMember'),
  formAt('componentForm', '/operation/componentKind', '新增部件类型'),
  pageAt('faultType', '/operation/faultType'),
  pageAt('opsSetting', '/operation/opsSetting'),
  pageAt('opsFigures', '/operation/opsFigures'),
  formAt('checklistForm', '/operation/maintenancePlan?tab=checklists', '新增检查清单'),
  pageAt('inspection', '/operation/inspection?tab=stocktakes'),
])

test.describe('who holds codes of operations alone', () => {
  test.use({ account: 'ops' })

  test('opens the machine from its order, and an order that is done asks for nothing', async ({
    page,
    api,
  }) => {
    const { dataList } = await api.call(workOrders.list, { state: 'done', pageSize: 100 })
    const order = dataList.find(({ simulatorId }) => simulatorId !== null)
    await open(page, `/operation/orderDetail?orderId=${order?.orderId}`)
    const { pane } = shell(page)
    await expect(pane.getByRole('button', { name: '返修' })).not.toHaveClass(/ant-btn-primary/)
    const base = pane.getByRole('region', { name: '基础信息' })
    await base.getByRole('link', { name: order?.simulatorName ?? '', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/operation/deviceRepair\\?simulatorId=${order?.simulatorId}`))
    await expect(pane.getByRole('heading', { level: 1 })).toContainText(order?.simulatorName ?? '')
    await expect(pane.getByRole('button', { name: '报修' })).toBeVisible()
    await expect(pane.getByRole('region', { name: '未完结工单' })).toBeVisible()
  })
})
