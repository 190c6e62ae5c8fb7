import { articles } from 'virtual:manual'
import { queryClient } from '../../api/queryClient.ts'
import type { ScreenIndex } from '../screens/screenIndex.ts'
import { articleQuery } from './articleQuery.ts'
import { articleAt } from './articles.ts'

/** Brings the manual and the article of the page at hand, so that 帮助 shows it at once. */
export async function bringHelp(screens: ScreenIndex): Promise<void> {
  await import('./HelpDrawer.tsx')
  const own = articleAt(articles, screens, window.location)
  if (own !== undefined) await queryClient.prefetchQuery(articleQuery(own.slug))
}
