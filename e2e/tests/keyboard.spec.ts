import { messages, organisations } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { newDevice } from '../support/devices.ts'
import { tabTo } from '../support/keys.ts'
import { rows } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { announceAll, enterAs, newPerson } from '../support/people.ts'
import { choicesOf } from '../support/pickers.ts'
import { findPage, open, shell, tabTitles, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** The focus is always to be seen. */
async function focusShows(page: Page): Promise<void> {
  const ring = await page.evaluate(() => {
    const element = document.activeElement
    if (element === null) return ''
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return outlineStyle !== 'none' && outlineWidth !== '0px' ? 'outline' : boxShadow
  })
  expect(ring).not.toMatch(/^(none)?$/)
}

test.describe('without a mouse', () => {
  test.use({ account: null })

  test('sign in, find a page by Ctrl-K, filter, turn the page, open a row, close the tab, sign out', async ({
    page,
  }) => {
    test.setTimeout(patience(90_000))
    await page.goto('/login')
    await expect(page.getByLabel('账号')).toBeFocused()
    await page.keyboard.type('admin')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Demo@2026')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/home')
    await waitUntilSettled(page)

    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: '页面或记录' })).toBeFocused()
    await page.keyboard.type('设备列表')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/device/deviceManagement')
    await expect(page.getByRole('dialog')).toBeHidden()
    const { pane } = shell(page)
    const rows = pane.locator('tbody tr.ui-row')
    await expect(rows).toHaveCount(10)

    await tabTo(page, pane.getByRole('textbox', { name: '设备编号' }))
    await page.keyboard.type('SIM-')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/simulatorNum=SIM-/)
    await expect(rows).toHaveCount(10)

    const link = rows.first().getByRole('link')
    const firstOfAll = (await link.getAttribute('href')) ?? ''
    const next = pane.getByRole('button', { name: '下一页' })
    await tabTo(page, next)
    await focusShows(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/page=2/)
    // Until they are there, the rows of the page before stay.
    await expect(link).not.toHaveAttribute('href', firstOfAll)
    await expect(next).toBeFocused()

    const name = await link.innerText()
    await tabTo(page, link, true)
    await focusShows(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/deviceDetail\?simulatorId=\d+/)
    await expect(pane.getByRole('heading', { name })).toBeVisible()

    await tabTo(page, shell(page).tabs.last().getByRole('button', { name: /^关闭/ }), true)
    await focusShows(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/deviceManagement/)
    await expect(tabTitles(page)).toHaveText(['首页', '设备列表'])

    await tabTo(page, page.getByRole('button', { name: '退出登录' }), true)
    await page.keyboard.press('Enter')
    const question = shell(page).dialog('退出提示')
    await tabTo(page, question.getByRole('button', { name: /确\s*定/ }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
  })
})

test('single keys: to the filter, the form, the tabs and the rows, and their list; not where somebody types', async ({
  page,
}) => {
  await open(page, '/student/studentManagement')
  const { pane } = shell(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '跳到内容' })).toBeFocused()
  await focusShows(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await pane.locator('.ui-rows').evaluate(rows => rows.contains(document.activeElement))).toBe(true)
  // Whose screen it is stands over what is about people.
  await expect(page.locator('[data-watermark] text').first()).toHaveText(/^admin \d{4}-\d\d-\d\d \d\d:\d\d$/)

  await page.keyboard.press('?')
  const help = shell(page).dialog('快捷键')
  await expect(help).toContainText('办理')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await page.keyboard.press('/')
  const filter = pane.locator('form input').first()
  await expect(filter).toBeFocused()
  await page.keyboard.type('[n/?')
  await expect(filter).toHaveValue('[n/?')
  await filter.blur()
  await page.keyboard.press('[')
  await expect(page).toHaveURL('/home')
  await page.keyboard.press(']')
  await expect(page).toHaveURL('/student/studentManagement')
  // Two steps are two, though the page of the first was never seen.
  await page.evaluate(() => {
    for (const key of '[]') document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await expect(page).toHaveURL('/student/studentManagement')
  // The address is there before the page is.
  await expect(pane.getByRole('button', { name: '新增学员' })).toBeVisible()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: '办理' })
  await expect(form.locator('input:focus')).toHaveCount(1)
  // However fast the hand: the key after Escape comes before the closed form has lost the focus.
  await page.evaluate(async () => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const field = document.activeElement
    press('Escape')
    while (field?.checkVisibility()) await new Promise(resolve => setTimeout(resolve))
    press('?')
  })
  await expect(form).toHaveCount(0)
  await help.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the menu opens pages by arrow keys and Enter', async ({ page }) => {
  await open(page, '/home')
  const { menu } = shell(page)
  await tabTo(page, menu.getByRole('menuitem', { name: '首页' }))
  await focusShows(page)
  // The data board, the first group.
  for (let entry = 0; entry < 2; entry += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const entry = menu.getByRole('menuitem', { name: '设备列表' })
  await expect(entry).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(entry).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/device/deviceManagement')
})

