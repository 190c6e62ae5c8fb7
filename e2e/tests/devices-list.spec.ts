import { readFile } from 'node:fs/promises'
import { devices, views } from '@drivesim/contract'
import type { Locator, Page } from '@playwright/test'
import { newDevice } from '../support/devices.ts'
import { nextReply } from '../support/network.ts'
import { choicesOf, pickByName } from '../support/pickers.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const list = '/device/deviceManagement'
/** The table with its head apart and pinned columns: rows by their text. */
const rows = (page: Page) => shell(page).pane.locator('tbody tr.ui-row')
const total = (page: Page) => shell(page).pane.getByRole('navigation', { name: '分页' }).getByText(/共/)

async function choose(page: Page, label: string, choice: string) {
  const picker = page.getByRole('combobox', { name: label })
  await picker.click()
  await (await choicesOf(page, picker)).getByText(choice, { exact: true }).click()
}

/** Marked disabled, yet to be reached: Playwright would wait for it to be enabled, a person just presses it. */
async function press(button: Locator) {
  await button.focus()
  await button.press('Enter')
}

test('a column heading orders the list, there and back, and the address keeps it', async ({ page }) => {
  await open(page, list)
  const heading = page.getByRole('columnheader', { name: '设备编号' })
  await heading.click()
  await expect(page).toHaveURL(/sort=simulatorNum/)
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  const first = await rows(page).first().innerText()
  await heading.click()
  await expect(page).toHaveURL(/sort=-simulatorNum/)
  await expect(rows(page).first()).not.toHaveText(first)
  await page.reload()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await heading.click()
  await expect(page).not.toHaveURL(/sort=/)
})

test('head and first column stay in sight, and rows are chosen one by one or all at once', async ({
  page,
}) => {
  // Wide enough to scroll at any width of the window; what a person chose would stay with them.
  const columns = ['bindNum', 'model'].map(key => ({ key, width: 300, pin: false, hidden: false }))
  const untouched = { dense: null, view: null, viewColumns: null, viewDense: null }
  const choices = [{ list: 'devices', columns, ...untouched }]
  await page.route(`**${views.mine.path}`, route =>
    route.fulfill({ json: { code: 0, msg: '', data: { choices } } }),
  )
  await page.setViewportSize({ width: 1024, height: 600 })
  await open(page, `${list}?size=50`)
  const head = page.getByRole('columnheader', { name: '设备名称' })
  const last = rows(page).last()
  await last.scrollIntoViewIfNeeded()
  await page
    .getByRole('table', { name: '设备列表' })
    .evaluate(table => table.parentElement?.scrollBy(9999, 0))
  for (const shown of [head, last.getByRole('link'), last.getByRole('button', { name: '更多' })])
    await expect(shown).toBeInViewport({ ratio: 1 })

  const all = page.getByRole('checkbox', { name: '选择这一页的全部' })
  await last.getByRole('checkbox').check()
  await rows(page).nth(1).getByRole('checkbox').check()
  await expect(shell(page).pane.getByText('已选 2 项')).toBeVisible()
  await expect.poll(() => all.evaluate(box => box.matches(':indeterminate'))).toBe(true)
  await all.check()
  await expect(shell(page).pane.getByText('已选 50 项')).toBeVisible()
  await last.getByRole('checkbox').uncheck()
  await expect(shell(page).pane.getByText('已选 49 项')).toBeVisible()
  await all.check()
  await all.uncheck()
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test.describe('filters', () => {
  test('live in the URL: a reload and a shared link show the same list', async ({ page, api }) => {
    const { organName, roomName, organId, roomId, sn } = await newDevice(api)
    await open(page, list)
    await page.getByRole('textbox', { name: '设备编号' }).fill(sn)
    await pickByName(page, page.getByRole('combobox', { name: '机构' }), organName)
    await pickByName(page, page.getByRole('combobox', { name: '教室' }), roomName)
    await choose(page, '状态', '离线')
    await page.getByRole('button', { name: /查\s*询/ }).click()
    await expect(page).toHaveURL(new RegExp(`simulatorNum=${sn}`))
    const query = Object.fromEntries(new URL(page.url()).searchParams)
    expect(query).toEqual({
      simulatorNum: sn,
      organId: String(organId),
      roomId: String(roomId),
      stateId: 'offline',
    })
    await expect(rows(page)).toHaveCount(1)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: '设备编号' })).toHaveValue(sn)
    await expect(rows(page)).toContainText('未接入')
    // Its page too tells it from a device that lost its line: in the head, and in the strip of the last day.
    await rows(page).getByRole('link').first().click()
    await expect(shell(page).pane.getByText(/^未接入/)).toHaveCount(2)
    await expect(shell(page).pane.getByText(/^离线/)).toHaveCount(0)
  })

  test('stand in one line at a desk, and all of them where a wide screen has room', async ({ page }) => {
    const oneLine = 60
    const height = async () => (await shell(page).pane.locator('form[data-filters]').boundingBox())?.height
    await open(page, '/finacial/reconciliation')
    expect(await height()).toBeLessThan(oneLine)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await open(page, list)
    await expect(page.getByRole('textbox', { name: '设备名称' })).toBeVisible()
    expect(await height()).toBeLessThan(oneLine)
  })

  test('清空 shows everything again', async ({ page }) => {
    await open(page, `${list}?simulatorNum=NOTHING-HAS-THIS`)
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()
    await page
      .getByRole('button', { name: /清\s*空/, exact: false })
      .first()
      .click()
    await expect(page).toHaveURL(list)
    await expect(rows(page)).toHaveCount(10)
  })

  test('nonsense in the address opens the list all the same, or says what is wrong', async ({ page }) => {
    await open(page, `${list}?page=-3&size=9999`)
    await expect(rows(page)).toHaveCount(10)
    await open(page, `${list}?page=99999`)
    // Beyond the last page comes the last.
    await expect(page).toHaveURL(/page=\d{1,3}$/)
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('button', { name: '下一页' })).toHaveAttribute('aria-disabled', 'true')
  })
})

