import { organisations } from '@drivesim/contract'
import type { Locator, Page } from '@playwright/test'
import { contrastOf } from '../support/contrast.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const themes = ['light', 'dark'] as const

/** The component library's buttons as it makes them; those of ours have the same style sheet (`ui/speed/Button.tsx`). */
const kinds = {
  默认: 'ant-btn-default ant-btn-color-default ant-btn-variant-outlined',
  主要: 'ant-btn-primary ant-btn-color-primary ant-btn-variant-solid',
  文字: 'ant-btn-text ant-btn-color-default ant-btn-variant-text',
  链接: 'ant-btn-link ant-btn-color-link ant-btn-variant-link',
  危险: 'ant-btn-default ant-btn-color-dangerous ant-btn-variant-outlined ant-btn-dangerous',
  危险主要: 'ant-btn-primary ant-btn-color-dangerous ant-btn-variant-solid ant-btn-dangerous',
  危险链接: 'ant-btn-link ant-btn-color-dangerous ant-btn-variant-link ant-btn-dangerous',
}
/** How a button is, and how well its words are to be read then. */
const ways = {
  '': { as: {}, classes: '', least: 4.5 },
  加载: { as: {}, classes: 'ant-btn-loading', least: 4.5 },
  停用: { as: { disabled: '' }, classes: '', least: 3 },
  拦住: { as: { 'aria-disabled': 'true' }, classes: 'ui-blocked', least: 3 },
} as const

/** A button of each kind in each way on the page, of both makes, with the row's plain ones; by name, with what is to be seen. */
async function buttonsOn(page: Page): Promise<{ button: Locator; least: number }[]> {
  const made = [
    ...Object.entries(kinds).flatMap(([kind, look]) =>
      ['', 'ui-button'].map(make => ({
        name: `${kind}${make}`,
        classes: `ant-btn antd-theme ${make} ${look}`,
      })),
    ),
    { name: '行内', classes: 'ui-text-button' },
  ].flatMap(({ name, classes }) =>
    Object.entries(ways).map(([way, { as, classes: more, least }]) => ({
      name: `${name}${way}`,
      classes: `${classes} ${more}`,
      as,
      least,
    })),
  )
  const { pane } = shell(page)
  await pane.evaluate((element, list) => {
    const board = document.createElement('div')
    board.dataset.testid = 'buttons'
    board.style.cssText = 'display: flex; flex-wrap: wrap; gap: 12px; padding: 12px; background: var(--card)'
    for (const { name, classes, as } of list) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = classes
      button.setAttribute('aria-label', name)
      for (const [attribute, value] of Object.entries(as)) button.setAttribute(attribute, value)
      button.append(Object.assign(document.createElement('span'), { textContent: name }))
      board.append(button)
    }
    element.prepend(board)
  }, made)
  const board = page.getByTestId('buttons')
  return made.map(({ name, least }) => ({ button: board.getByRole('button', { name, exact: true }), least }))
}

/** What of a button, as it is now, cannot be read. */
async function unread(button: Locator, state: string, least: number): Promise<string[]> {
  await button.evaluate(element => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const { ratio, words, ground } = await contrastOf(button)
  const name = await button.getAttribute('aria-label')
  return ratio >= least
    ? []
    : [`${name} ${state}: ${words} on ${ground} is ${ratio.toFixed(2)}, not ${least}`]
}

for (const theme of themes) {
  test(`the words of every button are read in every state, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await open(page, '/operationAnother/courseConfig')
    const problems: string[] = []
    for (const { button, least } of await buttonsOn(page)) {
      problems.push(...(await unread(button, 'default', least)))
      await button.hover({ force: true })
      problems.push(...(await unread(button, 'hover', least)))
      await page.mouse.down()
      problems.push(...(await unread(button, 'active', least)))
      await page.mouse.up()
      await page.mouse.move(0, 0)
      await button.focus()
      problems.push(...(await unread(button, 'focus', least)))
    }
    expect(problems).toEqual([])
  })
}

test('课程配置: 保存 is read under the pointer while nothing was changed', async ({ page, api }) => {
  const [school] = await api.call(organisations.schools, {})
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await open(page, `/operationAnother/courseConfig?organizationId=${school?.organizationId}`)
    const save = shell(page).pane.getByRole('button', { name: '保存课程配置' })
    // What was looked at above is what people press.
    for (const name of ['ui-blocked', ...kinds.主要.split(' ')]) await expect(save).toContainClass(name)
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await save.hover({ force: true })
    expect((await contrastOf(save)).ratio, theme).toBeGreaterThanOrEqual(3)
  }
})

test.describe('without signing in', () => {
  test.use({ account: null })
  test('登录 is read in every state', async ({ page }) => {
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.goto('/login')
      const button = page.getByRole('button', { name: '登录', exact: true })
      expect((await contrastOf(button)).ratio, theme).toBeGreaterThanOrEqual(4.5)
      await button.evaluate(element => element.setAttribute('aria-disabled', 'true'))
      expect((await contrastOf(button)).ratio, theme).toBeGreaterThanOrEqual(3)
    }
  })
})
