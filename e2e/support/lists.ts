import { expect, type Locator, type Page } from '@playwright/test'
import { patience } from './pace.ts'
import { shell } from './shell.ts'

/** The rows of the list on the open page. */
export const rows = (page: Page): Locator => shell(page).pane.locator('tbody tr.ui-row')

/** The one row with these words. */
export const row = (page: Page, words: string): Locator => rows(page).filter({ hasText: words })

/** Types into a filter of the list on the open page, and asks for what it has. */
export async function search(page: Page, filter: string, words: string): Promise<void> {
  const { pane } = shell(page)
  await pane.getByRole('textbox', { name: filter, exact: true }).first().fill(words)
  await pane
    .getByRole('button', { name: /^查\s*询$/ })
    .first()
    .click()
}

/** Marked disabled, yet to be reached: Playwright would wait for it to be enabled, a person just goes there and reads. */
export async function reasonOf(page: Page, button: Locator): Promise<string> {
  await button.focus()
  const reason = await page.getByRole('tooltip').innerText()
  await button.blur()
  await expect(page.getByRole('tooltip')).toBeHidden()
  return reason
}

/** Answers the question on the screen, which may lie over a form, by the verb on its button. */
export async function confirm(page: Page, verb: string): Promise<void> {
  await page.getByRole('dialog').last().getByRole('button', { name: verb, exact: true }).click()
}

/** Chooses the one row with these words. */
export const chooseRow = (page: Page, words: string): Promise<void> =>
  row(page, words).getByRole('checkbox').check()

/** What was begun for what is chosen is over, all of it well; closes 任务, which shows it. */
export async function jobSucceeds(page: Page, count: number): Promise<void> {
  const drawer = shell(page).dialog('任务')
  await expect(drawer.getByText(`共 ${count} 条 · 成功 ${count}`)).toBeVisible({ timeout: patience(20_000) })
  await drawer.getByRole('button', { name: '关闭' }).click()
  await expect(drawer).toHaveCount(0)
}

/** Fills in a filter of the list and asks for it. */
export async function query(page: Page, filter: string, words: string): Promise<void> {
  await shell(page).pane.getByRole('textbox', { name: filter }).fill(words)
  await shell(page).pane.getByRole('button', { name: '查询' }).click()
}
