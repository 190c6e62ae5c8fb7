import { readFile } from 'node:fs/promises'
import { type ListChoice, roles, views } from '@drivesim/contract'
import type { Locator, Page, Request } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { aPlace, newSn } from '../support/devices.ts'
import { rows } from '../support/lists.ts'
import { formAt, testLooks } from '../support/look.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { follow, open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const list = '/device/deviceManagement'

/** People of the platform, or of one of its schools, who see the devices: what they choose is nobody else's. */
async function newKeepers<const Where extends 'platform' | 'school'>(api: Api, places: readonly Where[]) {
  const codes = ['device' as const, 'device:simulator' as const]
  const { roleId } = await api.call(roles.add, { roleName: `视图测试 ${newSn()}`, codes })
  const { organs } = await api.call(views.list, { list: 'devices' })
  const [platform] = organs
  if (platform === undefined) throw new Error('an administrator is the platform’s')
  const school = await aPlace(api)
  return Promise.all(
    places.map(where =>
      newPerson(api, { place: where === 'platform' ? platform : school, roleIds: [roleId] }),
    ),
  )
}

const head = (page: Page, title: string) => shell(page).pane.getByRole('columnheader', { name: title })
const titles = (page: Page) => shell(page).pane.locator('th[data-column]').allInnerTexts()
const viewButton = (page: Page) => shell(page).pane.getByRole('button', { name: /^视图/ })
async function edgesOf(locator: Locator): Promise<{ left: number; right: number }> {
  const box = await locator.boundingBox()
  return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) }
}

async function widthOf(locator: Locator): Promise<number> {
  const { left, right } = await edgesOf(locator)
  return Math.round(right - left)
}

async function choose(page: Page, entry: string | RegExp): Promise<void> {
  await viewButton(page).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** What is asked of the server about lists and views meanwhile. */
async function callsOf(page: Page, work: () => Promise<void>): Promise<string[]> {
  const calls: string[] = []
  const note = (request: Request) => {
    const path = new URL(request.url()).pathname
    if (/getList|views/.test(path)) calls.push(path)
  }
  page.on('request', note)
  await work()
  page.off('request', note)
  return calls.sort()
}

/** What the server keeps of the list. */
async function choiceOf({ api }: { api: Api }): Promise<ListChoice | undefined> {
  const { choices } = await api.call(views.mine)
  return choices.find(choice => choice.list === 'devices')
}

const lookOf = (choice: ListChoice | undefined, key: string) =>
  choice?.columns?.find(look => look.key === key)

/** Drags a head, or its right edge, by so many px. */
async function drag(page: Page, title: string, part: 'middle' | 'edge', by: number): Promise<void> {
  const { left, right } = await edgesOf(head(page, title))
  const x = part === 'edge' ? right - 3 : (left + right) / 2
  const y = ((await head(page, title).boundingBox())?.y ?? 0) + 12
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: 4 })
  await page.mouse.up()
}

test('columns are dragged, stretched, pinned and hidden, and are so after a reload; pages are jumped to', async ({
  page,
  api,
}) => {
  const [keeper] = await newKeepers(api, ['platform'])
  if (keeper === undefined) throw new Error('nobody was made')
  await enterAs(page, keeper.api)
  const requests: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('/views/')) requests.push(pathname.split('/').slice(-1).join())
  })
  await open(page, list)
  await expect(rows(page)).toHaveCount(10)
  const before = await titles(page)
  expect(before.slice(0, 5)).toEqual(['设备名称', '状态', '设备编号', '车牌号', '机构'])

  await head(page, '车牌号').dragTo(head(page, '状态'))
  await expect
    .poll(() => titles(page))
    .toEqual(['设备名称', '车牌号', '状态', '设备编号', ...before.slice(4)])
  await drag(page, '车牌号', 'middle', 15)
  const narrow = await widthOf(head(page, '车牌号'))
  await drag(page, '车牌号', 'edge', 70)
  await expect.poll(() => widthOf(head(page, '车牌号'))).toBe(narrow + 70)
  // What is dragged is not pressed.
  await expect(page).toHaveURL(list)

  await shell(page).pane.getByRole('button', { name: '列设置' }).click()
  const drawer = shell(page).dialog('列设置')
  await drawer.getByRole('checkbox', { name: '固定设备编号' }).check()
  await drawer.getByRole('checkbox', { name: '教室', exact: true }).uncheck()
  await drawer.getByRole('button', { name: '下移车牌号' }).click()
  await drawer.getByRole('spinbutton', { name: '状态的宽度' }).fill('150')
  await drawer.getByRole('spinbutton', { name: '状态的宽度' }).press('Enter')
  await expect.poll(async () => lookOf(await choiceOf(keeper), 'stateId')?.width).toBe(150)

  await page.setViewportSize({ width: 1024, height: 700 })
  await open(page, list)
  const now = ['设备名称', '设备编号', '状态', '车牌号', '机构', ...before.slice(6)]
  await expect.poll(() => titles(page)).toEqual(now)
  expect(await widthOf(head(page, '车牌号'))).toBe(narrow + 70)
  expect(await widthOf(head(page, '状态'))).toBe(150)
  await shell(page)
    .pane.getByRole('table', { name: '设备列表' })
    .evaluate(table => table.parentElement?.scrollTo(9999, 0))
  const [first, pinned, next] = await Promise.all(now.slice(0, 3).map(title => edgesOf(head(page, title))))
  expect(Math.abs((pinned?.left ?? 0) - (first?.right ?? 0))).toBeLessThan(2)
  expect(next?.left).toBeLessThan((pinned?.right ?? 0) - 20)
  // They came with the page, once for all lists.
  await follow(page, `${list}?size=20`)
  await expect(rows(page)).toHaveCount(20)
  expect(requests.filter(call => call !== 'choose')).toEqual(['mine', 'mine'])

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shell(page).pane.getByRole('button', { name: '导出' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('\ufeff设备名称,设备编号,状态,车牌号,机构,最近上报,头显 IP')

  await page.getByRole('textbox', { name: '跳至第几页' }).fill('2')
  await page.getByRole('textbox', { name: '跳至第几页' }).press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('textbox', { name: '跳至第几页' }).fill('99999')
  await page.getByRole('textbox', { name: '跳至第几页' }).press('Enter')
  await expect(shell(page).pane.getByText(/^第 (\d+) \/ \1 页$/)).toBeVisible()
  await expect(rows(page).first()).toBeVisible()

  // A page that goes at once still says what was changed on it.
  await page.getByRole('button', { name: '切换为紧凑行距' }).click()
  await page.goto('/home')
  await expect.poll(async () => (await choiceOf(keeper))?.dense).toBe(true)
})