test.describe('pager', () => {
  test('shows the total; 上一页 and 下一页 follow the list and say when it ends', async ({ page, api }) => {
    const { totalDataNum } = await api.call(devices.list, {})
    await open(page, list)
    const shown = Number((await total(page).innerText()).replace(/\D/g, ''))
    expect(shown).toBeGreaterThanOrEqual(300)
    expect(Math.abs(shown - totalDataNum)).toBeLessThan(30)
    const previous = page.getByRole('button', { name: '上一页' })
    const next = page.getByRole('button', { name: '下一页' })
    await expect(previous).toHaveAttribute('aria-disabled', 'true')
    await press(previous)
    await expect(shell(page).toast('已经是第一页啦!')).toBeVisible()
    // Where people are, and the tabs, stay in sight beside it.
    const [sentence, bar] = [
      await shell(page).toast('已经是第一页啦!').boundingBox(),
      await page.getByTestId('tab-strip').boundingBox(),
    ]
    expect(sentence?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    const first = await rows(page).first().innerText()
    await next.click()
    await expect(page).toHaveURL(`${list}?page=2`)
    await expect(rows(page).first()).not.toHaveText(first)
    await page.goBack()
    await expect(page).toHaveURL(list)
    await open(page, `${list}?page=${Math.ceil(shown / 100)}&size=100`)
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await press(next)
    await expect(shell(page).toast('已经是最后一页啦!')).toBeVisible()
  })

  test('what turns pages stays on one line beside sums that need two', async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 })
    await open(page, '/finacial/reconciliation')
    const pager = page.getByRole('navigation', { name: '分页' })
    const [previous, next] = await Promise.all(
      ['上一页', '下一页'].map(name => pager.getByRole('button', { name }).boundingBox()),
    )
    expect(previous?.y).toBe(next?.y)
    const pages = await pager.evaluate(element => element.getBoundingClientRect().height)
    expect(pages).toBeLessThan(80)
  })

  test('the page size is 10 unless chosen', async ({ page }) => {
    await open(page, list)
    await expect(rows(page)).toHaveCount(10)
    await page.getByRole('combobox', { name: '每页条数' }).selectOption('20 条/页')
    await expect(page).toHaveURL(`${list}?size=20`)
    await expect(rows(page)).toHaveCount(20)
  })
})

