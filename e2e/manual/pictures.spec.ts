import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Account, accounts } from '../support/api.ts'
import { patience } from '../support/pace.ts'
import { open } from '../support/shell.ts'
import { test } from '../support/test.ts'

const manual = new URL('../../docs/manual/', import.meta.url)
const folder = new URL('pictures/', manual)
const wanted = /^picture: \{open: ([^,]+), as: (\w+)(?:, mark: \[(.*)\])?\}$/m

mkdirSync(folder, { recursive: true })
for (const file of readdirSync(manual, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.md')) continue
  const [, address, as, marks = ''] = wanted.exec(readFileSync(new URL(file, manual), 'utf8')) ?? []
  const account = accounts.find(one => one === as)
  if (address === undefined || account === undefined) continue
  takePicture(file, { address, account, marks: marks.split(', ').filter(Boolean) })
}

interface Wanted {
  address: string
  account: Account
  marks: readonly string[]
}

function takePicture(file: string, { address, account, marks }: Wanted): void {
  test.describe(file, () => {
    // Whoever is signed in is led on from there.
    test.use({ account: address === '/login' ? null : account })
    test('is pictured', async ({ page }) => {
      test.setTimeout(patience(60_000))
      await open(page, address)
      for (const name of marks) await mark(page, name)
      const browser = await page.context().newCDPSession(page)
      const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
      const slug = file.split('/').at(-1)?.replace(/\.md$/, '')
      writeFileSync(new URL(`${slug}.webp`, folder), Buffer.from(data, 'base64'))
    })
  })
}

/** A frame around what the article names. */
async function mark(page: Page, name: string): Promise<void> {
  const { main, dialog } = { main: page.locator('main:visible'), dialog: page.getByRole('dialog') }
  const places = [dialog, main, page.locator('body')].flatMap(place => [
    place.getByRole('button', { name, exact: true }),
    place.getByText(name, { exact: true }),
    place.getByRole('button', { name }),
    place.getByLabel(name),
  ])
  for (const place of places) {
    const found = place.first()
    if (!(await found.isVisible())) continue
    await found.evaluate(frameAround)
    return
  }
  throw new Error(`${name} is not on the page`)
}

/** Over the page: what the element lies in would cut off an outline. */
function frameAround(element: Element): void {
  const { left, top, width, height } = element.getBoundingClientRect()
  const frame = document.createElement('div')
  Object.assign(frame.style, {
    position: 'fixed',
    left: `${left - 6}px`,
    top: `${top - 6}px`,
    width: `${width + 12}px`,
    height: `${height + 12}px`,
    border: '3px solid #d6336c',
    borderRadius: '8px',
    zIndex: '9999',
    pointerEvents: 'none',
  })
  document.body.append(frame)
}