test('columns that a browser kept before the server did are taken over once', async ({ page, api }) => {
  const [keeper] = await newKeepers(api, ['platform'])
  if (keeper === undefined) throw new Error('nobody was made')
  await enterAs(page, keeper.api)
  await open(page, '/home')
  const oldLook = JSON.stringify({ dense: true, hidden: ['classroomName'] })
  await page.evaluate(kept => localStorage.setItem('list.devices', kept), oldLook)
  await follow(page, list)
  await expect(head(page, '设备编号')).toBeVisible()
  await expect(head(page, '教室')).toHaveCount(0)
  await expect.poll(async () => lookOf(await choiceOf(keeper), 'classroomName')?.hidden).toBe(true)
  expect(await choiceOf(keeper)).toMatchObject({ dense: true })
  expect(await page.evaluate(() => localStorage.getItem('list.devices'))).toBeNull()

  // What stands on the server is the newer.
  await page.evaluate(() => localStorage.setItem('list.devices', '{"dense":false,"hidden":["carNum"]}'))
  await open(page, list)
  await expect(head(page, '车牌号')).toBeVisible()
  await expect(head(page, '教室')).toHaveCount(0)
})

test('a view is saved, changed, shared and opened by its link; it returns at the next visit', async ({
  page,
  api,
}) => {
  const [owner, colleague, stranger] = await newKeepers(api, ['school', 'school', 'platform'])
  if (owner === undefined || colleague === undefined || stranger === undefined)
    throw new Error('nobody was made')
  await enterAs(page, owner.api)
  await open(page, `${list}?simulatorNum=SIM`)
  await shell(page).pane.getByRole('button', { name: '列设置' }).click()
  await shell(page).dialog('列设置').getByRole('checkbox', { name: '型号', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(shell(page).dialog('列设置')).toBeHidden()
  await choose(page, '另存为')
  const dialog = shell(page).dialog('另存为视图')
  await dialog.getByLabel('视图名称').fill('模拟器')
  await dialog.getByRole('radio', { name: `分享给${owner.organName}` }).check()
  await dialog.getByRole('button', { name: '保存视图' }).click()
  await expect(page).toHaveURL(/\?simulatorNum=SIM&view=\d+$/)
  await expect(viewButton(page)).toHaveAccessibleName('视图 模拟器')
  const link = page.url()

  await page.getByRole('button', { name: '切换为紧凑行距' }).click()
  await expect(viewButton(page)).toHaveAccessibleName(/已修改/)
  await choose(page, '还原')
  await expect(viewButton(page)).not.toHaveAccessibleName(/已修改/)
  await page.getByRole('button', { name: '切换为紧凑行距' }).click()
  await choose(page, '保存')
  await expect.poll(() => choiceOf(owner)).toMatchObject({ view: { dense: true }, viewDense: null })
  await expect(viewButton(page)).not.toHaveAccessibleName(/已修改/)

  // The next visit begins with it, by no call more; an address that has filters does not.
  const withView = await callsOf(page, () => open(page, list))
  await expect(page).toHaveURL(link)
  await expect(head(page, '型号')).toBeVisible()
  await expect(page.getByRole('button', { name: '切换为宽松行距' })).toBeVisible()
  await follow(page, `${list}?stateId=idle`)
  await expect(viewButton(page)).toHaveAccessibleName(/已修改/)
  await expect(page).toHaveURL(`${list}?stateId=idle`)

  await enterAs(page, colleague.api)
  expect(withView).toEqual(await callsOf(page, () => open(page, list)))
  await open(page, link)
  await expect(viewButton(page)).toHaveAccessibleName('视图 模拟器')
  await expect(head(page, '型号')).toBeVisible()
  await viewButton(page).click()
  await expect(page.getByRole('menuitem', { name: '另存为' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^(保存|删除)$/ })).toHaveCount(0)

  await enterAs(page, stranger.api)
  await open(page, link)
  await expect(shell(page).pane.getByText(/链接中的视图不存在，或没有分享给您/)).toBeVisible()
  await expect(head(page, '设备编号')).toBeVisible()
  await expect(head(page, '型号')).toHaveCount(0)
  await shell(page).pane.getByRole('button', { name: '关闭' }).click()
  await expect(page).toHaveURL(`${list}?simulatorNum=SIM`)
})

testLooks([formAt('columns', list, '列设置')])
