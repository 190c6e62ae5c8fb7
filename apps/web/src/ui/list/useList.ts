import { keepPreviousData, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { query } from '../../api/query.ts'
import { fittingPageSize, type ListView, readList, writeList } from './listUrl.ts'
import type { PagedEndpoint } from './types.ts'

interface Options<Row, Sum> {
  endpoint: PagedEndpoint<Row, object, Sum>
  names: readonly string[]
  fixed: Readonly<Record<string, string | number>>
  prefix: string
  /** The view that the person chose, where the address names none. */
  viewId: number | undefined
  above: number | undefined
  least: number | undefined
}

/**
 * The list's view, which lives in the address of its own tab, and the page of rows it asks for. Read no `isFetching` of it:
 * the whole list would be rendered twice more whenever it is asked again.
 */
export function useList<Row, Sum>(given: Options<Row, Sum>) {
  const { endpoint, names, fixed, prefix, viewId, above, least = 0 } = given
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  // As the window was when the list was opened: rows do not come and go under somebody who resizes it.
  const [fitting] = useState(() => Math.max(least, fittingPageSize(roomOf(prefix, above))))
  const keys = { names, prefix, fitting }
  const view = { viewId, ...readList(search, keys) }
  const filters = { ...view.values, ...fixed }
  const { sort } = view
  const inputOf = (pageNum: number) => ({
    ...filters,
    ...(sort && { sortField: sort.field, sortOrder: sort.order }),
    [pageNumberName(endpoint.input)]: pageNum,
    pageSize: view.pageSize,
  })
  const options = query(endpoint, inputOf(view.pageNum), { quiet: true })
  // Asked while the page is being rendered, not after.
  usePrefetchQuery(options)
  const page = useQuery({ ...options, placeholderData: keepPreviousData })

  const past = page.data !== undefined && !page.isPlaceholderData ? lastBefore(page.data, view.pageNum) : null
  const goBack = useEffectEvent((pageNum: number) =>
    setSearch(writeList(search, keys, { ...view, pageNum }), { replace: true }),
  )
  // The last row of the last page was removed, or somebody had fewer rows in mind: beyond the last comes the last.
  useEffect(() => {
    if (past !== null) goBack(past)
  }, [past])

  const show = (change: Partial<ListView>) => {
    const next = writeList(search, keys, { ...view, ...change })
    if (next.toString() === search.toString()) void page.refetch()
    else setSearch(next)
  }
  /** Another page of the list as it is asked for now. */
  const read = (pageNum: number) => client.fetchQuery(query(endpoint, inputOf(pageNum)))
  return { view, filters, queryKey: options.queryKey, page, show, read }
}

/** The last page that has rows, where the one that was asked for is beyond it; null where it is not. */
function lastBefore({ totalPages }: { totalPages: number }, pageNum: number): number | null {
  return pageNum > 0 && pageNum >= totalPages ? Math.max(0, totalPages - 1) : null
}

/** A list that is no page of its own has the window less what stands above it, or next to nothing. */
function roomOf(prefix: string, above: number | undefined): number {
  if (prefix === '') return window.innerHeight
  return above === undefined ? 0 : window.innerHeight - above
}

/** The spec calls the page number `pageNum` in most lists, and `page` in lists of people. */
function pageNumberName(schema: z.ZodType): 'page' | 'pageNum' {
  return schema instanceof z.ZodObject && 'page' in schema.shape ? 'page' : 'pageNum'
}
