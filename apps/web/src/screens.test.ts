import { expect, it } from 'vitest'
import { UnderConstruction } from './app/screens/UnderConstruction.tsx'
import { screens } from './screens.ts'

const { list, groups, groupByName } = screens

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
  expect([...groups, ...list].map(line).sort()).toMatchSnapshot()
})

it('names and paths are unique, and what a page names exists', () => {
  const names = [...groups, ...list].map(screen => screen.name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(list.map(screen => screen.path)).size).toBe(list.length)
  for (const { group, under } of list) {
    if (group !== undefined) expect(groupByName.has(group)).toBe(true)
    if (under !== undefined) expect(names).toContain(under)
  }
})

it('these pages still say 建设中; the list only shrinks', () => {
  const planned = list.filter(screen => screen.page === UnderConstruction)
  expect(planned.map(screen => screen.name).sort()).toMatchSnapshot()
})
