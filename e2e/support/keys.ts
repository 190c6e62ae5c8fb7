import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page has from one of its ends to the other. */
const most = 100

/** Presses Tab until the wanted element has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, what: Locator, backwards = false): Promise<void> {
  for (let steps = 0; steps < most; steps += 1) {
    if (await what.evaluateAll(found => found.some(element => element === document.activeElement))) return
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`${most} steps of Tab did not lead there`)
}

/** Goes to a button or a box and presses it. */
export async function pressByKeys(page: Page, what: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await expect(what.first()).toBeVisible()
  await tabTo(page, what)
  await page.keyboard.press(key)
}

/** Goes to a field and types over what it says. */
export async function typeByKeys(page: Page, field: Locator, words: string): Promise<void> {
  await expect(field).toBeVisible()
  await tabTo(page, field)
  await page.keyboard.type(words)
}

/** Goes to the choices in a row and along them to one. */
export async function chooseByKeys(page: Page, choices: Locator, name: string): Promise<void> {
  await tabTo(page, choices.getByRole('radio'))
  const wanted = choices.getByRole('radio', { name, exact: true })
  for (let steps = 0; steps < most && !(await wanted.isChecked()); steps += 1)
    await page.keyboard.press(steps === 0 ? 'Space' : 'ArrowRight')
}

/** Finds a record by Ctrl-K and opens it: two keys besides its letters. */
export async function openByKeys(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '页面或记录' })).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { name: words }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}
