import { expect, type Locator } from '@playwright/test'

/** A small picture, as a phone would take it. */
export const smallPicture = {
  name: 'after.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** A slip for the form: a picture of the form itself, whose number makes it one that was never used. */
export async function putSlip(form: Locator): Promise<void> {
  const buffer = await form.screenshot()
  await form.getByLabel('选择凭证').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer })
  await expect(form.getByRole('img', { name: '凭证' })).toBeVisible()
}
