import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { organisations } from '@drivesim/contract'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { Api } from './api.ts'
import { open, shell, waitUntilSettled } from './shell.ts'
import { test } from './test.ts'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const screens = fileURLToPath(new URL('../results/screens', import.meta.url))

const themes = ['light', 'dark'] as const
const desk = { width: 1366, height: 768 }
const wide = { width: 1920, height: 1080 }
const phone = { width: 390, height: 844 }
const allSizes = { light: [desk, wide, phone], dark: [desk, phone] }
const oneSize = { light: [desk], dark: [phone] }
/** Of a screen that hangs on a wall, or fills a desk. */
const largest = { width: 3840, height: 2160 }
/** It has one theme, and words as large as the screen. */
const wallSizes = { light: [wide, largest], dark: [] }

/** Something to look at: its picture's name, and the way there. */
export interface Look {
  name: string
  /** The page that stands for all of its template (list, detail, form, charts …): looked at in every theme and size. */
  template?: true
  /** It is made for the largest screens too, and kept as a picture of one. */
  large?: true
  /** A page for a screen on a wall: looked at on such ones alone. */
  kind?: 'wall'
  go(page: Page, api: Api): Promise<void>
  /** What is opened on it and looked at next: no page is loaded for it. */
  next?: Look
}

/** Marks what stands for its template. */
export const template = (look: Look): Look => ({ ...look, template: true })

/** A page as it opens, and what is opened on it. */
export const pageAt = (name: string, path: string, next?: Look): Look => ({
  name,
  go: page => open(page, path),
  ...(next && { next }),
})

/** A page about one school, the first of the demo business. */
export const atSchool = (name: string, path: string): Look => ({
  name,
  async go(page, api) {
    const [school] = await api.call(organisations.schools, {})
    await open(page, `${path}?organizationId=${school?.organizationId}`)
  },
})

/** The form that a button of the open page opens, which is named after it. */
export const formOver = (name: string, button: string): Look => ({
  name,
  async go(page) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog', { name: button })).toBeVisible()
  },
})

/** A form over its list. */
export const formAt = (name: string, path: string, button: string): Look => ({
  name,
  async go(page, api) {
    await open(page, path)
    await formOver(name, button).go(page, api)
  },
})

/**
 * One test for each visit: the screens in both themes, wide and narrow, changed before its user's eyes as a window is; in all
 * sizes what stands for its template, since the others are made of the same parts.
 */
export function testLooks(list: readonly Look[]): void {
  test.describe('looks', () => {
    for (const first of list) {
      const visit = visitOf(first)
      const names = visit.map(({ name }) => name).join(', then ')
      test(`${names} has nothing serious in light and dark, wide and narrow, and is kept as pictures`, async ({
        page,
        api,
      }) => {
        for (const look of visit)
          await test.step(look.name, async () => {
            await page.emulateMedia({ colorScheme: 'light' })
            await page.setViewportSize(desk)
            await look.go(page, api)
            await lookAt(page, look)
          })
      })
    }
  })
}

const visitOf = (look: Look): Look[] => [look, ...(look.next === undefined ? [] : visitOf(look.next))]

/** Everything a screen owes whoever looks at it: real words, nothing that axe finds serious, and pictures kept. */
async function lookAt(page: Page, { name, large, kind, ...look }: Look): Promise<void> {
  const template = look.template === true
  mkdirSync(screens, { recursive: true })
  const sizes = kind === 'wall' ? wallSizes : template ? allSizes : oneSize
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    for (const viewport of [...sizes[theme], ...(large && theme === 'light' ? [largest] : [])]) {
      await page.setViewportSize(viewport)
      await waitUntilDrawn(page)
      await plainWords(page)
      expect(await page.evaluate(brokenFigures), 'broken over two lines').toEqual([])
      // What is wider has the same on it.
      if (theme === 'light' && (viewport === sizes.light[0] || viewport === phone))
        await accessible(page, everything, template)
      // Dark differs in colours alone.
      if (theme === 'dark' && (viewport === desk || !template)) await accessible(page, contrast, template)
      const file = `${name}-${theme}-${viewport.width}.png`
      await page.screenshot({ path: join(screens, file), animations: 'disabled' })
    }
  }
}