test('导出 gives the whole filtered set as a CSV that opens with its Chinese intact', async ({
  page,
  api,
}) => {
  const device = await newDevice(api, { name: '=1+1 测试' })
  await open(page, `${list}?simulatorNum=${device.sn}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('设备列表.csv')
  const bytes = await readFile(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...lines] = bytes.toString('utf8').trim().split('\r\n')
  expect(head).toContain('设备编号')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(device.sn)
  expect(lines[0]).toContain(device.organName)
  // No spreadsheet takes it for a formula.
  expect(lines[0]).not.toMatch(/(^|,)"?=/)
})

test('the first column leads to the device', async ({ page, api }) => {
  const device = await newDevice(api)
  await open(page, `${list}?simulatorNum=${device.sn}`)
  await rows(page).getByRole('link', { name: device.name }).click()
  await expect(page).toHaveURL(`/device/deviceDetail?simulatorId=${device.simulatorId}`)
})

test('a printed list has each column beside the others, on the page, and nothing to press', async ({
  page,
}) => {
  await open(page, list)
  await expect(rows(page).first().getByRole('button').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // A4 across its narrow side.
  await page.setViewportSize({ width: 794, height: 1123 })
  await expect(rows(page).first().getByRole('button')).toHaveCount(0)
  const heads = await shell(page)
    .pane.getByRole('columnheader')
    .evaluateAll(cells => cells.map(cell => cell.getBoundingClientRect().toJSON()))
  expect(heads.length).toBeGreaterThan(5)
  for (const [at, { left }] of heads.entries())
    expect(left).toBeGreaterThanOrEqual((heads[at - 1]?.right ?? 0) - 1)
  expect(heads.at(-1)?.right).toBeLessThanOrEqual(794)
})

test.describe('QR labels', () => {
  test('one or several are shown as they print, 50 × 30 mm each', async ({ page, api }) => {
    const device = await newDevice(api)
    await open(page, `${list}?simulatorNum=${device.sn.slice(0, -1)}`)
    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: '打印标签' }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('打印标签（1 张）')
    const code = dialog.getByRole('img', { name: /的二维码/ })
    await expect(code).toBeVisible()
    expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print' })
    const label = page.locator('.label-print').getByTestId('label')
    await expect(label).toBeVisible()
    const box = await label.boundingBox()
    const millimetre = 96 / 25.4
    expect(Math.round((box?.width ?? 0) / millimetre)).toBe(50)
    expect(Math.round((box?.height ?? 0) / millimetre)).toBe(30)
    await expect(shell(page).menu).toBeHidden()
    await expect(shell(page).pane).toBeHidden()
  })
})

test.describe('without device:edit', () => {
  test.use({ account: 'guest' })
  test('the list is not theirs', async ({ page }) => {
    await open(page, list)
    await expect(page.getByText('401')).toBeVisible()
  })
})

test.describe('of one school', () => {
  test.use({ account: 'school' })
  test('shows that school’s devices only', async ({ page }) => {
    const answer = nextReply(page, devices.list)
    await open(page, `${list}?size=100`)
    const { totalDataNum, dataList } = await answer
    expect(totalDataNum).toBeLessThan(100)
    await waitUntilSettled(page)
    await expect(rows(page)).toHaveCount(dataList.length)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the sums below a list of money are all to be seen', async ({ page }) => {
    await open(page, '/finacial/reconciliation')
    const sums = page.getByRole('navigation', { name: '分页' }).locator('dl > div')
    await expect(sums).toHaveCount(5)
    for (const sum of await sums.all()) await expect(sum).toBeInViewport({ ratio: 1 })
  })

  test('rows are cards with the same actions', async ({ page, api }) => {
    const device = await newDevice(api)
    await open(page, `${list}?simulatorNum=${device.sn}`)
    const card = shell(page).pane.getByRole('listitem').filter({ hasText: device.sn })
    await expect(card).toBeVisible()
    await expect(card.getByRole('button', { name: /编\s*辑/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // The box that chooses stands at the end of each card's head, however long the name.
    const ends = await card.evaluate(element =>
      ['input[type=checkbox]', 'dl'].map(part => element.querySelector(part)?.getBoundingClientRect().right),
    )
    expect(ends[0]).toBe(ends[1])
  })
})
