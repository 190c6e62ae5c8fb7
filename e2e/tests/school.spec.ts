import { devices, organisations } from '@drivesim/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { newDevice, newSn } from '../support/devices.ts'
import { rows } from '../support/lists.ts'
import { open, shell, tabTitles, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

async function newSchool(api: Api): Promise<{ organizationId: number; name: string }> {
  const name = `测试驾校${newSn().slice(4)}`
  const form = { name, provinceId: '440000', cityId: '440100' }
  return { name, ...(await api.call(organisations.addSchool, form)) }
}

const setup = (page: Page) => shell(page).pane.getByRole('region', { name: '开通步骤' })

test('a new school is led from nothing to done, each step filled in with it; then the steps are gone', async ({
  page,
  api,
}) => {
  const { name } = await newSchool(api)
  await open(page, `/institution/drivingManagement?paramValue=${name}`)
  await rows(page).getByRole('link', { name, exact: true }).click()
  await expect(setup(page)).toContainText('已完成 0 / 5 步')
  await expect(setup(page).getByRole('button', { name: '新增设备' })).toHaveAttribute('aria-disabled', 'true')

  await setup(page).getByRole('button', { name: '新增教室' }).click()
  const room = page.getByRole('dialog', { name: '新增教室' })
  await room.getByLabel('教室名称').fill('一号教室')
  await room.getByLabel('座位数').fill('4')
  await room.getByRole('button', { name: '新增教室' }).click()
  await expect(setup(page)).toContainText('1 间教室')
  // What was just added is in sight, above the pager.
  const added = rows(page).filter({ hasText: '一号教室' })
  await expect(added).toHaveCount(1)
  const pager = shell(page).pane.getByRole('navigation', { name: '分页' })
  const bottom = async (row: Locator) => row.evaluate(element => element.getBoundingClientRect().bottom)
  const top = await pager.evaluate(element => element.getBoundingClientRect().top)
  expect(await bottom(added)).toBeLessThanOrEqual(top)

  await setup(page).getByRole('button', { name: '新增设备' }).click()
  const device = page.getByRole('dialog', { name: '新增设备' })
  await expect(device).toContainText(name)
  await device.getByLabel('设备名称').fill('一号机')
  await device.getByLabel('设备编号').fill(newSn())
  // The only one it has.
  await expect(device).toContainText('一号教室')
  await device.getByRole('button', { name: '新增设备' }).click()
  await page.getByRole('button', { name: '已保存，关闭' }).click()
  await expect(setup(page)).toContainText('1 台设备')
  await expect(rows(page)).toContainText('一号机')

  await setup(page).getByRole('button', { name: '新增成员' }).click()
  const member = page.getByRole('dialog', { name: '新增成员' })
  const account = `school${newSn().slice(4).replaceAll('-', '')}`
  await member.getByLabel('账号').fill(account)
  await member.getByLabel('名称').fill('校长')
  await member.getByRole('button', { name: '新增成员' }).click()
  await page.getByRole('button', { name: '已保存，关闭' }).click()
  await expect(setup(page)).toContainText('已完成 3 / 5 步')
  await expect(rows(page)).toContainText(account)

  await setup(page).getByRole('button', { name: '配置课程' }).click()
  await page
    .getByRole('button', { name: /上\s*架/ })
    .first()
    .click()
  await page.getByRole('button', { name: '保存课程配置' }).click()
  await expect(shell(page).toast('课程配置已保存')).toBeVisible()
  await shell(page).tab(name).click()
  await expect(setup(page)).toContainText('已完成 4 / 5 步')

  await setup(page).getByRole('button', { name: '新增合同' }).click()
  const contract = page.getByRole('dialog', { name: '新增合同' })
  await expect(contract).toContainText(name)
  await contract.getByLabel('平台分成比例').fill('30')
  await contract.getByLabel('约定押金').fill('0')
  for (const [field, day] of [
    ['开始日期', '2026-01-01'],
    ['结束日期', '2030-12-31'],
  ] as const) {
    await contract.getByLabel(field).fill(day)
    await contract.getByLabel(field).press('Tab')
  }
  await contract.getByRole('button', { name: '新增合同' }).click()
  await expect(rows(page)).toContainText('平台分成 30%')
  await expect(setup(page)).toHaveCount(0)
  await expect(shell(page).pane.getByRole('link', { name: '设备，查看明细' })).toHaveText('1')
})

test('records are gone through along their list, over the border of its page, in one tab', async ({
  page,
  api,
}) => {
  const { organizationId, name } = await newSchool(api)
  const room = {
    roomName: '一号教室',
    organId: organizationId,
    opensAt: '08:00',
    closesAt: '20:00',
    seats: 20,
  }
  const { roomId } = await api.call(organisations.addClassroom, room)
  const place = { organId: organizationId, organName: name, roomId, roomName: room.roomName }
  const made: string[] = []
  for (let count = 0; count < 11; count += 1) made.push((await newDevice(api, { place })).name)
  const { dataList } = await api.call(devices.list, { schoolId: organizationId, pageSize: 20 })
  const names = dataList.map(row => row.simulatorName)
  expect(names).toEqual(made)

  await open(page, `/device/deviceManagement?organId=${organizationId}`)
  await rows(page)
    .getByRole('link', { name: names[8] ?? '' })
    .click()
  const { pane } = shell(page)
  const heading = pane.getByRole('heading', { level: 1 })
  const next = pane.getByRole('button', { name: '下一条' })
  await expect(heading).toHaveText(names[8] ?? '')
  const place9 = await next.boundingBox()
  await next.click()
  await expect(heading).toHaveText(names[9] ?? '')
  // The button stays under the pointer, and is the same to the keyboard.
  expect(await next.boundingBox()).toEqual(place9)
  await expect(next).toBeFocused()
  await next.press('Enter')
  await expect(heading).toHaveText(names[10] ?? '')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(heading).toHaveText(names[9] ?? '')
  await waitUntilSettled(page)
  await expect(tabTitles(page)).toHaveCount(3)
  await page.goBack()
  await expect(page).toHaveURL(`/device/deviceManagement?organId=${organizationId}`)

  // By its address it is in no list.
  await open(page, `/device/deviceDetail?simulatorId=${dataList[0]?.simulatorId}`)
  await expect(heading).toHaveText(names[0] ?? '')
  await expect(next).toHaveCount(0)
})

test('pages about one school are tabs that stay where they are', async ({ page, api }) => {
  const { organizationId } = await newSchool(api)
  for (const [label, path] of [
    ['招生管理的页面', `/enroll/enroll_config?schoolId=${organizationId}`],
    ['应用配置的页面', `/operationAnother/courseConfig?organizationId=${organizationId}`],
  ] as const) {
    await open(page, path)
    const links = shell(page).pane.getByRole('navigation', { name: label }).getByRole('link')
    const places = () => links.evaluateAll(all => all.map(link => link.getBoundingClientRect().toJSON()))
    const before = await places()
    await links.last().click()
    await expect(links.last()).toHaveAttribute('aria-current', 'page')
    expect(await places()).toEqual(before)
  }
})

test.describe('a school', () => {
  test.use({ account: 'school' })
  test('sees on its page the lists that it has the codes for', async ({ page, api }) => {
    const [own] = await api.call(organisations.schools, {})
    await open(page, `/institution/schoolDetail?organizationId=${own?.organizationId}`)
    const tabs = shell(page).pane.getByRole('radiogroup', { name: '驾校的内容' })
    await expect(tabs.getByText('设备', { exact: true })).toBeVisible()
    await expect(tabs.getByText('成员', { exact: true })).toHaveCount(0)
    await shell(page).pane.getByRole('link', { name: '近 30 天训练时长，查看明细' }).click()
    await expect(rows(page)).not.toHaveCount(0)
  })
})

test.describe('who has one school', () => {
  test.use({ account: 'school' })
  test('chooses it nowhere, and is not asked about it when a form is closed', async ({ page, api }) => {
    const [school] = await api.call(organisations.schools, {})
    await open(page, '/student/studentManagement?act=add')
    const student = page.getByRole('dialog', { name: '新增学员' })
    await expect(student).toContainText(school?.name ?? '')
    await student.getByRole('button', { name: '取消' }).click()
    await expect(student).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
