import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { settled } from './shell.ts'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const screens = fileURLToPath(new URL('../results/screens', import.meta.url))

export interface Look {
  name: string
  theme: 'light' | 'dark'
  width: number
}

/** Everything a screen owes whoever looks at it: real words, nothing that axe finds serious, and a picture kept. */
export async function lookAt(page: Page, look: Look): Promise<void> {
  await settled(page)
  await plainWords(page)
  await accessible(page)
  mkdirSync(screens, { recursive: true })
  const file = `${look.name}-${look.theme}-${look.width}.png`
  await page.screenshot({ path: join(screens, file), animations: 'disabled' })
}

/** No raw key, no leftovers of a program, nothing wider than the window. */
export async function plainWords(page: Page): Promise<void> {
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(/\b(undefined|null|NaN|Infinity|\[object \w+\]|Invalid Date)\b/)
  expect(text).not.toMatch(/\{\{?\w+\}?\}|\b[a-z]+(\.[a-z]\w*){2,}\b/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** axe finds nothing serious; what it finds is told with the element. */
async function accessible(page: Page): Promise<void> {
  // Through the debugger, which the page's policy does not hinder.
  const { readFile } = await import('node:fs/promises')
  await page.evaluate(await readFile(axePath, 'utf8'))
  const found = await page.evaluate(async () => {
    const runner: typeof axe = Reflect.get(window, 'axe')
    const { violations } = await runner.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes.map(node => `${node.target}: ${node.failureSummary}`).join(' | ')}`,
      )
  })
  expect(found, 'what axe finds serious').toEqual([])
}
