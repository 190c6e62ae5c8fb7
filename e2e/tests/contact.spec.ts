// What a page meets on a desk: days as people type them, a clock that is off, links opened beside, files dropped beside.
import { dashboard, devices, operationLog } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { pushes } from '@drivesim/contract/notices/pushes'
import type { Locator, Page } from '@playwright/test'
import { newDevice, newSn } from '../support/devices.ts'
import { confirm, row, rows } from '../support/lists.ts'
import { newPerson } from '../support/people.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { Simulator } from '../support/simulator.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const devicesList = '/device/deviceManagement'
const securityLog = '/system/operationLog?tab=security'
const filters = (page: Page) => shell(page).pane.getByRole('form', { name: '查询条件' })

/** Types into a picker of days in place of what it has, and goes on. */
async function typeDay(page: Page, field: Locator, text: string): Promise<void> {
  await field.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
}

test.describe('days', () => {
  const year = businessDayOf(Date.now()).slice(0, 4)

  test('a filter takes a day as people write it, says what is none, and is empty once it is deleted', async ({
    page,
  }) => {
    await open(page, securityLog)
    const day = filters(page).getByLabel('开始日期')
    for (const [typed, meant] of [
      ['20260105', '2026-01-05'],
      ['2025/1/6', '2025-01-06'],
      ['1-5', `${year}-01-05`],
    ] as const) {
      await typeDay(page, day, typed)
      await expect(day, typed).toHaveValue(meant)
    }
    await typeDay(page, day, '02-30')
    await expect(page.locator('.ant-message')).toContainText('“02-30”不是一个日期，没有改动')
    await expect(day).toHaveValue(`${year}-01-05`)
    await filters(page).getByRole('button', { name: '查询' }).click()
    await expect(page).toHaveURL(new RegExp(`beginDate=${year}-01-05`))

    // Loaded anew, it has no list without a day that it could show again.
    await waitUntilSettled(page)
    await open(page, page.url())
    await typeDay(page, day, '')
    await expect(day).toHaveValue('')
    const request = page.waitForRequest(request => request.url().includes(operationLog.security.path))
    await filters(page).getByRole('button', { name: '查询' }).click()
    expect((await request).url()).not.toContain('beginDate')
    await expect(page).toHaveURL(securityLog)
  })

  test('a form saves a day that was typed, and none once it is deleted', async ({ page, api }) => {
    const { sn, simulatorId } = await newDevice(api)
    const saved = async () => (await api.call(devices.baseInfo, { simulatorId })).warrantyUntil
    await open(page, `${devicesList}?simulatorNum=${sn}`)
    for (const [typed, meant] of [
      ['2026/1/5', '2026-01-05'],
      ['', null],
    ] as const) {
      await rows(page).getByRole('button', { name: '编辑' }).click()
      const form = page.getByRole('dialog', { name: /编辑设备/ })
      await typeDay(page, form.getByLabel('保修截止'), typed)
      await form.getByRole('button', { name: '保存' }).click()
      await expect(form).toHaveCount(0)
      expect(await saved(), typed).toBe(meant)
    }
  })
})

