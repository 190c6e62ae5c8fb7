import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as contract from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { type Article, readArticles, termsOf } from '../manual/articles.ts'
import { textOf } from '../manual/tree.ts'
import { screens, sections } from './screens.ts'
import type { Element, Node } from './ui/help/node.ts'

// What the manual says of pages, states, words and links, against the product's own lists. That what it names stands on its page is
// looked up by e2e/manual/names.spec.ts (`npm run manual:names`), and that its tasks can be done as they say by those of e2e/tests/manual-*.spec.ts.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const articles = readArticles()
const bySlug = new Map(articles.map(article => [article.slug, article]))
const ofScreens = articles.filter(({ kind }) => kind === 'screen')
const terms = articles.filter(({ kind }) => kind === 'glossary').flatMap(termsOf)

/** A screen and a half at 1366 × 768, in the drawer. */
const longest = 1300

const textOfArticle = ({ tree }: Article) => tree.map(textOf).join('\n')
const elementsIn = (nodes: readonly Node[]): Element[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [node, ...elementsIn(node.children)]))
const namesIn = (text: string) => [...text.matchAll(/「([^」]+)」/g)].flatMap(([, name]) => name ?? [])

test('each page has its article, and each article its pages', () => {
  const explained = ofScreens.flatMap(({ routes }) => routes)
  const pages = screens.list.filter(({ trial }) => trial === undefined).map(({ path }) => path)
  expect(pages.filter(path => !explained.includes(path))).toEqual([])
  const known = [...screens.list.map(({ path }) => path), '/login']
  expect(articles.flatMap(({ routes }) => routes).filter(path => !known.includes(path))).toEqual([])
})

test('of articles of one page all but one are of its tabs, and there are such tabs', () => {
  const tabs = sections.flatMap(brought =>
    Object.values(brought).flatMap(list => list.map(({ name }) => name)),
  )
  expect(articles.flatMap(article => article.tabs).filter(tab => !tabs.includes(tab))).toEqual([])
  const whole = ofScreens.filter(article => article.tabs.length === 0).flatMap(({ routes }) => routes)
  expect(whole).toEqual([...new Set(whole)])
})

describe('each state and act of a record is explained', () => {
  const machines = Object.entries(contract).filter(
    ([name, value]) => name.endsWith('Machine') && typeof value === 'object',
  )
  for (const [name, value] of machines) {
    const { states, actions } = value as contract.Machine<string, Record<string, contract.Step<string>>>
    test(name, () => {
      const where = ofScreens.filter(({ machines: own }) => own.includes(name))
      expect(where.map(({ slug }) => slug)).toHaveLength(1)
      const said = namesIn(where.map(textOfArticle).join())
      const labels = [...Object.values(states), ...Object.values(actions).map(({ label }) => label)]
      expect(labels.filter(label => !said.includes(label))).toEqual([])
    })
  }
})

/** Names that the product puts together, as their parts stand in it. */
const parts: Readonly<Record<string, readonly string[]>> = {
  '点击选择文件，或拖到这里': ['点击选择', '，或拖到这里'],
  改用恢复码: ['改用', '恢复码'],
  '08:00': ['}:00`'],
}

test('what is named stands somewhere in the product', () => {
  const code = ['apps/web/src', 'packages/contract/src', 'apps/server/src/modules']
    .flatMap(folder => sourcesIn(folder))
    // A comment may keep a name that no button has any more.
    .map(source => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')
  const missing = articles.flatMap(article =>
    namesIn(textOfArticle(article))
      .filter(name => !(parts[name] ?? [name]).every(part => code.includes(part)))
      .map(name => `${article.slug}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('links lead to sections that are there', () => {
  const broken = articles.flatMap(article =>
    elementsIn(article.tree)
      .filter(({ tag, article: to, anchor }) => tag === 'a' && to !== undefined && !leads(to, anchor))
      .map(({ article: to, anchor }) => `${article.slug}: ${to}#${anchor ?? ''}`),
  )
  expect(broken).toEqual([])
})

const leads = (slug: string, anchor: string | undefined) =>
  bySlug.get(slug)?.headings.some(heading => anchor === undefined || heading.anchor === anchor) === true

test('a refusal is explained in one section', () => {
  const explained = articles.flatMap(({ why }) => why.map(({ code }) => code))
  expect(explained.filter((code, place) => explained.indexOf(code) !== place)).toEqual([])
})

test('each word of the glossary has its sentence, and is used', () => {
  expect(terms.filter(({ sentence }) => sentence === '' || sentence.length > 70)).toEqual([])
  const said = [...ofScreens, ...articles.filter(({ kind }) => kind === 'task')].map(textOfArticle).join()
  const shown = [...sourcesIn('apps/web/src'), ...sourcesIn('packages/contract/src')].join()
  const unused = terms.filter(
    ({ word, also }) => ![word, ...also].some(one => said.includes(one) || shown.includes(one)),
  )
  expect(unused.map(({ word }) => word)).toEqual([])
})

test('a word is explained in the glossary alone', () => {
  const code = sourcesIn('apps/web/src').join('\n')
  const named = [...code.matchAll(/\bterm="([^"]+)"/g)].flatMap(([, word]) => word ?? [])
  const known = terms.flatMap(({ word, also }) => [word, ...also])
  expect(named.filter(word => !known.includes(word))).toEqual([])
  const helps = [...code.matchAll(/\bhelp="([^"]+)"/g)].flatMap(([, help]) => help ?? [])
  const again = terms.filter(({ sentence }) => helps.some(help => help.includes(sentence.replace(/。$/, ''))))
  expect(again.map(({ word }) => word)).toEqual([])
  expect(known).toEqual([...new Set(known)])
})

test('each article is short, and each task has the test that does it', () => {
  const long = [...ofScreens, ...articles.filter(({ kind }) => kind === 'task')].filter(
    article => textOfArticle(article).length > longest,
  )
  expect(long.map(({ slug }) => slug)).toEqual([])
  const tests = sourcesIn('e2e/tests', /\.spec\.ts$/).join('\n')
  const untried = articles.filter(({ kind, slug }) => kind === 'task' && !tests.includes(`task('${slug}'`))
  expect(untried.map(({ slug }) => slug)).toEqual([])
})

test('an article of tabs is for whoever sees one of them', () => {
  const tabs = sections.flatMap(brought => Object.values(brought).flat())
  const wrong = ofScreens.filter(
    article =>
      article.tabs.length > 0 &&
      tabs
        .filter(({ name }) => article.tabs.includes(name))
        .flatMap(({ access = [] }) => access)
        .some(code => !article.access.includes(code)),
  )
  expect(wrong.map(({ slug }) => slug)).toEqual([])
})

test('what concerns only some names codes that there are', () => {
  const codes = articles.flatMap(({ access: own, tree }) => [
    ...own,
    ...tree.flatMap(({ access }) => access ?? []),
  ])
  expect(codes.filter(code => !contract.accessCodes.some(known => known === code))).toEqual([])
})

function sourcesIn(folder: string, ending = /\.tsx?$/): string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter(file => ending.test(file) && !/\.test\.tsx?$/.test(file))
    .map(file => readFileSync(`${root}${folder}/${file}`, 'utf8'))
}
