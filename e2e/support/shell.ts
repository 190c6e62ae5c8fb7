import { expect, type Locator, type Page } from '@playwright/test'
import { patience } from './pace.ts'

/** The shell as a person sees it. */
export const shell = (page: Page) => ({
  menu: page.getByTestId('side-menu'),
  breadcrumb: page.getByRole('navigation', { name: '面包屑' }),
  tabs: page.getByTestId('tab-strip').getByRole('listitem'),
  /** A tab's label. */
  tab: (title: string) => page.getByTestId('tab-strip').getByRole('button', { name: title, exact: true }),
  close: (title: string) =>
    page.getByTestId('tab-strip').getByRole('button', { name: `关闭 ${title}`, exact: true }),
  /** The page of the open tab. */
  pane: page.locator('main:visible'),
  toast: (sentence: string) => page.locator('.ant-message').getByText(sentence, { exact: true }),
  dialog: (name: string | RegExp) => page.getByRole('dialog', { name }),
})

/** The titles on the tab bar. */
export function tabTitles(page: Page): Locator {
  return page.getByTestId('tab-strip').locator('button:not([aria-label])')
}

/** Right-clicks a tab and chooses from its menu. */
export async function ofTab(page: Page, title: string, choice: string): Promise<void> {
  await shell(page).tab(title).click({ button: 'right' })
  await page.getByRole('menuitem', { name: choice, exact: true }).click()
}

/** Opens an address as somebody who types it: the page loads anew. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilSettled(page)
}

/** Opens an error page, as `open` does, and keeps it from leaving by itself, for who has to look at it for longer. */
export async function openError(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(() => {
    const later = window.setTimeout
    const second = 1000
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => (ms === second ? 0 : later(work, ms)),
    })
  })
  await waitUntilSettled(page)
}

/** Loads the page anew as F5 does, is asked by the browser whether that may be, and stays. */
export async function reloadIsAsked(page: Page): Promise<void> {
  const question = page.waitForEvent('dialog', question => question.type() === 'beforeunload')
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await question).dismiss()
}

/** Opens a page by the menu. @param group none for a page that stands in the menu by itself */
export async function fromMenu(page: Page, title: string, group?: string): Promise<void> {
  const { menu } = shell(page)
  const entry = menu.getByRole('menuitem', { name: title, exact: true })
  if (group !== undefined && !(await entry.isVisible())) await menu.getByText(group, { exact: true }).click()
  await entry.click()
  await expect(menu.locator('[aria-current="page"]')).toHaveText(title)
  await waitUntilSettled(page)
}

/** Opens one of the lists of a page that has several. */
export async function openPart(page: Page, title: string): Promise<void> {
  // How much waits there may stand behind its name.
  const parts = shell(page).pane.getByRole('radiogroup').first()
  await parts
    .getByText(new RegExp(`^${title}`))
    .first()
    .click()
  await waitUntilSettled(page)
}

/** Finds the one page of that name by Ctrl-K and opens it: two keys besides its letters. */
export async function findPage(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '页面或记录' })).toBeFocused()
  await page.keyboard.type(title)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
}

/** Goes where a link inside the application would lead: nothing is loaded anew. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

/** Shows another list of a page that has several, by its title. */
export const toTab = (page: Page, title: string): Promise<void> =>
  shell(page).pane.locator('.ui-tabs > .ant-segmented').getByText(title, { exact: true }).click()

/** Waits until nothing is on its way: neither code nor data. */
export async function waitUntilSettled(page: Page): Promise<void> {
  const limit = { timeout: patience(20_000) }
  await expect(page.locator('#root > *').first()).toBeAttached(limit)
  await expect(page.locator('#server-rendered')).toHaveCount(0, limit)
  await expect(page.getByText('加载中...')).toHaveCount(0, limit)
  await expect(page.getByRole('status', { name: '正在加载' })).toHaveCount(0, limit)
}

interface StoredTab {
  name: string
  params: Record<string, string>
  query: Record<string, string>
}

/** What the browser keeps of the tabs. */
export function storedTabs(page: Page): Promise<StoredTab[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('tagNaveList') ?? '[]'))
}

/** Opens pages one after the other from home, each once the one before it has its tab: nobody clicks faster. */
export async function openAll(page: Page, ...paths: string[]): Promise<void> {
  await open(page, '/home')
  for (const path of paths) {
    await follow(page, path)
    await expect
      .poll(async () => (await storedTabs(page)).some(tab => shows(tab, path)), { message: path })
      .toBe(true)
  }
}

function shows({ name, params, query }: StoredTab, path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://any')
  const last = pathname.split('/').at(-1) ?? ''
  return (
    [name, name.replace('_page', ''), ...Object.values(params)].includes(last) &&
    [...searchParams].every(([key, value]) => query[key] === value)
  )
}
