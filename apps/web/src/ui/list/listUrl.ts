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
  /** The named view that it began with. */
  viewId?: number | undefined
}

/** Page sizes to choose from; the first is the spec's default. */
export const pageSizes = [defaultPageSize, 20, 50, 100] as const

/** What of an address is one list's. */
export interface ListKeys {
  /** Its filters. */
  readonly names: readonly string[]
  /** Keeps two lists on one page apart. */
  readonly prefix?: string
  /** Rows on a page where the address does not say. */
  readonly fitting?: number
}

const rowHeight = 44
/** Header, tabs, filters, toolbar, the table's head and the pager. */
const aroundRows = 372

/** The page size that fills a window so high without much to scroll, never less than the default. */
export function fittingPageSize(windowHeight: number): number {
  const rows = (windowHeight - aroundRows) / rowHeight
  if (rows >= 35) return 50
  return rows >= 14 ? 20 : defaultPageSize
}

/** Reads the view out of an address. Nonsense falls back to the default, so that an old or edited link still opens the list. */
export function readList(search: URLSearchParams, keys: ListKeys): ListView {
  const { names, prefix = '', fitting = defaultPageSize } = keys
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = search.get(prefix + name)?.trim()
    if (value) values[name] = value
  }
  const sort = readSort(search.get(`${prefix}sort`))
  const size = positive(search.get(`${prefix}size`))
  const viewId = positive(search.get(`${prefix}view`))
  return {
    values,
    ...(sort && { sort }),
    ...(viewId !== undefined && { viewId }),
    pageNum: (positive(search.get(`${prefix}page`)) ?? 1) - 1,
    pageSize: size !== undefined && size <= 100 ? size : fitting,
  }
}

/** The address of a view: other parameters stay, defaults are left out. */
export function writeList(search: URLSearchParams, keys: ListKeys, view: ListView): URLSearchParams {
  const { names, prefix = '', fitting = defaultPageSize } = keys
  // A page is another one where more rows fit.
  const sizeSaid = view.pageSize !== fitting || (view.pageNum > 0 && fitting !== defaultPageSize)
  const next = new URLSearchParams(search)
  for (const name of names) put(next, prefix + name, view.values[name]?.trim())
  put(next, `${prefix}sort`, view.sort && `${view.sort.order === 'descend' ? '-' : ''}${view.sort.field}`)
  put(next, `${prefix}page`, view.pageNum > 0 ? String(view.pageNum + 1) : undefined)
  put(next, `${prefix}size`, sizeSaid ? String(view.pageSize) : undefined)
  put(next, `${prefix}view`, view.viewId === undefined ? undefined : String(view.viewId))
  return next
}

/** Whether an address says nothing about the list. */
export function saysNothing(search: URLSearchParams, { names, prefix = '' }: ListKeys): boolean {
  return [...names, 'sort', 'page', 'size', 'view'].every(name => !search.get(prefix + name)?.trim())
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
