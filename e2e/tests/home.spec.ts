import { type AccessCode, deviceBulk, home, jobs, organisations, roles, students } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { pushes } from '@drivesim/contract/notices/pushes'
import type { LiveEvents } from '@drivesim/contract/tools/live'
import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { ownClock } from '../support/clock.ts'
import { newDevice, newSn, type Place } from '../support/devices.ts'
import { rows } from '../support/lists.ts'
import { holdBack, scriptedLiveLine } from '../support/network.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { follow, open, shell, waitUntilSettled } from '../support/shell.ts'
import { Simulator } from '../support/simulator.ts'
import { expect, test } from '../support/test.ts'

const todos = (page: Page) => shell(page).pane.getByRole('region', { name: '待办' })
const call = `**${home.todos.path}`

/** A school of its own with a classroom, and somebody who looks after its devices. */
async function deviceKeeper(api: Api, more: readonly AccessCode[] = []) {
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
  const codes: AccessCode[] = ['device', 'device:simulator', ...more]
  const { roleId } = await api.call(roles.add, { roleName: `测试角色 ${mark}`, codes })
  const place = { organId, organName, roomId, roomName }
  return { place, person: await newPerson(api, { place, roleIds: [roleId] }) }
}

/** One that was connected, and is not any more; one that never was waits for nobody. */
async function newDeviceThatLeft(api: Api, place: Place): Promise<void> {
  const simulator = await Simulator.connect(await newDevice(api, { place }))
  await simulator.leave()
}

test('我的任务: what failed in part of what one began opens the drawer, and waits until it was seen', async ({
  page,
  api,
}) => {
  const { place, person } = await deviceKeeper(api, ['device:edit'])
  const device = await newDevice(api, { place })
  const simulator = await Simulator.connect(device)
  await simulator.report({ activity: 'training' })
  await person.api.call(jobs.start, {
    kind: deviceBulk.setEnabled.kind,
    input: { enabled: false },
    selection: { ids: [device.simulatorId] },
  })
  await enterAs(page, person.api)
  await expect
    .poll(async () => (await person.api.call(jobs.list, {})).dataList.map(({ failed }) => failed))
    .toEqual([1])
  await open(page, '/home')
  await todos(page)
    .getByRole('link', { name: /我的任务 1/ })
    .click()
  await expect(shell(page).dialog('任务')).toContainText('停用设备')
  await expect(page).toHaveURL('/home')
  await expect(todos(page).getByRole('link', { name: /我的任务/ })).toHaveCount(0)
  await simulator.leave()
})

test('each to-do leads to the list that has as many, and is counted again when the page is shown again', async ({
  page,
  api,
}) => {
  const { place, person } = await deviceKeeper(api)
  await newDeviceThatLeft(api, place)
  await newDeviceThatLeft(api, place)
  await newDevice(api, { place })
  await enterAs(page, person.api)
  await open(page, '/home')
  await expect(todos(page).getByRole('listitem')).toHaveText([/^设备离线 2/])
  await todos(page).getByRole('link', { name: '设备离线 2' }).click()
  await expect(page).toHaveURL('/device/deviceManagement?stateId=offline&connected=yes')
  await waitUntilSettled(page)
  await expect(rows(page)).toHaveCount(2)
  await newDeviceThatLeft(api, place)
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
  const release = await holdBack(page, call)
  await page.goto('/home')
  await expect(todos(page).getByRole('status', { name: '正在加载' })).toBeVisible()
  const figures = shell(page).pane.getByRole('region', { name: '今日数据' })
  const before = await figures.boundingBox()
  release()
  await waitUntilSettled(page)
  expect(await figures.boundingBox()).toEqual(before)
})

