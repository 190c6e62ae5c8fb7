import { home, organisations, roles } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { newDevice, newSn } from '../support/devices.ts'
import { rows } from '../support/lists.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { follow, open, settled, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const todos = (page: Page) => shell(page).pane.getByRole('region', { name: '待办' })
const call = `**${home.todos.path}`

/** A school of its own with a classroom, and somebody who looks after its devices. */
async function deviceKeeper(api: Api) {
  const mark = newSn()
  const organName = `测试驾校 ${mark}`
  const { organizationId: organId } = await api.call(organisations.addSchool, {
    name: organName,
    provinceId: '440000',
    cityId: '440100',
  })
  const roomName = `教室 ${mark}`
  const hours = { opensAt: '08:00', closesAt: '22:00', seats: 3 }
  const { roomId } = await api.call(organisations.addClassroom, { roomName, organId, ...hours })
  const codes = ['device' as const, 'device:simulator' as const]
  const { roleId } = await api.call(roles.add, { roleName: `测试角色 ${mark}`, codes })
  const place = { organId, organName, roomId, roomName }
  return { place, person: await newPerson(api, { place, roleIds: [roleId] }) }
}

test('each to-do leads to the list that has as many, and is counted again when the page is shown again', async ({
  page,
  api,
}) => {
  const { place, person } = await deviceKeeper(api)
  await newDevice(api, { place })
  await newDevice(api, { place })
  await enterAs(page, person.api)
  await open(page, '/home')
  await expect(todos(page).getByRole('listitem')).toHaveText([/^设备离线 2/])
  await todos(page).getByRole('link', { name: '设备离线 2' }).click()
  await expect(page).toHaveURL('/device/deviceManagement?stateId=offline')
  await settled(page)
  await expect(rows(page)).toHaveCount(2)
  await newDevice(api, { place })
  await follow(page, '/home')
  await expect(todos(page).getByRole('link')).toHaveText([/^设备离线 3/])
})

test.describe('nothing waits', () => {
  test.use({ account: 'guest' })
  test('没有待办', async ({ page }) => {
    await open(page, '/home')
    await expect(todos(page)).toHaveText('待办没有待办')
  })
})

test('a to-do that could not be read says so beside the others, and is read again by 重试', async ({
  page,
}) => {
  const known = { label: '设备故障', count: 12, oldestAt: null, to: '/message', tone: 'danger' }
  const fault = { key: 'deviceFault', ...known }
  const part = { key: 'deviceOffline', failed: true }
  let failing = true
  await page.route(call, route =>
    route.fulfill({ json: { code: 0, msg: '成功', data: failing ? [fault, part] : [fault] } }),
  )
  await open(page, '/home')
  await expect(todos(page)).toContainText('设备故障 12')
  await expect(todos(page)).toContainText('有 1 项待办暂时读不出来')
  failing = false
  await todos(page).getByRole('button', { name: '重试' }).click()
  await expect(todos(page)).not.toContainText('读不出来')
  await expect(todos(page)).toContainText('设备故障 12')
})

test('to-dos that do not come say so in their place; until they come their shape is there, and nothing moves', async ({
  page,
  problems,
}) => {
  problems.allow(/ERR_CONNECTION_FAILED/)
  await page.route(call, route => route.abort('connectionfailed'))
  await open(page, '/home')
  await expect(todos(page).getByRole('alert')).toBeVisible()
  await page.unroute(call)
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(call, async route => {
    await held
    await route.continue()
  })
  await page.goto('/home')
  await expect(todos(page).getByRole('status', { name: '正在加载' })).toBeVisible()
  const figures = shell(page).pane.getByRole('region', { name: '今日数据' })
  const before = await figures.boundingBox()
  release()
  await settled(page)
  expect(await figures.boundingBox()).toEqual(before)
})
