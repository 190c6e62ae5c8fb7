import { createContext, useContext } from 'react'
import { matchPath } from 'react-router'
import type { ExternalEntry, Screen, ScreenGroup } from './screen.ts'

/** All pages of the product, and the menu's groups and links to other sites, each list in the menu's order. */
export interface ScreenIndex {
  readonly list: readonly Screen[]
  readonly groups: readonly ScreenGroup[]
  readonly external: readonly ExternalEntry[]
  readonly byName: ReadonlyMap<string, Screen>
  readonly groupByName: ReadonlyMap<string, ScreenGroup>
}

export function screenIndex(
  list: readonly Screen[],
  groups: readonly ScreenGroup[],
  external: readonly ExternalEntry[],
): ScreenIndex {
  return {
    list,
    groups,
    external,
    byName: new Map(list.map(screen => [screen.name, screen])),
    groupByName: new Map(groups.map(group => [group.name, group])),
  }
}

/** The page that a path leads to, whoever asks, with what the path says; null where no page has it. */
export function screenAt({ list }: ScreenIndex, pathname: string) {
  for (const screen of list) {
    const match = matchPath({ path: screen.path, end: true }, pathname)
    if (match !== null) return { screen, params: definedOnly(match.params) }
  }
  return null
}

function definedOnly(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(params).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  )
  return Object.fromEntries(entries)
}

/** Handed in from the top: what shows the pages knows none of them. */
export const ScreensContext = createContext<ScreenIndex>(screenIndex([], [], []))

export function useScreens(): ScreenIndex {
  return useContext(ScreensContext)
}