test('the pages looked at last stay where the figures do not come', async ({ page, problems }) => {
  problems.allow(/ERR_CONNECTION_FAILED/)
  await open(page, '/message')
  await page.route(`**${home.overview.path}`, route => route.abort('connectionfailed'))
  await follow(page, '/home')
  const { pane } = shell(page)
  await expect(pane.getByRole('alert')).toBeVisible()
  await expect(pane.getByRole('region', { name: '最近访问' }).getByRole('link')).toHaveText(['消息中心'])
  await page.unroute(`**${home.overview.path}`)
  await pane.getByRole('button', { name: '重试' }).click()
  await expect(pane.getByRole('list', { name: '今日数据' })).toBeVisible()
  await expect(pane.getByRole('alert')).toHaveCount(0)
})

test('a to-do of a further line is seen when the keyboard reaches it, and the first ones stand again after it', async ({
  page,
}) => {
  const data = Array.from({ length: 12 }, (_, at) => ({
    key: `todo${at}`,
    label: `第 ${at} 项待办`,
    count: 1,
    oldestAt: null,
    to: '/message',
    tone: 'normal',
  }))
  await page.route(call, route => route.fulfill({ json: { code: 0, msg: '成功', data } }))
  await open(page, '/message')
  await follow(page, '/home')
  const links = todos(page).getByRole('link')
  await expect(links).toHaveCount(data.length)
  await links.nth(0).focus()
  const list = todos(page).getByRole('list')
  const boxOf = async (at: number) => {
    const [line, link] = [await list.boundingBox(), await links.nth(at).boundingBox()]
    return line !== null && link !== null && link.y >= line.y && link.y + link.height <= line.y + line.height
  }
  for (const _ of data.slice(1)) await page.keyboard.press('Tab')
  await expect(links.last()).toBeFocused()
  expect([await boxOf(0), await boxOf(data.length - 1)]).toEqual([true, true])
  await page.keyboard.press('Tab')
  await expect(links.last()).not.toBeFocused()
  expect([await boxOf(0), await boxOf(data.length - 1)]).toEqual([true, false])
})

test('figures and cards on their way have the shape of what comes', async ({ page }) => {
  await open(page, '/message')
  const release = await holdBack(page, `**${home.overview.path}`)
  await follow(page, '/home')
  const { pane } = shell(page)
  const awaited = pane.getByRole('region', { name: '今日数据' })
  await expect(awaited.getByRole('status', { name: '正在加载' })).toContainText('新增学员')
  const before = await awaited.boundingBox()
  await expect(pane.getByRole('region', { name: '今日训练时段' }).getByRole('status')).toBeVisible()
  release()
  await waitUntilSettled(page)
  expect(await awaited.boundingBox()).toEqual(before)
})

test('the words of the hours are as large as other small words, however narrow the card', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, '/home')
  const words = shell(page).pane.getByRole('region', { name: '今日训练时段' }).locator('svg text')
  await expect(words.first()).toBeVisible()
  // What is drawn, not what was asked for: a drawing that is scaled scales its words.
  const scales = await words.evaluateAll(found =>
    found.map(word => word instanceof SVGGraphicsElement && word.getScreenCTM()?.a),
  )
  expect(new Set(scales)).toEqual(new Set([1]))
})