/** Nothing is on its way, and every chart of the page was in sight, which is when it is drawn. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await waitUntilSettled(page)
  const pane = shell(page).pane
  const charts = await pane.locator('.ui-chart').all()
  for (const chart of charts) await chart.scrollIntoViewIfNeeded()
  if (charts.length > 0) await pane.evaluate(element => element.scrollTo(0, 0))
  await page.evaluate(async () => {
    // A theme or a width takes some frames, and each may start an animation: every animation is finished.
    for (let still = 0; still < 3; still += 1) {
      await new Promise(requestAnimationFrame)
      const moving = document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        )
      for (const animation of moving) animation.finish()
      if (moving.length > 0) still = -1
    }
  })
}

/** No raw key, no leftovers of a program, nothing wider than the window. */
export async function plainWords(page: Page): Promise<void> {
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(/\b(undefined|null|NaN|Infinity|\[object \w+\]|Invalid Date)\b/)
  expect(text).not.toMatch(/\{\{?\w+\}?\}|\b[a-z]+(\.[a-z]\w*){2,}\b/)
  // A list becomes cards a moment after its window became narrow.
  await expect.poll(() => page.evaluate(tooWide), { message: 'wider than the window' }).toEqual([])
}

/** A date, a phone or an amount that stands in two lines is read as two; a check code is read by nobody. */
const brokenFigures = () => {
  const figures = /(?<![\w*.,:-])[−+-]?¥?(\d{4}-\d\d(-\d\d)?|1\d\d[\d*]{8}|\d[\d,.:]*)(?![\w-])/g
  const brokenLines: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (!node.parentElement?.checkVisibility()) continue
    for (const { 0: figure, index } of node.nodeValue?.matchAll(figures) ?? []) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + figure.length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
      if (Math.max(...lines) - Math.min(...lines) > 4) brokenLines.push(`${figure} of ${node.nodeValue}`)
    }
  }
  return brokenLines
}

const tooWide = () =>
  [document.documentElement, ...document.querySelectorAll('main')]
    .filter(element => element.scrollWidth > element.clientWidth)
    .map(element => element.tagName)

const everything: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
}
const contrast: axe.RunOnly = { type: 'rule', values: ['color-contrast'] }

/** The page as it stands has nothing that axe finds serious, what stands around it left out. */
export const nothingSerious = (page: Page) => accessible(page, everything, false)

/** Around every page the same: what stands for a template is looked at with it. */
const frame = [['aside'], ['header'], ['[data-testid=tab-strip]']]

/** axe finds nothing serious; what it finds is told with the element. */
async function accessible(page: Page, runOnly: axe.RunOnly, withFrame: boolean): Promise<void> {
  // Through the debugger, which the page's policy does not hinder; the page keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axePath, 'utf8'))
  await page.evaluate(markAlike)
  // It lies over everything, and what lies over a text leaves axe without a word on its contrast.
  await page.evaluate(() => {
    for (const mark of document.querySelectorAll<SVGElement>('[data-watermark]')) mark.style.display = 'none'
  })
  const exclude = [['[data-alike]'], ...(withFrame ? [] : frame)]
  const found = await page.evaluate(
    async ([context, only]) => {
      const runner: typeof axe = Reflect.get(window, 'axe')
      // What a rule finds is as serious as the rule says: one that is never serious need not look.
      const all: { id: string; impact: string }[] = Reflect.get(Reflect.get(runner, '_audit'), 'rules')
      const mild = all.filter(({ impact }) => impact !== 'serious' && impact !== 'critical')
      const rules = Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }]))
      const { violations } = await runner.run(context, { resultTypes: ['violations'], runOnly: only, rules })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, help, nodes }) =>
            `${id}: ${help}: ${nodes.map(node => `${node.target}: ${node.failureSummary}`).join(' | ')}`,
        )
    },
    [{ exclude }, runOnly] as const,
  )
  expect(found, 'what axe finds serious').toEqual([])
}

/**
 * Marks rows, tiles and entries that differ from one before them in their words alone: of ten rows of one making axe would
 * say the same ten times, at ten times the price.
 */
function markAlike() {
  const lookOf = (element: Element) => {
    const { className, tagName } = element
    const attributes = [
      'aria-disabled',
      'aria-selected',
      'aria-checked',
      'style',
      'disabled',
      'role',
      'data-state',
    ]
    return [tagName, className.toString(), ...attributes.map(name => element.getAttribute(name))].join()
  }
  for (const marked of document.querySelectorAll('[data-alike]')) marked.removeAttribute('data-alike')
  for (const parent of document.querySelectorAll('tbody, ul, ol, [role=list]')) {
    const seen = new Set<string>()
    for (const child of parent.children) {
      const look = [child, ...child.querySelectorAll('*')].map(lookOf).join(';')
      if (seen.has(look)) child.setAttribute('data-alike', '')
      seen.add(look)
    }
  }
}