test.describe('a browser in Los Angeles with a clock two days fast', () => {
  test.use({ timezoneId: 'America/Los_Angeles', warm: false })
  test.beforeEach(({ page }) => page.clock.install({ time: Date.now() + 2 * 86_400_000 }))

  test('近 28 天 are the days that they are in China, with their figures', async ({ page, api, browser }) => {
    const today = businessDayOf(Date.now())
    const days = { beginDate: addDays(today, -28), endDate: addDays(today, -1) }
    const figuresOf = (board: Page) => shell(board).pane.getByRole('list', { name: '指标' })
    const right = await anotherBrowser(browser, api)
    await open(right, '/controlPanel?range=last28Days')
    const figures = await figuresOf(right).innerText()
    await right.context().close()

    let requestBody: unknown
    page.on('request', request => {
      if (request.url().endsWith(dashboard.overview.path)) requestBody = request.postDataJSON()
    })
    await open(page, '/controlPanel?range=last28Days')
    await expect.poll(() => figuresOf(page).innerText()).toBe(figures)
    expect(requestBody).toMatchObject(days)
  })

  test('a device that has just reported is said to have, and 今天 is the day in China', async ({
    page,
    api,
  }) => {
    const device = await newDevice(api)
    const simulator = await Simulator.connect(device)
    const { simulatorId } = device
    const seen = async () => (await api.call(devices.baseInfo, { simulatorId })).lastSeenAt
    await expect.poll(seen).not.toBeNull()
    await open(page, `${devicesList}?simulatorNum=${device.sn}`)
    await expect(rows(page)).toContainText('刚刚')
    await simulator.leave()
    await open(page, securityLog)
    await filters(page).getByLabel('开始日期').click()
    const marked = page.locator('.ant-picker-dropdown:visible .ant-picker-cell-today')
    await expect(marked).toHaveAttribute('title', businessDayOf(Date.now()))
  })
})

test.describe('a link with Ctrl or the middle button is opened beside', () => {
  const clicks: [string, Parameters<Locator['click']>[0]][] = [
    ['Ctrl', { modifiers: ['ControlOrMeta'] }],
    ['middle button', { button: 'middle' }],
  ]
  for (const [name, how] of clicks) {
    test(`of the menu and of Ctrl-K, ${name}`, async ({ page, context }) => {
      await open(page, '/home')
      const openBeside = async (link: Locator, path: string) => {
        const opened = context.waitForEvent('page')
        await link.click(how)
        const other = await opened
        await waitUntilSettled(other)
        await expect(other).toHaveURL(path)
        await other.close()
        await expect(page).toHaveURL('/home')
      }
      await shell(page).menu.getByRole('menuitem', { name: '设备管理', exact: true }).first().click()
      await openBeside(shell(page).menu.locator('a[href="/device/runningState"]'), '/device/runningState')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('运行状态')
      await openBeside(page.getByRole('option', { name: '运行状态 设备管理' }), '/device/runningState')
      await expect(shell(page).dialog('搜索')).toBeVisible()
    })
  }
})

test('a file that is dropped beside the place for it does not take the page away', async ({ page }) => {
  await open(page, '/student/studentManagement')
  await page.getByRole('button', { name: '导入学员' }).click()
  const wizard = page.getByRole('dialog', { name: '导入学员' })
  await expect(wizard.getByText('点击选择文件，或拖到这里')).toBeVisible()
  const drop = (place: Locator, kind: 'dragover' | 'drop') =>
    place.evaluate((element, type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['姓名'], '学员.csv', { type: 'text/csv' }))
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
      return event.defaultPrevented
    }, kind)
  for (const place of [wizard.getByText('导入到驾校'), page.locator('body')])
    for (const kind of ['dragover', 'drop'] as const) expect(await drop(place, kind), kind).toBe(true)
})

test('the last row of the last page, once removed, leads to what is the last page then', async ({
  page,
  api,
}) => {
  const { userId } = await newPerson(api)
  const title = `末页 ${newSn()}`
  for (let made = 0; made < 11; made += 1) {
    await api.call(pushes.save, {
      title: `${title} ${made}`,
      content: '<p>内容</p>',
      audience: { kind: 'people', ids: [userId] },
      channels: ['system'],
    })
  }
  const list = `/system/sendManagement?paramValue=${encodeURIComponent(title)}`
  await open(page, `${list}&page=2`)
  await expect(rows(page)).toHaveCount(1)
  await row(page, title).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await confirm(page, '删除推送')
  await expect(rows(page)).toHaveCount(10)
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
})

test('a filter by a record that is gone says so in words', async ({ page }) => {
  await open(page, `${devicesList}?organId=999999`)
  await expect(filters(page)).toContainText('已删除或不存在')
  await expect(filters(page)).not.toContainText('999999')
  await filters(page).getByRole('button', { name: '清空' }).click()
  await expect(page).toHaveURL(devicesList)
  await expect(rows(page)).toHaveCount(10)
})
