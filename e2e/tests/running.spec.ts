import { opsSettings, workOrders } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { type Device, newDevice, newOrder, newPlace } from '../support/devices.ts'
import { open, shell } from '../support/shell.ts'
import { Simulator } from '../support/simulator.ts'
import { newTechnician } from '../support/technicians.ts'
import { expect, test } from '../support/test.ts'

// How the live view is looked at: what is chosen, filtered and searched on it, its wall screen, and a phone.

const tiles = (page: Page) => shell(page).pane.locator('a[data-state]')
const tileOf = (page: Page, { carNum }: Device) => tiles(page).filter({ hasText: carNum })
const counter = (page: Page, word: string) =>
  shell(page).pane.getByRole('list', { name: '设备状态' }).getByRole('button').filter({ hasText: word })
const tree = (page: Page) => shell(page).pane.getByRole('navigation', { name: '机构与教室' })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the plate is whole: the state beside it gives way', async ({ page, api }) => {
    const place = await newPlace(api)
    const device = await newDevice(api, { place, carNum: '粤A12345学挂' })
    await newDevice(api, { place })
    await open(page, `/device/runningState?organId=${place.organId}`)
    await expect(tiles(page)).toHaveCount(2)
    const { shown, plate, ends } = await tileOf(page, device).evaluate((tile, carNum) => {
      const car = [...tile.querySelectorAll('span')].find(span => span.textContent === carNum)
      if (car === undefined) throw new Error('the tile has its plate')
      const text = new Range()
      text.selectNodeContents(car)
      const bottoms = [...tile.querySelectorAll('span')].map(span => span.getBoundingClientRect().bottom)
      return {
        shown: car.getBoundingClientRect().width,
        plate: text.getBoundingClientRect().width,
        ends: tile.getBoundingClientRect().bottom - Math.max(...bottoms),
      }
    }, device.carNum)
    expect(plate).toBeLessThanOrEqual(shown + 0.5)
    expect(ends).toBeGreaterThanOrEqual(0)
  })

  test('how long it lasts is whole beside the work order', async ({ page, api }) => {
    const place = await newPlace(api)
    const device = await newDevice(api, { place })
    const simulator = await Simulator.connect(device)
    await simulator.report({ health: 'fault' })
    await newOrder(api, device.simulatorId)
    await newDevice(api, { place })
    await open(page, `/device/runningState?organId=${place.organId}`)
    const words = tileOf(page, device).getByText(/^已持续/)
    await expect(tileOf(page, device)).toContainText('工单')
    const { cut, below } = await words.evaluate(element => ({
      cut: element.scrollWidth - element.clientWidth,
      below:
        element.getBoundingClientRect().bottom - (element.closest('a')?.getBoundingClientRect().bottom ?? 0),
    }))
    expect(cut).toBeLessThanOrEqual(0)
    expect(below).toBeLessThan(0)
    await simulator.leave()
  })

  test('全部故障 is the first place of the select box', async ({ page }) => {
    await open(page, '/device/runningState')
    await shell(page).pane.getByLabel('机构与教室').click()
    await page.getByTitle(/^全部故障/).click()
    await expect(page).toHaveURL('/device/runningState?view=faults')
    await expect(shell(page).pane.getByTitle(/^全部故障/)).toBeVisible()
  })
})

