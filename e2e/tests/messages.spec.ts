import { messages } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { confirm } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { announce, announceAll, enterAs, newPerson } from '../support/people.ts'
import { open, shell } from '../support/shell.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const list = (page: Page) => shell(page).dialog('系统信息')
const detail = (page: Page) => shell(page).dialog('信息内容')
const bell = (page: Page) => page.getByRole('button', { name: /^系统信息/ })
const titles = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `第 ${from + index} 条通知`)

test.describe('the bell', () => {
  test('shows the unread count, is told of a new message in every tab without asking, and opens 系统信息', async ({
    page,
    api,
    browser,
  }) => {
    const person = await newPerson(api)
    await enterAs(page, person.api)
    await open(page, '/home')
    await expect(bell(page)).toHaveAccessibleName('系统信息')
    const elsewhere = await anotherBrowser(browser, person.api)
    await open(elsewhere, '/message')
    let requestCount = 0
    page.on('request', request => {
      if (request.url().includes(messages.count.path)) requestCount += 1
    })
    await announce(api, person.userId, '今晚系统升级')
    await expect(bell(page)).toHaveAccessibleName('系统信息，1 条未读')
    await expect(elsewhere.getByRole('button', { name: '今晚系统升级' })).toBeVisible()
    await expect(elsewhere.getByRole('button', { name: /^未读消息/ })).toContainText('1')
    expect(requestCount).toBe(0)
    await bell(page).click()
    await expect(list(page).getByRole('button', { name: /^未读：\s*今晚系统升级/ })).toBeVisible()
    await elsewhere.getByRole('button', { name: '今晚系统升级' }).click()
    await expect(bell(page)).toHaveAccessibleName('系统信息')
    await elsewhere.context().close()
  })
})

test.describe('系统信息 (spec §2, §4)', () => {
  test('is a list 500 high, newest first; each row has date, brief and a delete icon; a brief opens 信息内容; deleted it is in the trash', async ({
    page,
    api,
  }) => {
    const person = await newPerson(api)
    const long = 'WO26112301086（宁波甬江驾校 一号模拟教室）11-23 16:12 的工单已经超时'
    await announce(api, person.userId, long, '<p>请处理</p>')
    await expect.poll(() => person.api.call(messages.count), { timeout: patience(15_000) }).toBe(1)
    await announceAll(api, person, titles(2))
    await enterAs(page, person.api)
    await open(page, '/home')
    await bell(page).click()
    const box = list(page).getByRole('region', { name: '信息列表' })
    await expect(box).toHaveCSS('height', '500px')
    const rows = box.getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText('第 2 条通知')
    await expect(rows.first().locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    await expect(rows.first().getByRole('button', { name: '删除 第 2 条通知' })).toBeVisible()

    await test.step('says what happened, which stands after where it did', async () => {
      const cut = await list(page)
        .getByText(long)
        .first()
        .evaluate(words => [words.scrollWidth - words.clientWidth, words.scrollHeight - words.clientHeight])
      expect(Math.max(...cut)).toBeLessThanOrEqual(0)
    })

    await test.step('a brief opens 信息内容 with delete and back; opening marks it read', async () => {
      await list(page)
        .getByRole('button', { name: /^未读：\s*第 1 条通知/ })
        .click()
      await expect(detail(page).getByRole('button', { name: /删\s*除/ })).toBeVisible()
      await expect(bell(page)).toHaveAccessibleName('系统信息，2 条未读')
      await detail(page)
        .getByRole('button', { name: /返\s*回/ })
        .click()
      await expect(detail(page)).toHaveCount(0)
      await expect(list(page).getByRole('button', { name: /^第 1 条通知/ })).toBeVisible()
    })

    await test.step('deleting reloads the list and closes the detail; by the icon too', async () => {
      await list(page)
        .getByRole('button', { name: /^未读：\s*第 2 条通知/ })
        .click()
      const reloaded = page.waitForResponse(response => response.url().includes('/center/message?'))
      await detail(page)
        .getByRole('button', { name: /删\s*除/ })
        .click()
      await reloaded
      await expect(detail(page)).toHaveCount(0)
      await expect(rows).toHaveCount(2)
      await list(page).getByRole('button', { name: '删除 第 1 条通知' }).click()
      await expect(rows).toHaveCount(1)
      await list(page)
        .getByRole('button', { name: `删除 ${long}` })
        .click()
      await expect(list(page).getByText('还没有系统信息')).toBeVisible()
      const { trash, counts } = await person.api.call(messages.columns, {})
      expect(trash.map(({ title }) => title)).toEqual(['第 2 条通知', '第 1 条通知', long])
      expect(counts).toEqual({ unread: 0, readed: 0, trash: 3 })
    })
  })

  test('loads the next page a second after the bottom is reached; refused it says why, and 重试 brings it, until 已经到底啦~', async ({
    page,
    api,
  }) => {
    test.setTimeout(patience(120_000))
    const person = await newPerson(api)
    await announceAll(api, person, titles(12))
    await enterAs(page, person.api)
    await page.route('**/center/message?pageNum=1', route =>
      route.fulfill({ json: { code: -1, msg: '消息正在整理，请稍后再看', data: null } }),
    )
    await open(page, '/home')
    await bell(page).click()
    const rows = list(page).getByRole('listitem')
    const end = list(page).getByText('已经到底啦~')
    await expect(rows).toHaveCount(10)
    await expect(end).toHaveCount(0)
    const request = page.waitForRequest(request => request.url().includes('/center/message?pageNum=1'))
    await list(page)
      .getByRole('region', { name: '信息列表' })
      .evaluate(box => box.scrollTo(0, box.scrollHeight))
    const reached = Date.now()
    await request
    expect(Date.now() - reached).toBeGreaterThan(850)
    await expect(list(page).getByText('消息正在整理，请稍后再看')).toBeVisible()
    await page.unrouteAll()
    // A message that comes meanwhile has the list read again by itself.
    await list(page).getByRole('button', { name: '重试' }).or(end).first().click()
    await expect(rows).toHaveCount(12)
    await expect(end).toBeVisible()
  })

  test('shows formatted text, and nothing that could run, whatever the server sends', async ({
    page,
    api,
    problems,
  }) => {
    // The policy says so even of a text that is only taken apart and never shown.
    problems.allow(/Executing inline event handler violates/)
    const person = await newPerson(api)
    await announceAll(api, person, ['带格式的通知'])
    await page.route('**/messageDetail?*', async route => {
      const response = await route.fetch()
      const body = await response.json()
      body.data.messageInfo =
        '<p>今晚 <b>22:00</b> 升级<img src="x" onerror="alert(1)"></p><script>alert(2)</script>' +
        '<a href="javascript:alert(3)">坏</a><a href="https://example.com/" onclick="alert(4)">好</a><iframe src="/"></iframe>'
      await route.fulfill({ response, json: body })
    })
    await enterAs(page, person.api)
    await open(page, '/home')
    await bell(page).click()
    await list(page)
      .getByRole('button', { name: /^未读：\s*带格式的通知/ })
      .click()
    await expect(detail(page).locator('b')).toHaveText('22:00')
    await expect(detail(page).getByRole('link')).toHaveText(['好'])
    const link = detail(page).getByRole('link')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link).not.toHaveAttribute('onclick')
    await expect(detail(page).locator('img, script, iframe')).toHaveCount(0)
  })
})

