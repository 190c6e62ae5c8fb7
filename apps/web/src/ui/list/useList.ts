import { keepPreviousData, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { query } from '../../api/query.ts'
import { type ListView, readList, writeList } from './listUrl.ts'
import type { PagedEndpoint } from './types.ts'

interface Options<Row, Sum> {
  endpoint: PagedEndpoint<Row, object, Sum>
  names: readonly string[]
  fixed: Readonly<Record<string, string | number>>
  prefix: string
}

/** The list's view, which lives in the address of its own tab, and the page of rows it asks for. */
export function useList<Row, Sum>({ endpoint, names, fixed, prefix }: Options<Row, Sum>) {
  const [search, setSearch] = useSearchParams()
  const view = readList(search, names, prefix)
  const filters = { ...view.values, ...fixed }
  const { sort } = view
  const input = {
    ...filters,
    ...(sort && { sortField: sort.field, sortOrder: sort.order }),
    [pageNumberName(endpoint.input)]: view.pageNum,
    pageSize: view.pageSize,
  }
  const options = query(endpoint, input, { quiet: true })
  // Asked while the page is being rendered, not after.
  usePrefetchQuery(options)
  const page = useQuery({ ...options, placeholderData: keepPreviousData })

  const show = (change: Partial<ListView>) => {
    const next = writeList(search, names, { ...view, ...change }, prefix)
    if (next.toString() === search.toString()) void page.refetch()
    else setSearch(next)
  }
  return { view, filters, page, show }
}

/** The spec calls the page number `pageNum` in most lists, and `page` in those of people. */
function pageNumberName(schema: z.ZodType): 'page' | 'pageNum' {
  return schema instanceof z.ZodObject && 'page' in schema.shape ? 'page' : 'pageNum'
}
