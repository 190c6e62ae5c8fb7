import { defaultPageSize } from '@drivesim/contract/paging'

export interface Sort {
  field: string
  order: 'ascend' | 'descend'
}

/** What a list shows, as its address holds it. `pageNum` is zero-based as on the wire; the address counts from 1. */
export interface ListView {
  values: Readonly<Record<string, string>>
  sort?: Sort | undefined
  pageNum: number
  pageSize: number
}

/** Page sizes to choose from; the first is the spec's default. */
export const pageSizes = [defaultPageSize, 20, 50, 100] as const

/**
 * Reads the view out of an address. Nonsense falls back to the default, so that an old or edited link still
 * opens the list. `prefix` keeps two lists on one page apart.
 */
export function readList(search: URLSearchParams, names: readonly string[], prefix = ''): ListView {
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = search.get(prefix + name)?.trim()
    if (value) values[name] = value
  }
  const sort = readSort(search.get(`${prefix}sort`))
  const size = positive(search.get(`${prefix}size`))
  return {
    values,
    ...(sort && { sort }),
    pageNum: (positive(search.get(`${prefix}page`)) ?? 1) - 1,
    pageSize: size !== undefined && size <= 100 ? size : defaultPageSize,
  }
}

/** The address of a view: what is not this list's stays as it is, what is the default is left out. */
export function writeList(
  search: URLSearchParams,
  names: readonly string[],
  view: ListView,
  prefix = '',
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of names) put(next, prefix + name, view.values[name]?.trim())
  put(next, `${prefix}sort`, view.sort && `${view.sort.order === 'descend' ? '-' : ''}${view.sort.field}`)
  put(next, `${prefix}page`, view.pageNum > 0 ? String(view.pageNum + 1) : undefined)
  put(next, `${prefix}size`, view.pageSize === defaultPageSize ? undefined : String(view.pageSize))
  return next
}

/** `field`, or `-field` for descending. */
function readSort(text: string | null): Sort | undefined {
  const [, minus, field] = /^(-?)(\w+)$/.exec(text ?? '') ?? []
  return field === undefined ? undefined : { field, order: minus ? 'descend' : 'ascend' }
}

function put(search: URLSearchParams, name: string, value: string | undefined) {
  if (value) search.set(name, value)
  else search.delete(name)
}

function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