test('an announcement that is kept on top leads to the whole of it, which is then among the pages looked at last', async ({
  page,
  api,
}) => {
  const person = await newPerson(api)
  const title = `国庆安排 ${newSn()}`
  const { pushId } = await api.call(pushes.save, {
    title,
    content: '<p>三日停训，四日恢复</p>',
    audience: { kind: 'people', ids: [person.userId] },
    channels: ['system'],
    pinnedUntil: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await api.call(pushes.send, { pushId })
  await expect.poll(async () => (await person.api.call(home.overview)).pinned?.length).toBe(1)
  await enterAs(page, person.api)
  await open(page, '/home')
  const { pane } = shell(page)
  await pane.getByRole('region', { name: '公告' }).getByRole('link', { name: title }).click()
  await expect(page).toHaveURL('/message')
  const content = pane.getByRole('article', { name: '消息内容' })
  await expect(content.getByRole('heading', { name: title })).toBeVisible()
  await expect(content).toContainText('三日停训，四日恢复')
  await shell(page).tab('首页').click()
  const recent = pane.getByRole('region', { name: '最近访问' })
  await expect(recent.getByRole('link')).toHaveText(['消息中心'])
  // It is the person's: kept for the next visit, and read from this browser alone.
  await open(page, '/home')
  await recent.getByRole('link', { name: '消息中心' }).click()
  await expect(page).toHaveURL('/message')
})

test('a quick entry opens its form, once', async ({ page }) => {
  await open(page, '/home')
  const entries = shell(page).pane.getByRole('navigation', { name: '快捷操作' })
  await entries.getByRole('link', { name: '新增设备' }).click()
  const form = page.getByRole('dialog', { name: '新增设备' })
  await expect(form).toBeVisible()
  await expect(page).toHaveURL('/device/deviceManagement')
  await form.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(form).toHaveCount(0)
  await follow(page, '/home')
  await entries.getByRole('link', { name: '导入学员' }).click()
  await expect(page.getByRole('dialog', { name: '导入学员' })).toBeVisible()
  await expect(page).toHaveURL('/student/studentManagement')
})

test.describe('left open', () => {
  test.use({ warm: false })

  const calls: readonly string[] = [home.overview.path, home.todos.path, home.blocks.path]

  /** What of 首页 is asked for from now on. */
  const listen = (page: Page) => {
    const requests: string[] = []
    page.on('request', request => requests.push(...calls.filter(path => request.url().endsWith(path))))
    return requests
  }

  /** Five minutes past: an hour that ends is a reason to read of its own. */
  const early = () => new Date().setMinutes(5)

  test('nothing is asked for on time alone', async ({ page }) => {
    await ownClock(page, early())
    await scriptedLiveLine(page)
    await open(page, '/home')
    const requests = listen(page)
    await page.clock.fastForward('30:00')
    await page.clock.runFor(20_000)
    expect(requests).toEqual([])
  })

  test('it is read again soon after something changed, whatever it is, and once', async ({ page }) => {
    await ownClock(page, early())
    const line = await scriptedLiveLine(page)
    await open(page, '/home')
    const requests = listen(page)
    const day = businessDayOf(Date.now())
    const changes: Partial<LiveEvents> = {
      caughtUp: { at: new Date().toISOString() },
      simulatorGone: { simulatorId: 1 },
      order: { kind: 'recharge', id: 1, studentId: 1 },
      figures: { first: day, last: day, organs: [1] },
      workOrder: { orderId: 1, state: 'pending', assigneeId: null, simulatorId: null },
      unread: { count: 0 },
    }
    for (const [name, change] of Object.entries(changes))
      await test.step(name, async () => {
        requests.length = 0
        await line.say({ [name]: change })
        await page.clock.runFor(5_000)
        expect(requests).toEqual([])
        await page.clock.runFor(6_000)
        await expect.poll(() => requests.toSorted()).toEqual(calls.toSorted())
      })
  })
})

test('a long name among what was looked at last stays in its column', async ({ page, api }) => {
  const mark = newSn()
  const { organizationId: schoolId } = await api.call(organisations.addSchool, {
    name: `长名驾校 ${mark}`,
    provinceId: '440000',
    cityId: '440100',
  })
  const userName = '阿卜杜热合曼·买买提艾力·阿卜杜克热木江图尔荪'
  const person = { schoolId, userName, userPhone: '13800000000', gearType: 'C1' as const }
  const { userId } = await api.call(students.add, person)
  await open(page, `/student/studentDetail?userId=${userId}`)
  await open(page, '/home')
  const recent = shell(page).pane.getByRole('region', { name: '最近访问' })
  await expect(recent.getByRole('link', { name: userName })).toBeVisible()
  const right = await recent.evaluate(element => element.getBoundingClientRect().right)
  expect(right).toBeLessThanOrEqual(1366)
})
