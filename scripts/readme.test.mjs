import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// README.md and README.zh-CN.md say the same: what can be copied from one, or followed, is in the other.

const root = join(import.meta.dirname, '..')
const [english, chinese] = ['README.md', 'README.zh-CN.md'].map(file => {
  const text = readFileSync(join(root, file), 'utf8')
  return { file, text, prose: text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '') }
})

/** What a default is called where it is no value. */
const defaultWords = new Map([
  ['内置', 'embedded'],
  ['内置时 1，否则 0', '1 embedded, else 0'],
  ['16；`ROLE=intake` 时 6', '16; 6 with `ROLE=intake`'],
  ['生成在 `DATA_DIR`', 'made in `DATA_DIR`'],
  ['–；演示：本机', '– ; the demo: this machine'],
])

/** The lines of code blocks, without what they say to the reader. */
const commandsIn = ({ text }) =>
  [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block]) =>
    block.split('\n').flatMap(line => line.replace(/ # .*$/, '').trim() || []),
  )

/** The rows of the nth table, each as its cells, without the head. */
function rowsOf({ prose }, nth) {
  const tables = prose.match(/^\|.*\n\|[-|]+\|\n(\|.*\n)+/gm) ?? []
  const lines = tables[nth]?.trim().split('\n').slice(2) ?? []
  return lines.map(line =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(cell => cell.trim()),
  )
}

const firstCells = (readme, nth) => rowsOf(readme, nth).map(([cell]) => cell)
const defaultsIn = readme =>
  rowsOf(readme, 2).map(([names, value]) => [names, defaultWords.get(value) ?? value])
const passwordsIn = ({ prose }) => prose.match(/\w+@\d{4}\b/g)
const sectionsIn = ({ prose }) => prose.match(/^## .+$/gm) ?? []
const codeIn = ({ prose }) => [...new Set(prose.match(/`[^`\n]+`/g))].sort()
const linksIn = ({ prose }) =>
  [...prose.matchAll(/\]\(([^)\s]+)\)|<(https?:[^>]+)>/g)].map(([, link, address]) => link ?? address)
const targetsIn = readme =>
  [...new Set(linksIn(readme))].filter(link => !/^README(\.zh-CN)?\.md$/.test(link)).sort()

test('each leads to the other before it begins', () => {
  expect(linksIn({ prose: english.text.split('\n').slice(0, 5).join('\n') })).toEqual([chinese.file])
  expect(linksIn({ prose: chinese.text.split('\n').slice(0, 5).join('\n') })).toEqual([english.file])
})

test('both have the same commands to copy, in the same order', () => {
  expect(commandsIn(english)).toContain('npm start')
  expect(commandsIn(chinese)).toEqual(commandsIn(english))
})

test('both have the same accounts and the same password', () => {
  expect(firstCells(english, 0)).toContain('`admin`')
  expect(firstCells(chinese, 0)).toEqual(firstCells(english, 0))
  expect(passwordsIn(english)).not.toBeNull()
  expect(passwordsIn(chinese)).toEqual(passwordsIn(english))
})

test('both list the same commands', () => {
  expect(firstCells(english, 1)).toContain('`npm start`')
  expect(firstCells(chinese, 1)).toEqual(firstCells(english, 1))
})

test('both list the same variables with the same defaults', () => {
  expect(defaultsIn(english)).toContainEqual(['`PORT`, `HOST`', '8080, 127.0.0.1'])
  expect(defaultsIn(chinese)).toEqual(defaultsIn(english))
})

test('both name the same variables, commands and paths in their sentences', () => {
  expect(codeIn(chinese)).toEqual(codeIn(english))
})

test('both have the same sections', () => {
  expect(sectionsIn(english).length).toBeGreaterThan(3)
  expect(sectionsIn(chinese)).toHaveLength(sectionsIn(english).length)
})

test('both lead to the same places, and each file is there', () => {
  expect(targetsIn(chinese)).toEqual(targetsIn(english))
  const files = targetsIn(english).filter(link => !link.includes(':'))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter(link => !existsSync(join(root, link.replace(/#.*$/, ''))))).toEqual([])
})
