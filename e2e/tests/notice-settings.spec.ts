import { notices } from '@drivesim/contract/notices/notices'
import type { Page } from '@playwright/test'
import { newDevice } from '../support/devices.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { pickByName } from '../support/pickers.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const centre = (page: Page) => shell(page).dialog('个人中心')
const table = (page: Page) => centre(page).getByRole('tabpanel')
const row = (page: Page, type: string) => table(page).getByRole('row', { name: new RegExp(`^${type}`) })
const types = ['设备离线提醒', '设备故障提醒', '工单提醒', '账单提醒', '合同到期提醒', '系统公告']
const tabs = [
  { tab: '短信通知设置', question: '修改短信通知设置', list: notices.sms },
  { tab: '邮件通知设置', question: '修改邮件通知设置', list: notices.email },
  { tab: '系统通知', question: '修改系统通知设置', list: notices.system },
] as const

async function openSettings(page: Page, tab: string = tabs[0].tab) {
  await open(page, '/home')
  await page.getByRole('button', { name: '个人中心', exact: true }).click()
  await centre(page).getByRole('button', { name: '通知选项配置' }).click()
  await centre(page).getByRole('tab', { name: tab }).click()
  await waitUntilSettled(page)
}

test.describe('通知选项配置 (spec §2)', () => {
  test('has the tabs 短信通知设置, 邮件通知设置 and 系统通知, each with the same table; back only', async ({
    page,
  }) => {
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    await openSettings(page)
    await expect(centre(page).getByRole('tab')).toHaveText(tabs.map(({ tab }) => tab))
    for (const { tab, list } of tabs) {
      await centre(page).getByRole('tab', { name: tab }).click()
      await expect(table(page).getByRole('columnheader')).toHaveText([
        '通知类型',
        '是否启用',
        '通知时间',
        '接收时间段',
        '通知间隔（天）',
        '操作',
      ])
      for (const type of types) await expect(row(page, type)).toBeVisible()
      // Each list is asked for by its page, the first being 0.
      const pages = requests
        .map(url => new URL(url))
        .filter(({ pathname }) => pathname.endsWith(list.path))
        .map(({ searchParams }) => searchParams.get('pageNum'))
      expect([...new Set(pages)], list.path).toEqual(['0'])
    }
    await expect(centre(page).getByRole('button', { name: /取消|提交|确定/ })).toHaveCount(0)
    await centre(page).getByRole('button', { name: '返回' }).click()
    await centre(page).getByRole('button', { name: '通知选项配置' }).click()

    await test.step('the switch says 启用 or 禁用; the time is HH:mm in steps of 1 and 5; the interval at least 1', async () => {
      await centre(page).getByRole('tab', { name: '系统通知' }).click()
      const offline = row(page, '设备离线提醒')
      await expect(offline.getByRole('switch')).toHaveText(/启用|禁用/)
      const time = offline.getByLabel('设备离线提醒 通知时间')
      await expect(time).toHaveValue(/^\d\d:\d\d$/)
      await time.click()
      const columns = page.locator('.ant-picker-dropdown:visible .ant-picker-time-panel-column')
      await expect(columns.nth(0).locator('li')).toHaveText(
        Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')),
      )
      await expect(columns.nth(1).locator('li')).toHaveText(
        Array.from({ length: 12 }, (_, step) => String(step * 5).padStart(2, '0')),
      )
      await page.keyboard.press('Escape')
      const days = offline.getByLabel('设备离线提醒 通知间隔（天）')
      await days.fill('0')
      await days.press('Tab')
      await expect(offline.getByText('不能小于 1')).toBeVisible()
    })
  })
})

