import type { Page } from '@playwright/test'
import { rows } from '../support/lists.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** Pickers and days, none of them behind 展开. */
const securityLog = '/system/operationLog?tab=security'
const filters = (page: Page) => shell(page).pane.getByRole('form', { name: '查询条件' })

/** Where each part stands and how it is drawn. */
const look = (page: Page) =>
  filters(page).evaluate(form =>
    [...form.querySelectorAll('.ui-filter *')].map(part => {
      const { x, y, width, height } = part.getBoundingClientRect()
      const { color, backgroundColor, border, borderRadius, font, opacity } = getComputedStyle(part)
      return { x, y, width, height, color, backgroundColor, border, borderRadius, font, opacity }
    }),
  )

for (const colorScheme of ['light', 'dark'] as const) {
  test(`filters that nobody came near look like those that somebody did, ${colorScheme}`, {
    tag: '@newer',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await open(page, securityLog)
    const untouched = await filters(page).getByRole('combobox', { name: '类型' }).elementHandle()
    const before = await look(page)
    for (const name of ['类型', '结果', '开始日期', '结束日期']) await filters(page).getByLabel(name).hover()
    await page.mouse.move(0, 0)
    expect(await untouched?.evaluate(element => element.isConnected), 'another control came').toBe(false)
    await expect.poll(() => look(page), 'once the pointer has gone').toEqual(before)
  })
}

test('the keyboard alone goes through the filters, and what is typed at once arrives', async ({ page }) => {
  await open(page, '/student/studentManagement')
  const school = filters(page).getByRole('combobox', { name: '驾校' })
  await filters(page).getByRole('textbox', { name: '学员' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('锦程')
  await expect(school).toBeFocused()
  await expect(school).toHaveValue('锦程')
  await expect(await choicesOf(page, school)).toContainText('锦程')
  await page.keyboard.press('Enter')
  await expect(filters(page)).toContainText('成都锦程驾校')
})

test('what an address asks for and cannot be is refused in words, and taken away by a click', async ({
  page,
}) => {
  await open(page, '/orderManage/rechargeOrder?organId=x&orderId=y')
  const refused = shell(page).pane.getByRole('alert')
  await expect(refused).toContainText('机构')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(shell(page).pane).not.toContainText('NaN')
  await refused.getByRole('button', { name: '清空条件' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page).toHaveURL('/orderManage/rechargeOrder')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('an address with a condition shows that one, and the rows below it', async ({ page }) => {
    await open(page, '/student/studentManagement?gearType=C1')
    await expect(filters(page)).toContainText('C1')
    await expect(filters(page).getByRole('button', { name: '展开' })).toBeVisible()
    await expect(shell(page).pane.getByRole('listitem').first()).toBeInViewport()
    await filters(page).getByRole('button', { name: '展开' }).click()
    await expect(filters(page).getByRole('combobox', { name: '驾校' })).toBeVisible()
  })
})