test('a dialog takes the focus, keeps it, and gives it back', async ({ page }) => {
  await open(page, '/device/deviceManagement')
  const add = page.getByRole('button', { name: '新增设备' })
  await add.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '新增设备' })
  // Typing begins at once.
  await expect(form.getByLabel('设备名称')).toBeFocused()
  const place = form.getByRole('combobox', { name: '机构' })
  await tabTo(page, place)
  await page.keyboard.press('ArrowDown')
  // Before its choices are there Enter takes none.
  const choice = (await choicesOf(page, place)).locator('.ant-select-item-option-active')
  await expect(choice).toBeVisible()
  const chosen = (await choice.innerText()).trim()
  await page.keyboard.press('Enter')
  await expect(place).toHaveAttribute('aria-expanded', 'false')
  await expect(
    form.locator('.ant-select').filter({ has: page.getByRole('combobox', { name: '机构' }) }),
  ).toContainText(chosen)
  // Enter takes a date, or what is written; Ctrl-Enter sends the form from wherever one is.
  await form.getByLabel('安装日期').press('Enter')
  await expect(form.getByText('教室不能为空')).toHaveCount(0)
  await form.getByLabel('型号').press('Control+Enter')
  await expect(form.getByText('教室不能为空')).toBeVisible()
  // What must be chosen is not emptied: the next stop is the next field.
  await place.press('Tab')
  await expect(form.getByRole('combobox', { name: '教室' })).toBeFocused()
  for (let steps = 0; steps < 30; steps += 1) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('.ant-drawer, [role="dialog"]') !== null,
    )
    expect(inside).toBe(true)
  }
  // Enter that was meant for the form throws nothing away, and Escape goes back into it.
  const question = shell(page).dialog('放弃填写的内容？')
  for (const key of ['Enter', 'Escape']) {
    await page.keyboard.press('Escape')
    await expect(question.getByRole('button', { name: '继续填写' })).toBeFocused()
    await page.keyboard.press(key)
    await expect(question).toHaveCount(0)
    await expect(form).toBeVisible()
    expect(await form.evaluate(drawer => drawer.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '放弃填写' }).press('Enter')
  await expect(form).toHaveCount(0)
  await expect(add).toBeFocused()
})

test('a message is restored by twelve keys, however many stand around it', async ({ page, api }) => {
  const person = await newPerson(api)
  await announceAll(api, person, ['春节值班', '设备升级', '春节放假'])
  await person.api.call(messages.markAllRead)
  for (const { msg_id } of (await person.api.call(messages.columns, {})).readed)
    await person.api.call(messages.trash, { msg_id })
  await enterAs(page, person.api)
  await open(page, '/home')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await findPage(page, '消息中心')
  const trash = page.getByRole('button', { name: /^回收站/ })
  await expect(trash).toContainText('3')
  await expect(shell(page).pane).toBeFocused()
  await press('Tab', 'Tab', 'Tab')
  await expect(trash).toBeFocused()
  await press('Enter', 'Tab', 'Tab', 'Tab')
  const rows = page.getByRole('region', { name: '回收站' }).getByRole('listitem')
  await expect(rows.first().getByRole('button')).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('button', { name: '还原' })).toBeVisible()
  await press('Tab')
  await expect(page.getByRole('button', { name: '还原' })).toBeFocused()
  await press('Enter')
  await expect(rows).toHaveCount(2)
  // The arrows go through the others.
  await rows.first().getByRole('button').focus()
  await press('ArrowDown')
  await expect(rows.last().getByRole('button')).toBeFocused()
  await press('Home')
  await expect(rows.first().getByRole('button')).toBeFocused()
})

test('who goes on before the focus has come along stays where they went', async ({ page }) => {
  await open(page, '/home')
  const went = page.evaluate(
    () =>
      new Promise<void>(done => {
        const watch = new MutationObserver(() => {
          const field = document.querySelector<HTMLElement>('[data-filters] input')
          if (field === null) return
          watch.disconnect()
          field.focus()
          done()
        })
        watch.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await findPage(page, '设备列表')
  await went
  await expect(rows(page).first()).toBeVisible()
  await waitUntilSettled(page)
  await expect(page.getByRole('textbox', { name: '车牌号' })).toBeFocused()
})

test('a device is found, moved, and moved back to where it was', async ({ page, api }) => {
  const device = await newDevice(api)
  const rooms = await api.call(organisations.classroomsOfOrganisation, {})
  const organs = await api.call(organisations.list, {})
  const there = rooms.find(({ organId }) => organId !== device.organId)
  const organ = organs.find(({ organizationId }) => organizationId === there?.organId)
  if (there === undefined || organ === undefined) throw new Error('there is another classroom')
  await open(page, '/home')
  await findPage(page, '设备列表')
  await expect(
    rows(page)
      .getByRole('button', { name: /移\s*动/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('Tab')
  await page.keyboard.type(device.sn)
  await page.keyboard.press('Enter')
  const move = rows(page).getByRole('button', { name: /移\s*动/ })
  await expect(move).toHaveCount(1)
  const moveDevice = async (organName: string, roomName: string) => {
    await tabTo(page, move)
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: /移动设备/ })
    for (const [label, name] of [
      ['移动到机构', organName],
      ['移动到教室', roomName],
    ] as const) {
      const picker = form.getByLabel(label, { exact: true })
      await tabTo(page, picker)
      await page.keyboard.type(name)
      await expect((await choicesOf(page, picker)).getByText(name).first()).toBeVisible()
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+Enter')
    await expect(form).toHaveCount(0)
    await expect(rows(page)).toContainText(roomName)
    await expect(rows(page)).toContainText(organName)
  }
  await moveDevice(organ.name, there.roomName)
  await moveDevice(device.organName, device.roomName)
})
