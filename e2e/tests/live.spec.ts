import { organisations } from '@drivesim/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { type Device, demoFleet, newDevice, newSn, quietPlace } from '../support/devices.ts'
import { openNetwork } from '../support/network.ts'
import { patience } from '../support/pace.ts'
import { open, shell } from '../support/shell.ts'
import { Simulator } from '../support/simulator.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

/** What is promised: a change on a device is on the screen within a second. */
const soon = { timeout: patience(1000) }

const liveView = (device: Device) => `/device/runningState?organId=${device.organId}&roomId=${device.roomId}`
const tileOf = (page: Page, device: Device) =>
  shell(page).pane.getByRole('link').filter({ hasText: device.carNum })
const line = (page: Page) =>
  shell(page)
    .pane.getByRole('status')
    .filter({ hasText: /实时|连接中|重连中|已断开/ })

/** A page on the live view that has caught up. Its document must stay the same. */
async function watch(page: Page, device: Device, url = '') {
  await open(page, url + liveView(device))
  await expect(line(page)).toHaveText('实时')
  await expect(tileOf(page, device)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  return {
    tile: tileOf(page, device),
    stillTheSame: () => page.evaluate(() => Reflect.get(window, 'sameDocument') === true),
  }
}

/** A student and a module of the device's school, as its fleet knows them. */
function studentOf(device: Device) {
  const { rooms, modules } = demoFleet()
  const student = rooms.find(({ roomId }) => roomId === device.roomId)?.students[0]
  const [module] = modules
  if (student === undefined || module === undefined) throw new Error('the classroom has students')
  return { studentId: student.studentId, moduleId: module.moduleId }
}

test('a device that connects, fails, recovers and leaves is on the live view within a second, with no reload', async ({
  page,
  api,
}) => {
  const device = await newDevice(api)
  const { tile, stillTheSame } = await watch(page, device)
  await expect(tile).toContainText('未接入')
  const simulator = await Simulator.connect(device)
  await expect(tile).toContainText('空闲', soon)
  await simulator.report({ health: 'fault' })
  await expect(tile).toContainText('故障', soon)
  await simulator.report({ health: 'ok' })
  await expect(tile).toContainText('空闲', soon)
  await simulator.fault(true, 'E07', '转向电机过热')
  await expect(tile).toContainText('故障', soon)
  await simulator.fault(false, 'E07', '转向电机过热')
  await expect(tile).toContainText('空闲', soon)
  await simulator.leave()
  await expect(tile).toContainText('离线', soon)
  expect(await stillTheSame()).toBe(true)
})

test('a session shows student, module and elapsed time ticking, then its score', async ({ page, api }) => {
  const device = await newDevice(api)
  const { tile } = await watch(page, device)
  const simulator = await Simulator.connect(device)
  const { studentId, moduleId } = studentOf(device)
  const session = await simulator.begin(studentId, moduleId)
  await expect(tile).toContainText('训练中', soon)
  await expect(tile.getByTestId('tile-who')).toHaveText(/^[\u4e00-\u9fff]{2,4}$/, soon)
  await expect(tile.getByTestId('tile-module')).toHaveText(/\S/)
  const clock = tile.getByTestId('tile-clock')
  const before = await clock.innerText()
  await expect(clock).not.toHaveText(before, { timeout: patience(2500) })
  await simulator.end(session, 87)
  await expect(tile).toContainText('空闲', soon)
  await expect(tile).toContainText('上次得分 87')
  await simulator.leave()
})

test('a student of no school of ours is not shown by name', async ({ page, api }) => {
  const device = await newDevice(api)
  const { tile } = await watch(page, device)
  const simulator = await Simulator.connect(device)
  await simulator.begin(99_999_999, studentOf(device).moduleId)
  await expect(tile).toContainText('未登记学员', soon)
  await simulator.leave()
})

test('a device that loses its network is offline at once by its last will', async ({ page, api }) => {
  const device = await newDevice(api)
  const { tile } = await watch(page, device)
  const simulator = await Simulator.connect(device)
  await expect(tile).toContainText('空闲', soon)
  simulator.vanish()
  await expect(tile).toContainText('离线', soon)
})

test('counters and today’s totals above follow', async ({ page, api }) => {
  const device = await newDevice(api, { place: await quietPlace(api) })
  await watch(page, device)
  const head = shell(page).pane.getByRole('list', { name: '设备状态' })
  const faults = () => head.getByRole('listitem').filter({ hasText: '故障' }).innerText()
  const before = Number.parseInt(await faults(), 10)
  const simulator = await Simulator.connect(device)
  await simulator.report({ health: 'fault' })
  await expect.poll(async () => Number.parseInt(await faults(), 10), soon).toBe(before + 1)
  await expect(shell(page).pane.getByText('今日训练次数')).toBeVisible()
  await simulator.leave()
})

test('a lost connection is shown, heals itself and catches up', async ({ page, api, problems }) => {
  problems.allow(/ERR_/)
  const network = await openNetwork()
  const device = await newDevice(api)
  const simulator = await Simulator.connect(device)
  const { tile, stillTheSame } = await watch(page, device, network.url)
  await expect(tile).toContainText('空闲')
  network.cut()
  await expect(line(page)).toHaveText('重连中')
  await simulator.report({ health: 'fault' })
  await expect(line(page)).toHaveText('已断开', { timeout: patience(15_000) })
  await expect(tile).toContainText('空闲')
  network.heal()
  await expect(line(page)).toHaveText('实时')
  await expect(tile).toContainText('故障', soon)
  expect(await stillTheSame()).toBe(true)
  await simulator.leave()
  await network.close()
})

test('a hidden tab does not listen, and catches up when it is shown again', async ({ page, api }) => {
  const device = await newDevice(api)
  const simulator = await Simulator.connect(device)
  const { tile } = await watch(page, device)
  await expect(tile).toContainText('空闲')
  await shell(page).tab('首页').click()
  await simulator.report({ health: 'fault' })
  await shell(page).tab('运行状态').click()
  await expect(tile).toContainText('故障', soon)
  await simulator.leave()
})

test('the live view of another school does not show it', async ({ page, api, browser, signedIn }) => {
  const device = await newDevice(api)
  await watch(page, device)
  const school = await anotherBrowser(browser, await signedIn('school'))
  await open(school, liveView(device))
  await expect(line(school)).toHaveText('实时')
  await expect(tileOf(school, device)).toHaveCount(0)
  await school.context().close()
})

test('a tile leads to the page of the device, which is live too', async ({ page, api }) => {
  const device = await newDevice(api)
  const { tile } = await watch(page, device)
  await tile.click()
  await expect(page).toHaveURL(`/device/deviceDetail?simulatorId=${device.simulatorId}`)
  const { pane } = shell(page)
  await expect(pane.getByRole('heading', { name: device.name })).toBeVisible()
  const simulator = await Simulator.connect(device)
  await expect(pane.getByText('空闲').first()).toBeVisible(soon)
  await simulator.leave()
})

test('a command is asked about, sent, and its answer comes live', async ({ page, api }) => {
  const device = await newDevice(api)
  const simulator = await Simulator.connect(device)
  await simulator.onCommand(command => ({ ok: true, text: `收到 ${command}` }))
  await open(page, `/device/deviceDetail?simulatorId=${device.simulatorId}`)
  const { pane } = shell(page)
  await pane.getByRole('tab', { name: '指令记录' }).click()
  await pane.getByRole('button', { name: '发送指令' }).click()
  await page.getByRole('menuitem', { name: '锁定设备' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(device.name)
  await question.getByRole('button', { name: '锁定设备' }).click()
  await expect(pane.getByText('已执行')).toBeVisible()
  await expect(pane.getByText('收到 lock')).toBeVisible()
  await simulator.leave()
})

test('what a device says oddly, and how its line went, stand under 通信', async ({ page, api }) => {
  const device = await newDevice(api)
  const simulator = await Simulator.connect(device)
  await simulator.report({ headsetIp: '10.0.0.300' })
  await simulator.leave()
  await open(page, `/device/deviceDetail?simulatorId=${device.simulatorId}`)
  const { pane } = shell(page)
  await pane.getByRole('tab', { name: '通信' }).click()
  const odd = pane.getByRole('row').filter({ hasText: '$.headsetIp' })
  await expect(odd).toContainText('头显地址（headsetIp）格式不正确')
  await expect(odd).toContainText('留空')
  await odd.getByRole('button', { name: '看原文' }).click()
  await expect(page.getByText('"headsetIp":"10.0.0.300"')).toBeVisible()
  await expect(pane.getByRole('row').filter({ hasText: '设备正常断开' })).toHaveCount(1)
})

test('who watches a device sees each of its messages as it comes, until they end it', async ({
  page,
  api,
}) => {
  const device = await newDevice(api)
  const simulator = await Simulator.connect(device)
  await open(page, `/device/deviceDetail?simulatorId=${device.simulatorId}`)
  const { pane } = shell(page)
  await pane.getByRole('tab', { name: '通信' }).click()
  await pane.getByRole('button', { name: '开始观察（10 分钟）' }).click()
  await expect(pane.getByText('正在观察')).toBeVisible()
  const odd = pane.getByRole('row').filter({ hasText: '已接收，不规范' }).first()
  // The process that takes messages hears of it a moment later.
  await expect(async () => {
    await simulator.report({ headsetIp: '10.0.0.300' })
    await expect(odd).toContainText('$.headsetIp', { timeout: 1000 })
  }).toPass()
  await odd.getByRole('button').click()
  await expect(page.getByText('"headsetIp": "10.0.0.300"')).toBeVisible()
  await page.keyboard.press('Escape')
  await pane.getByRole('button', { name: '停止观察' }).click()
  await expect(pane.getByRole('button', { name: '开始观察（10 分钟）' })).toBeVisible()
  await simulator.leave()
})

test('a wall screen hides the shell', { tag: '@newer' }, async ({ page, api }) => {
  const device = await newDevice(api)
  await watch(page, device)
  await page.getByRole('button', { name: '大屏模式' }).click()
  await expect(page.getByRole('button', { name: '退出大屏' })).toBeVisible()
  const menuIsOnTop = () =>
    shell(page).menu.evaluate(menu => {
      const { left, top, width, height } = menu.getBoundingClientRect()
      return menu.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(menuIsOnTop).toBe(false)
  await expect(tileOf(page, device)).toBeVisible()
  await page.getByRole('button', { name: '退出大屏' }).click()
  await expect.poll(menuIsOnTop).toBe(true)
})

test('a classroom far below costs nothing: not drawn, no pulse, its clocks rest, and its place is kept', {
  tag: '@newer',
}, async ({ page, api }) => {
  const [near, far] = await twoClassrooms(api)
  await page.setViewportSize({ width: 500, height: 400 })
  await open(page, `/device/runningState?organId=${near.organId}`)
  await expect(line(page)).toHaveText('实时')
  const { modules } = demoFleet()
  const simulators = await Promise.all([near, far].map(device => Simulator.connect(device)))
  for (const simulator of simulators) await simulator.begin(99_999_999, modules[0]?.moduleId ?? 0)
  const [nearTile, farTile] = [tileOf(page, near), tileOf(page, far)]
  const [nearTicks, farTicks] = [await countTicks(nearTile), await countTicks(farTile)]
  await expect.poll(nearTicks).toBeGreaterThanOrEqual(3)
  // The minute may have passed, which clocks out of sight do follow.
  const rested = await farTicks()
  expect(rested).toBeLessThanOrEqual(1)
  expect([await isDrawn(nearTile), await isDrawn(farTile)]).toEqual([true, false])
  await expect(nearTile.getByTestId('tile-pulse')).toHaveCount(1)
  await expect(farTile.getByTestId('tile-pulse')).toHaveCount(0)
  const height = () => shell(page).pane.evaluate(pane => pane.scrollHeight)
  const before = await height()
  await farTile.scrollIntoViewIfNeeded()
  await expect.poll(() => isDrawn(farTile)).toBe(true)
  await expect.poll(farTicks).toBeGreaterThan(rested + 1)
  expect(await height()).toBe(before)
  for (const simulator of simulators) await simulator.leave()
})

/** A device at the top of a school's live view, and one in the classroom far below it. */
async function twoClassrooms(api: Api): Promise<[Device, Device]> {
  const organName = `驾校 ${newSn().slice(4)}`
  const form = { name: organName, provinceId: '440000', cityId: '440100' }
  const { organizationId: organId } = await api.call(organisations.addSchool, form)
  const newRoom = async (roomName: string) => {
    const hours = { opensAt: '08:00', closesAt: '22:00' }
    const { roomId } = await api.call(organisations.addClassroom, { ...hours, roomName, organId, seats: 12 })
    return { organId, organName, roomId, roomName }
  }
  const place = await newRoom('教室 1')
  const near = await newDevice(api, { place })
  for (let others = 13; others > 0; others -= 1) await newDevice(api, { place })
  return [near, await newDevice(api, { place: await newRoom('教室 2') })]
}

/** How often the clock of a tile has shown another time since. */
async function countTicks(tile: Locator): Promise<() => Promise<number>> {
  const clock = tile.getByTestId('tile-clock')
  await expect(clock).toBeAttached()
  await clock.evaluate(element => {
    element.dataset.ticks = '0'
    new MutationObserver(() => {
      element.dataset.ticks = String(Number(element.dataset.ticks) + 1)
    }).observe(element, { subtree: true, childList: true, characterData: true })
  })
  return async () => Number(await clock.getAttribute('data-ticks'))
}

const isDrawn = (tile: Locator) =>
  tile.getByTestId('tile-top').evaluate(top => top.checkVisibility({ contentVisibilityAuto: true }))
