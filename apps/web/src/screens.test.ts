import { expect, it } from 'vitest'
import { groups } from './menuGroups.tsx'
import { constructionScreens, groupByName, screens } from './screens.ts'

const line = (screen: {
  name: string
  path: string
  title: string
  hidden?: true
  access?: readonly string[]
}) =>
  [
    screen.path,
    screen.name,
    screen.title,
    screen.access?.join('|') ?? '-',
    screen.hidden ? 'hidden' : 'menu',
  ].join(' ')

it('every route of the product: path, name, title, access, hidden', () => {
  expect([...groups, ...screens].map(line).sort()).toMatchSnapshot()
})

it('names and paths are unique, and what a page names exists', () => {
  const names = [...groups, ...screens].map(screen => screen.name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(screens.map(screen => screen.path)).size).toBe(screens.length)
  for (const { group, under } of screens) {
    if (group !== undefined) expect(groupByName.has(group)).toBe(true)
    if (under !== undefined) expect(names).toContain(under)
  }
})

it('these pages still say 建设中; the list only shrinks', () => {
  expect(constructionScreens.map(screen => screen.name).sort()).toMatchSnapshot()
})
