import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { shell, waitUntilSettled } from './shell.ts'

const manual = new URL('../../docs/manual/screens/', import.meta.url)
const here = new URL('../', import.meta.url)

export interface ScreenArticle {
  readonly slug: string
  readonly routes: readonly string[]
  readonly tabs: readonly string[]
  /** What it says stands on the page: all that is in 「」. */
  readonly names: readonly string[]
}

/** The articles of screens, as they lie in the repository. */
export function screenArticles(): ScreenArticle[] {
  return readdirSync(manual)
    .filter(file => file.endsWith('.md'))
    .sort()
    .map(file => {
      const text = readFileSync(new URL(file, manual), 'utf8')
      const listOf = (key: string) =>
        new RegExp(`^${key}: \\[(.*)\\]$`, 'm').exec(text)?.[1]?.split(', ').filter(Boolean) ?? []
      const names = [...text.matchAll(/「([^」]+)」/g)].flatMap(([, name]) => name ?? [])
      return {
        slug: file.replace(/\.md$/, ''),
        routes: listOf('routes'),
        tabs: listOf('tabs'),
        names: [...new Set(names)],
      }
    })
}

/** What browser tests look for: where they pass, it is rendered. */
export function namesInTests(): string {
  return (
    ['tests', 'support']
      .flatMap(folder =>
        readdirSync(new URL(folder, here), { recursive: true, encoding: 'utf8' })
          .filter(file => file.endsWith('.ts'))
          .map(file => readFileSync(new URL(`${folder}/${file}`, here), 'utf8')),
      )
      .join('\n')
      // The steps of its tasks say what articles say.
      .replaceAll(/「[^」]*」/g, '')
  )
}

/** All that can be read or heard of the window now. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const said = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap(element =>
      ['aria-label', 'placeholder', 'title'].map(name => element.getAttribute(name) ?? ''),
    )
    return [document.body.innerText, ...said].join('\n')
  })

/** Of a page that is all buttons the first will do. */
const mostButtons = 12

/** What changes something, leaves the page, or sends a file: it is not pressed to be looked at. */
const notPressed =
  /导出|Excel|刷新|下载|打印|复制|清空|查询|退出|启用|停用|发送|全部已读|开始观察|同步|重试|提前|回读|收藏|全屏|主题|搜索|帮助|消息|菜单/

/** What something else lies over is left alone. */
const pressed = (button: Locator): Promise<boolean> =>
  button.click({ timeout: 2000 }).then(
    () => true,
    () => false,
  )

const overlaysOf = (page: Page) =>
  page.locator('.ant-drawer-open, .ant-modal-wrap:visible, .ant-dropdown:visible').first()
const happens = (waiting: Promise<void>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false,
  )

/** Presses it, looks at what that opens, and leaves that again. */
async function lookBehind(page: Page, button: Locator, look: () => Promise<void>): Promise<void> {
  const before = page.url()
  if (!(await pressed(button))) return
  // Its code may still be on its way.
  await happens(overlaysOf(page).waitFor({ state: 'visible', timeout: 1500 }))
  await waitUntilSettled(page)
  await look()
  // One may lie over another, and ask before it goes.
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('Escape')
    if (await happens(overlaysOf(page).waitFor({ state: 'hidden', timeout: 1000 }))) break
  }
  if (page.url() !== before) await page.goBack()
}

/**
 * Which of these names the open page has not: on it, on its tabs, among its columns, in the menus, drawers and forms of its first
 * row, for chosen rows, or in the forms that its buttons open.
 */
export async function namesMissing(page: Page, names: readonly string[]): Promise<string[]> {
  let left = [...names]
  const look = async () => {
    const words = await wordsOn(page)
    left = left.filter(name => !words.includes(name))
  }
  await look()
  const { pane } = shell(page)
  for (const more of [
    pane.getByRole('button', { name: '展开' }).first(),
    pane.locator('tbody tr.ui-row').first().getByRole('button', { name: '更多' }).first(),
    pane.getByRole('button', { name: '更多' }).first(),
    pane.getByRole('button', { name: '列设置' }).first(),
  ]) {
    if (left.length === 0) return left
    if (await more.isVisible()) await lookBehind(page, more, look)
  }
  if (left.length > 0) await throughTabs(page, look, () => left.length)
  if (left.length > 0) await throughForms(page, look, () => left.length)
  if (left.length > 0) await throughRow(page, look, () => left.length)
  return left
}

async function throughTabs(page: Page, look: () => Promise<void>, left: () => number): Promise<void> {
  const { pane } = shell(page)
  const tabs = pane.locator('.ant-segmented-item, .ant-tabs-tab, [role=tab]')
  for (let at = 0; at < (await tabs.count()) && left() > 0; at += 1) {
    if (!(await pressed(tabs.nth(at)))) continue
    await waitUntilSettled(page)
    await look()
    await throughForms(page, look, left)
    await throughRow(page, look, left)
  }
}

/** What the first row opens, and what can be done with it once it is chosen. */
async function throughRow(page: Page, look: () => Promise<void>, left: () => number): Promise<void> {
  const row = shell(page).pane.locator('tbody tr.ui-row').first()
  if (left() === 0 || !(await row.isVisible())) return
  const acts = row.locator('td button:not([aria-disabled=true])').filter({ hasNotText: notPressed })
  for (let at = 0; at < (await acts.count()) && left() > 0; at += 1)
    await lookBehind(page, acts.nth(at), look)
  const box = row.getByRole('checkbox')
  if (left() === 0 || !(await box.isVisible())) return
  if (!(await pressed(box))) return
  await look()
  await throughForms(page, look, left)
}

async function throughForms(page: Page, look: () => Promise<void>, left: () => number): Promise<void> {
  const { pane } = shell(page)
  const buttons = pane
    .locator('button:not([aria-disabled=true]):not([disabled]):not(td button):not(th button)')
    .filter({ hasNotText: notPressed })
  const labels = (await buttons.allInnerTexts()).slice(0, mostButtons)
  for (const [at, label] of labels.entries()) {
    if (left() === 0) return
    if (label.trim() === '' || !(await buttons.nth(at).isVisible())) continue
    await lookBehind(page, buttons.nth(at), look)
  }
}