test('a counter shows the simulators of its state alone, in the address too, and is let go again', async ({
  page,
  api,
}) => {
  const place = await newPlace(api)
  const [faulty, healthy] = [await newDevice(api, { place }), await newDevice(api, { place })]
  const simulators = [await Simulator.connect(faulty), await Simulator.connect(healthy)]
  await simulators[0]?.report({ health: 'fault' })
  await open(page, `/device/runningState?organId=${place.organId}`)
  await expect(tiles(page)).toHaveCount(2)

  await counter(page, '故障').press('Enter')
  await expect(counter(page, '故障')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(`/device/runningState?organId=${place.organId}&state=fault`)
  await expect(tiles(page)).toHaveCount(1)
  await expect(tileOf(page, faulty)).toBeVisible()
  await simulators[1]?.report({ health: 'fault' })
  await expect(tiles(page)).toHaveCount(2)

  await counter(page, '训练中').click()
  await expect(tiles(page)).toHaveCount(0)
  await page.reload()
  await expect(shell(page).pane.getByText('现在没有训练中的设备')).toBeVisible()
  await shell(page).pane.getByRole('button', { name: '显示全部状态' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await expect(page).toHaveURL(`/device/runningState?organId=${place.organId}`)
  await counter(page, '故障').click()
  await counter(page, '故障').click()
  await expect(counter(page, '故障')).toHaveAttribute('aria-pressed', 'false')
  for (const simulator of simulators) await simulator.leave()
})

test('全部故障 shows what is in fault in every organisation, where, and what it says; live, and from 首页', async ({
  page,
  api,
}) => {
  const [here, there] = [await newPlace(api), await newPlace(api)]
  const [first, second] = [await newDevice(api, { place: here }), await newDevice(api, { place: there })]
  const simulators = [await Simulator.connect(first), await Simulator.connect(second)]
  await simulators[0]?.fault(true, 'E07', '转向电机过热')
  await open(page, '/home')
  await page.getByTestId('state-tags').getByRole('link', { name: /故障/ }).click()
  await expect(page).toHaveURL('/device/runningState?view=faults')
  await expect(tree(page).getByRole('button', { name: '全部故障' })).toHaveAttribute('aria-current', 'true')
  await expect(tileOf(page, first)).toContainText(`${here.organName} · ${here.roomName}`)
  await expect(tileOf(page, first)).toContainText('E07 转向电机过热')
  await expect(tileOf(page, second)).toHaveCount(0)

  await simulators[1]?.fault(true, 'E08', '头显断开')
  await expect(tileOf(page, second)).toContainText('E08 头显断开')
  await simulators[0]?.fault(false, 'E07', '转向电机过热')
  await expect(tileOf(page, first)).toHaveCount(0)
  for (const simulator of simulators) await simulator.leave()
})

test('the tree is searched by the names of organisations and classrooms', async ({ page, api }) => {
  const place = await newPlace(api)
  await newDevice(api, { place })
  await open(page, '/device/runningState')
  const words = tree(page).getByRole('textbox', { name: '搜索机构或教室' })
  await words.fill(place.roomName)
  await expect(tree(page).locator('li button')).toHaveText([
    /^全部故障/,
    new RegExp(`^${place.organName}`),
    new RegExp(`^${place.roomName}`),
  ])
  await tree(page).getByRole('button', { name: place.roomName }).click()
  await expect(page).toHaveURL(`/device/runningState?organId=${place.organId}&roomId=${place.roomId}`)
  await expect(tiles(page)).toHaveCount(1)
  await words.fill('没有这样的机构')
  await expect(tree(page).getByText('没有符合的机构或教室')).toBeVisible()
})

test.describe('on a wall', () => {
  const wall = { width: 1920, height: 1080 }
  test.use({ viewport: wall })

  test('the owner of the simulators, the time, nothing too small for three metres, and the screen filled', {
    tag: '@newer',
  }, async ({ page, api }) => {
    const place = await newPlace(api)
    for (let more = 5; more > 0; more -= 1) await newDevice(api, { place })
    await open(page, `/device/runningState?organId=${place.organId}`)
    await expect(tiles(page)).toHaveCount(5)
    await page.getByRole('button', { name: '大屏模式' }).click()
    const { pane } = shell(page)
    await expect(
      pane.getByRole('heading', { level: 1, name: `${place.organName} · ${place.roomName}` }),
    ).toBeVisible()
    await expect(pane.getByRole('time')).toHaveText(/^\d\d:\d\d$/)
    await expect(pane.getByText(/^\d{4}年\d+月\d+日星期.$/)).toBeVisible()

    // Dark as the other wall, and no tile with an empty line.
    await expect(pane.locator('[data-wall]')).toHaveCSS('background-color', 'rgb(16, 21, 29)')
    await expect(pane.getByTestId('tile-seat')).toHaveText(['1 号位', '2 号位', '3 号位', '4 号位', '5 号位'])
    for (const part of ['tile-who', 'tile-minutes', 'tile-score'])
      for (const text of await pane.getByTestId(part).allInnerTexts()) expect(text, part).not.toBe('')

    const left = () => pane.locator('a[data-state]').evaluateAll(farEdges, wall)
    await expect.poll(async () => (await left()).right).toBeLessThanOrEqual(40)
    await expect.poll(async () => (await left()).bottom).toBeLessThanOrEqual(40)
    const { right, bottom } = await left()
    expect(Math.min(right, bottom)).toBeGreaterThanOrEqual(0)
    expect(await pane.locator('[data-wall]').evaluate(smallTexts)).toEqual([])
  })

  test('beside a work order nothing is cut', async ({ page, api }) => {
    const place = await newPlace(api)
    const device = await newDevice(api, { place })
    for (let more = 12; more > 0; more -= 1) await newDevice(api, { place })
    const simulator = await Simulator.connect(device)
    await simulator.report({ health: 'fault' })
    await newOrder(api, device.simulatorId)
    await open(page, `/device/runningState?organId=${place.organId}`)
    await page.getByRole('button', { name: '大屏模式' }).click()
    const tile = tileOf(page, device)
    await expect(tile.getByText(/工单/)).toBeVisible()
    const cut = () =>
      tile
        .locator('span')
        .evaluateAll(spans =>
          spans
            .filter(span => span.scrollWidth > span.clientWidth && span.clientWidth > 0)
            .map(span => span.textContent),
        )
    await expect.poll(cut).toEqual([])
    await simulator.leave()
  })
})

/** How far the tiles end from the right and lower edge of a screen. */
function farEdges(shown: Element[], screen: { width: number; height: number }) {
  const boxes = shown.map(tile => tile.getBoundingClientRect())
  return {
    right: screen.width - Math.max(...boxes.map(box => box.right)),
    bottom: screen.height - Math.max(...boxes.map(box => box.bottom)),
  }
}

/** What is written smaller than 24 px, but for the way out: who presses that stands before it. */
function smallTexts(root: Element): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const small: string[] = []
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode
    if (parent === null || parent.closest('.ant-btn') !== null || textContent?.trim() === '') continue
    if (Number.parseFloat(getComputedStyle(parent).fontSize) < 24) small.push(textContent ?? '')
  }
  return small
}

test('a device with an open work order says so on its tile, until the order is over', async ({
  page,
  api,
}) => {
  const place = await newPlace(api)
  const device = await newDevice(api, { place })
  await open(page, `/device/runningState?organId=${place.organId}`)
  const tile = tileOf(page, device)
  await expect(tile).not.toContainText('工单')
  const { orderId } = await newOrder(api, device.simulatorId)
  await expect(tile).toContainText('工单待派单')
  await api.call(workOrders.close, { orderId, reason: 'recovered' })
  await expect(tile).not.toContainText('工单')
})

test('检修中 stands on the tile from 到场 until the repair is submitted', async ({ page, api }) => {
  const place = await newPlace(api)
  const device = await newDevice(api, { place })
  const technician = await newTechnician(api, place)
  const { orderId } = await newOrder(api, device.simulatorId)
  await open(page, `/device/runningState?organId=${place.organId}`)
  const tile = tileOf(page, device)
  await api.call(workOrders.dispatch, { orderId, assigneeId: technician.userId })
  await technician.api.call(workOrders.accept, { orderId })
  await expect(tile).toContainText('工单处理中')
  await expect(tile).not.toContainText('检修中')
  await technician.api.call(workOrders.arrive, { orderId })
  await expect(tile).toContainText('检修中')
  await expect(tile).not.toContainText('工单')
  const { dealResults } = await api.call(opsSettings.choices)
  const dealResultId = dealResults.find(({ needsPicture }) => !needsPicture)?.value ?? 0
  await technician.api.call(workOrders.submit, { orderId, dealResultId, note: '已更换', serviceFee: 0 })
  await expect(tile).toContainText('工单待验收')
  await expect(tile).not.toContainText('检修中')
})
