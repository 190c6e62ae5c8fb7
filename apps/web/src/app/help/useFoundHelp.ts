import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useScreens } from '../screens/screenIndex.ts'
import type { EntryGroup } from '../search/entries.ts'
import { articlesFor } from './articles.ts'
import { searchArticles } from './searchArticles.ts'
import { searchedManual } from './searchedManual.ts'
import { useReader } from './useReader.ts'

const most = 4

/** The articles, sections and words of the manual for Ctrl-K; none before something is typed. */
export function useFoundHelp(typed: string): EntryGroup {
  const screens = useScreens()
  const reader = useReader()
  const { data } = useQuery({ ...searchedManual, enabled: typed !== '' })
  return useMemo(() => {
    const found =
      data === undefined
        ? []
        : searchArticles(typed, { ...data, articles: articlesFor(data.articles, screens, reader) })
    return {
      label: '帮助',
      entries: found.slice(0, most).map(({ slug, anchor, title, note }) => ({
        key: `help-${slug}-${anchor ?? ''}`,
        title,
        note,
        to: addressOf(anchor === undefined ? slug : `${slug}#${anchor}`),
      })),
    }
  }, [data, screens, reader, typed])
}

/** Of the page at hand, which opens the manual there. */
function addressOf(place: string): string {
  const search = new URLSearchParams(window.location.search)
  search.set('help', place)
  return `${window.location.pathname}?${search}`
}
