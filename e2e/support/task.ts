import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import type { Account, Api } from './api.ts'
import { expect, test } from './test.ts'

interface TaskFixtures {
  page: Page
  api: Api
  browser: Browser
  /** Does one step: the article's next one, in its words. */
  step: (words: string, run: () => Promise<void>) => Promise<void>
}

/** A task of the manual, done as its article says: a step that is changed, moved, added or left out there fails here. */
export function task(slug: string, account: Account, body: (fixtures: TaskFixtures) => Promise<void>): void {
  const { title, steps } = articleOf(slug)
  test.describe('manual', () => {
    test.use({ account })
    test(`${title}: as the manual says`, async ({ page, api, browser }) => {
      const left = [...steps]
      const step: TaskFixtures['step'] = (words, run) => {
        expect(words, `the next step of ${slug}.md`).toBe(left.shift())
        return test.step(words, run)
      }
      await body({ page, api, browser, step })
      expect(left, `steps of ${slug}.md that were not done`).toEqual([])
    })
  })
}

/** The numbered lines of an article, without the marks of links and emphasis. */
function articleOf(slug: string): { title: string; steps: string[] } {
  const text = readFileSync(new URL(`../../docs/manual/tasks/${slug}.md`, import.meta.url), 'utf8')
  const title = /^title: (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${slug}.md has no title`)
  const steps = [...text.matchAll(/^\d+\. (.+)$/gm)].map(([, words = '']) =>
    words.replaceAll(/\[([^\]]+)\]\([^)]+\)|\*\*([^*]+)\*\*/g, '$1$2'),
  )
  return { title, steps }
}