test.describe('消息中心', () => {
  const column = (page: Page, name: string) =>
    page.getByRole('navigation', { name: '消息分类' }).getByRole('button', { name: new RegExp(`^${name}`) })
  const counts = (page: Page) => page.getByRole('navigation', { name: '消息分类' }).getByRole('button')

  test('has 未读消息, 已读消息 and 回收站 with counts; a list, newest first; and the content', async ({
    page,
    api,
  }) => {
    const person = await newPerson(api)
    await announceAll(api, person, titles(2))
    await announce(api, person.userId, '第 3 条通知', '<p>周三停电，请提前关机</p>')
    await expect.poll(() => person.api.call(messages.count), { timeout: patience(15_000) }).toBe(3)
    await enterAs(page, person.api)
    await open(page, '/home')
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '消息中心' }).click()
    await expect(page).toHaveURL('/message')
    await expect(counts(page)).toHaveText([/未读消息\s*3/, /已读消息\s*0/, /回收站\s*0/])
    const rows = page.getByRole('region', { name: '未读消息' }).getByRole('listitem')
    // Many share a title: what each is about stands below it, once.
    await expect(rows).toHaveText([/^第 3 条通知周三停电，请提前关机\d/, /第 2 条通知/, /第 1 条通知/])
    await rows.first().click()
    const content = page.getByRole('article', { name: '消息内容' })
    await expect(content).toContainText('第 3 条通知')

    await test.step('what is opened stays where it stood, dimmed, until another column is chosen', async () => {
      await rows.nth(1).getByRole('button').click()
      await expect(counts(page)).toHaveText([/未读消息\s*1/, /已读消息\s*2/, /回收站\s*0/])
      await expect(rows).toHaveText([/第 3 条通知.*已读/, /第 2 条通知.*已读/, /第 1 条通知/])
      await expect(rows.last()).not.toContainText('已读')
      await column(page, '未读消息').click()
      await expect(rows).toHaveText([/第 1 条通知/])
    })

    await test.step('opening marks read, 删除 moves to the trash, 还原 back to the read; the bell follows', async () => {
      await expect(bell(page)).toHaveAccessibleName('系统信息，1 条未读')
      await page.getByRole('button', { name: /^第 1 条通知/ }).click()
      await expect(counts(page)).toHaveText([/未读消息\s*0/, /已读消息\s*3/, /回收站\s*0/])
      await expect(bell(page)).toHaveAccessibleName('系统信息')
      await content.getByRole('button', { name: /删\s*除/ }).click()
      await expect(counts(page)).toHaveText([/未读消息\s*0/, /已读消息\s*2/, /回收站\s*1/])
      await column(page, '回收站').click()
      await page.getByRole('button', { name: /^第 1 条通知/ }).click()
      await expect(content.getByRole('button', { name: /删\s*除/ })).toHaveCount(0)
      await content.getByRole('button', { name: /还\s*原/ }).click()
      await expect(counts(page)).toHaveText([/未读消息\s*0/, /已读消息\s*3/, /回收站\s*0/])
      await expect(page.getByText('回收站是空的')).toBeVisible()
    })
  })

  test('全部已读 asks once, by the number, in the bell and here, and is closed where nothing is unread', async ({
    page,
    api,
  }) => {
    const person = await newPerson(api)
    await announceAll(api, person, titles(2))
    await enterAs(page, person.api)
    await open(page, '/home')
    await bell(page).click()
    await list(page).getByRole('button', { name: '全部已读' }).click()
    await page
      .getByRole('dialog', { name: '将 2 条未读消息全部标为已读？' })
      .getByRole('button', { name: '全部标为已读' })
      .click()
    await expect(bell(page)).toHaveAccessibleName('系统信息')
    await expect(list(page).getByRole('button', { name: '全部已读' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await announceAll(api, person, ['又一条'])
    await list(page).getByRole('link', { name: '打开消息中心' }).click()
    await expect(page).toHaveURL('/message')
    await expect(list(page)).toHaveCount(0)
    await page.getByRole('button', { name: '全部已读' }).click()
    await confirm(page, '全部标为已读')
    await expect(counts(page)).toHaveText([/未读消息\s*0/, /已读消息\s*3/, /回收站\s*0/])
    await expect(page.getByRole('region', { name: '未读消息' }).getByRole('listitem')).toHaveText([
      /又一条.*已读/,
    ])
  })

  test('is searched by words of title and text; what is elsewhere is said', async ({ page, api }) => {
    const person = await newPerson(api)
    await announceAll(api, person, ['春节值班', '设备升级'])
    await enterAs(page, person.api)
    await open(page, '/message')
    const search = page.getByRole('searchbox', { name: '搜索消息' })
    await search.fill('值班')
    await search.press('Enter')
    const unread = page.getByRole('region', { name: '未读消息' }).getByRole('listitem')
    await expect(unread).toHaveText([/春节值班/])
    await unread.getByRole('button').click()
    await expect(page.getByRole('article', { name: '消息内容' })).toContainText('春节值班')
    await expect(counts(page)).toHaveText([/未读消息\s*0/, /已读消息\s*1/, /回收站\s*0/])
    await column(page, '回收站').click()
    await expect(page.getByText('回收站中没有“值班”')).toBeVisible()
    await expect(page.getByText('已读消息中有 1 条')).toBeVisible()
    await search.fill('')
    await search.press('Enter')
    await expect(counts(page)).toHaveText([/未读消息\s*1/, /已读消息\s*1/, /回收站\s*0/])
  })

  test('全部删除 moves what is read, of what is searched for, to the trash', async ({ page, api }) => {
    const person = await newPerson(api)
    await announceAll(api, person, ['春节值班', '设备升级', '春节放假'])
    await person.api.call(messages.markAllRead)
    await enterAs(page, person.api)
    await open(page, '/message')
    const search = page.getByRole('searchbox', { name: '搜索消息' })
    await search.fill('春节')
    await search.press('Enter')
    await expect(counts(page)).toHaveText([/未读消息\s*0/, /已读消息\s*2/, /回收站\s*0/])
    await column(page, '已读消息').click()
    await page.getByRole('button', { name: '全部删除' }).click()
    await confirm(page, '删除 2 条消息')
    const drawer = shell(page).dialog('任务')
    await expect(drawer.getByText('共 2 条 · 成功 2')).toBeVisible()
    await expect(counts(page)).toHaveText([/未读消息\s*0/, /已读消息\s*0/, /回收站\s*2/])
    expect((await person.api.call(messages.columns, {})).readed).toHaveLength(1)
  })
})
