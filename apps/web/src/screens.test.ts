import { accessCodes } from '@drivesim/contract/access'
import { expect, it } from 'vitest'
import { type Route, routes } from '../../../e2e/support/routes.ts'
import { destinationOf } from './app/guard/route.ts'
import { screens, sections } from './screens.ts'

const { list, groups, groupByName } = screens
const everything = new Set<string>(accessCodes)

/** What the web has at the address of a route, in the words of that list. */
function pageAt({ path }: Route) {
  const destination = destinationOf(screens, path, everything)
  if (destination.kind !== 'screen') return { path, ...destination }
  const { name, title, hidden, group, access } = destination.screen
  const codes = [groupByName.get(group ?? '')?.access, access]
  return { path, name, title, hidden, access: codes.filter(list => list?.length) }
}

it('every page is what the browser tests expect at its path, and each has its line there', () => {
  const expected = routes.map(({ name, access, ...route }) => ({
    ...route,
    name: name ?? route.path.split('/').at(-1),
    access: access.filter(list => list.length > 0),
  }))
  expect(routes.map(pageAt)).toEqual(expected)
  expect(list.map(screen => screen.name).sort()).toEqual(expected.map(({ name }) => name).sort())
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

it('the sections of a page have names of their own', () => {
  const names = sections.flatMap(brought =>
    Object.entries(brought).flatMap(([page, list]) => list.map(({ name }) => `${page} ${name}`)),
  )
  expect(new Set(names).size).toBe(names.length)
})