test.describe('a row of the table (spec §4)', () => {
  test('edited it is marked; confirmed it is saved, declined restored, and leaving with marked rows asks first', async ({
    page,
    api,
  }) => {
    const person = await newPerson(api)
    await enterAs(page, person.api)
    await openSettings(page)
    const details = (type: string) => row(page, type).getByRole('button', { name: '查看详细' })
    await test.step('查看详细 is disabled for a row without configId alone', async () => {
      await expect(details('设备离线提醒')).toBeEnabled()
      await expect(details('设备故障提醒')).toBeEnabled()
      for (const type of types.slice(2)) await expect(details(type)).toBeDisabled()
    })
    for (const { tab, question, list } of tabs)
      await test.step(`${tab}: ${question} 确认修改 saves it and clears the mark`, async () => {
        await centre(page).getByRole('tab', { name: tab }).click()
        const bill = row(page, '账单提醒')
        const buttons = bill.getByRole('button', { name: /^(确认|取消)修改/ })
        await expect(bill.getByText('已修改')).toHaveCount(0)
        await expect(buttons).toHaveCount(0)
        const was = await bill.getByRole('switch').getAttribute('aria-checked')
        await bill.getByRole('switch').click()
        await expect(bill.getByText('已修改')).toBeVisible()
        await expect(buttons).toHaveCount(2)
        for (const button of await buttons.all())
          await expect(button).toHaveCSS('border-radius', /50%|1[26]px|9999px/)
        await bill.getByRole('button', { name: /^确认修改/ }).click()
        const dialog = shell(page).dialog(question)
        await expect(dialog).toContainText('确认修改')
        await dialog.getByRole('button', { name: /确\s*定/ }).click()
        await expect(bill.getByText('已修改')).toHaveCount(0)
        await expect(bill.getByRole('switch')).not.toHaveAttribute('aria-checked', was ?? '')
        const saved = (await person.api.call(list, {})).dataList.find(
          ({ messageType }) => messageType === 'bill',
        )
        expect(String(saved?.enable)).not.toBe(was)
      })

    await test.step('the receive period may cross midnight', async () => {
      const offline = row(page, '设备离线提醒')
      const [begin, end] = [
        offline.locator('.ant-picker-range input').nth(0),
        offline.locator('.ant-picker-range input').nth(1),
      ]
      await begin.fill('22:00')
      await begin.press('Enter')
      await end.fill('06:30')
      await end.press('Enter')
      await page.keyboard.press('Tab')
      await offline.getByRole('button', { name: /^确认修改/ }).click()
      await shell(page)
        .dialog('修改系统通知设置')
        .getByRole('button', { name: /确\s*定/ })
        .click()
      await expect(offline.getByText('已修改')).toHaveCount(0)
      const { dataList } = await person.api.call(notices.system, {})
      expect(dataList[0]).toMatchObject({ ableTimeBegin: '22:00', ableTimeEnd: '06:30' })
    })

    await centre(page).getByRole('tab', { name: tabs[0].tab }).click()
    await test.step('declining shows 已取消修改! and restores the row', async () => {
      const offline = row(page, '设备离线提醒')
      const days = offline.getByLabel('设备离线提醒 通知间隔（天）')
      const was = await days.inputValue()
      await days.fill('9')
      await days.press('Tab')
      await offline.getByRole('button', { name: /^确认修改/ }).click()
      await shell(page)
        .dialog('修改短信通知设置')
        .getByRole('button', { name: /取\s*消/ })
        .click()
      await expect(shell(page).toast('已取消修改!')).toBeVisible()
      await expect(days).toHaveValue(was)
      await expect(offline.getByText('已修改')).toHaveCount(0)
    })

    await test.step('查看详细 of a saved row says where there is nothing to ignore', async () => {
      await details('账单提醒').click()
      const dialog = shell(page).dialog('忽略设备详情')
      await expect(dialog).toContainText('“账单提醒”与设备无关')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('leaving with marked rows asks first', async () => {
      await row(page, '系统公告').getByRole('switch').click()
      await centre(page).getByRole('button', { name: '返回' }).click()
      await page
        .getByRole('button', { name: /取\s*消/ })
        .last()
        .click()
      await expect(row(page, '系统公告').getByText('已修改')).toBeVisible()
      await centre(page).getByRole('button', { name: '返回' }).click()
      await page.getByRole('button', { name: '放弃修改' }).click()
      await expect(centre(page).getByRole('button', { name: '通知选项配置' })).toBeVisible()
    })
  })

  test('a failed save leaves the row marked, says nothing, and is only logged; the round cancel button restores it', async ({
    page,
    api,
    problems,
  }) => {
    problems.allow(/notice settings were not saved/)
    const person = await newPerson(api)
    await enterAs(page, person.api)
    await page.route('**/saveSmsNoticeConfig', route =>
      route.fulfill({ json: { code: -40001, msg: '不行', data: null } }),
    )
    await openSettings(page)
    const notice = row(page, '系统公告')
    const was = await notice.getByRole('switch').getAttribute('aria-checked')
    await notice.getByRole('switch').click()
    await expect(notice.getByRole('switch')).not.toHaveAttribute('aria-checked', was ?? '')
    await notice.getByRole('button', { name: /^确认修改/ }).click()
    await shell(page)
      .dialog('修改短信通知设置')
      .getByRole('button', { name: /确\s*定/ })
      .click()
    await expect.poll(() => problems.messages.some(line => line.includes('notice settings'))).toBe(true)
    await expect(notice.getByText('已修改')).toBeVisible()
    await expect(page.locator('.ant-message-notice')).toHaveCount(0)
    await notice.getByRole('button', { name: /^取消修改/ }).click()
    await expect(shell(page).toast('已取消修改!')).toBeVisible()
    await expect(notice.getByRole('switch')).toHaveAttribute('aria-checked', was ?? '')
  })
})

test.describe('忽略设备详情 (spec §2, §5)', () => {
  const details = (page: Page) => shell(page).dialog('忽略设备详情')
  const picker = (page: Page) => shell(page).dialog('添加忽略设备')

  test('devices are found by organisation, classroom and number, added after a question, and taken out after one', async ({
    page,
    api,
  }) => {
    const person = await newPerson(api)
    const device = await newDevice(api)
    await enterAs(page, person.api)
    await openSettings(page)
    await row(page, '设备离线提醒').getByRole('button', { name: '查看详细' }).click()
    await expect(details(page).getByText('没有忽略的设备')).toBeVisible()

    await details(page).getByRole('button', { name: '添加忽略设备' }).click()
    await expect(picker(page).getByRole('columnheader')).toHaveText([
      '',
      '机构',
      '教室',
      '设备编号',
      '头显 IP',
      '绑定信息',
      '状态',
    ])
    await expect(picker(page).getByLabel('教室')).toHaveCount(0)
    await pickByName(page, picker(page).getByLabel('机构'), device.organName)
    await expect(picker(page).getByLabel('教室')).toBeVisible()
    await pickByName(page, picker(page).getByLabel('教室'), device.roomName)
    await picker(page).getByLabel('设备编号').fill(device.sn)
    await picker(page).getByRole('button', { name: '查询' }).click()
    const found = picker(page).getByRole('row', { name: new RegExp(device.sn) })
    await expect(picker(page).locator('tbody tr.ui-row')).toHaveCount(1)
    await expect(found).toContainText(device.carNum)
    await expect(picker(page).getByRole('button', { name: '确定添加' })).toBeDisabled()
    await found.getByRole('checkbox').check()
    await picker(page).getByRole('button', { name: '清空' }).click()
    await expect(picker(page).getByLabel('设备编号')).toHaveValue('')
    await expect(picker(page).getByText('已选 1 台')).toBeVisible()
    await picker(page).getByRole('button', { name: '确定添加' }).click()
    await page
      .getByRole('dialog', { name: /忽略选中的 1 台设备/ })
      .getByRole('button', { name: '添加忽略设备' })
      .click()
    await expect(picker(page)).toHaveCount(0)

    await expect(details(page).getByRole('columnheader')).toHaveText([
      '设备名称',
      '机构',
      '教室',
      '设备编号',
      '绑定信息',
      '操作',
    ])
    const ignored = details(page).getByRole('row', { name: new RegExp(device.sn) })
    await expect(ignored).toContainText(device.name)
    await ignored.getByRole('button', { name: '移出' }).click()
    const question = page.getByRole('dialog', { name: /移出设备/ })
    await question.getByRole('button', { name: /取\s*消/ }).click()
    await expect(ignored).toBeVisible()
    await ignored.getByRole('button', { name: '移出' }).click()
    await question.getByRole('button', { name: '移出设备' }).click()
    await expect(details(page).getByText('没有忽略的设备')).toBeVisible()
  })
})
