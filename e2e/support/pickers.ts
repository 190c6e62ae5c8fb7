import { expect, type Locator, type Page } from '@playwright/test'

/** Chooses in a picker of organisations or classrooms by typing the name, as one does in a long list. */
export async function pickByName(page: Page, picker: Locator, name: string): Promise<void> {
  await picker.click()
  await picker.fill(name)
  await (await choicesOf(page, picker)).getByText(new RegExp(`^\\u3000*${name}$`)).click()
}

/** The open list of one picker: the list of an earlier picker may still be fading. */
export async function choicesOf(page: Page, picker: Locator): Promise<Locator> {
  await expect(picker).toHaveAttribute('aria-controls', /./)
  const list = await picker.getAttribute('aria-controls')
  return page.locator('.ant-select-dropdown').filter({ has: page.locator(`[id="${list}"]`) })
}

/** Chooses in a short list. */
export async function choose(page: Page, picker: Locator, words: string): Promise<void> {
  await picker.click()
  await (await choicesOf(page, picker)).getByText(words, { exact: true }).first().click()
}
