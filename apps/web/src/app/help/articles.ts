import type { ArticleEntry } from '../../ui/help/node.ts'
import { mayOpen } from '../guard/route.ts'
import type { ScreenIndex } from '../screens/screenIndex.ts'
import { screenAt } from '../screens/screenIndex.ts'

/** What it depends on whom an article is offered to. */
export interface Reader {
  readonly heldCodes: ReadonlySet<string>
  readonly managesPlatform: boolean
}

/** The articles that somebody is offered: those of pages and tabs that they may open. */
export function articlesFor(
  articles: readonly ArticleEntry[],
  screens: ScreenIndex,
  { heldCodes, managesPlatform }: Reader,
): ArticleEntry[] {
  const opens = (path: string) => {
    const screen = screens.list.find(one => one.path === path)
    // Pages of people who are not signed in are everybody's.
    return screen === undefined || mayOpen(screens, screen, heldCodes)
  }
  return articles.filter(
    ({ routes, access, platform }) =>
      (routes.length === 0 || routes.some(opens)) &&
      (access.length === 0 || access.some(code => heldCodes.has(code))) &&
      (managesPlatform || !platform),
  )
}

/** The article of the page at an address, of its tab if that has one. */
export function articleAt(
  articles: readonly ArticleEntry[],
  screens: ScreenIndex,
  { pathname, search }: { pathname: string; search: string },
): ArticleEntry | undefined {
  const path = screenAt(screens, pathname)?.screen.path
  const tab = new URLSearchParams(search).get('tab')
  const ofPage = articles.filter(
    ({ kind, routes }) => kind === 'screen' && path !== undefined && routes.includes(path),
  )
  return (
    ofPage.find(({ tabs }) => tab !== null && tabs.includes(tab)) ??
    ofPage.find(({ tabs }) => tabs.length === 0)
  )
}
