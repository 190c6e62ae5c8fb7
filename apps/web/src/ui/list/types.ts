import type { Endpoint } from '@drivesim/contract/endpoint'
import type { Option } from '@drivesim/contract/fields'
import type { Page } from '@drivesim/contract/paging'
import type { ListName } from '@drivesim/contract/tools/views'
import type { Key, ReactNode } from 'react'
import type { z } from 'zod'

/**
 * A contract call that answers one page of rows; `sum` is of the whole filtered list, where the call has one; `archivedUntil` is a day
 * where the list would go on with rows that are archived.
 */
export interface PagedEndpoint<Row, Input extends object = object, Sum = unknown> extends Endpoint {
  readonly input: z.ZodType<unknown, Input>
  readonly reply: z.ZodType<Page<Row> & { sum?: Sum; archivedUntil?: string | null }>
}

/** A contract call that answers a file of rows. */
export interface FileEndpoint extends Endpoint {
  readonly reply: 'file'
}

export interface Column<Row> {
  key: string
  title: string
  render: (row: Row) => ReactNode
  /** Right aligned, digits lined up. */
  numeric?: boolean
  /** Widest in px; longer text is cut with the whole of it on hover. */
  clip?: number
  /** The list can be ordered by it; the column's key is one of the call's sort fields. */
  sortable?: boolean
  /** Not shown until it is chosen. */
  optional?: boolean
}

/** A column as a table shows it. */
export interface ShownColumn<Row> extends Column<Row> {
  /** In px; missing: as wide as what is in it. */
  width?: number
  /** Stays in sight beside the first: so far from the left, in px. */
  pin?: { left: number; last: boolean }
}

/** What can be done to the columns where they stand. */
export interface ColumnActs {
  /** Puts a column at the place of another. */
  move: (key: string, ontoKey: string) => void
  /** Null: as wide as what is in it. */
  resize: (key: string, width: number | null) => void
}

/** What a filter's control gets; all values are strings, as the address holds them. */
export interface FilterControl {
  id: string
  label: string
  value: string | undefined
  /** Those of the other filters that it `reads`. */
  values: Readonly<Record<string, string | undefined>>
  onChange: (value: string | undefined) => void
}

interface FilterBase<Name extends string> {
  name: Name
  label: string
  /** Behind 展开. */
  more?: boolean
  /** It begins a range that another filter ends: the usual ranges stand beside it. */
  range?: { readonly until: Name; readonly of: 'days' | 'months' }
  /** Filters that make no sense any more when this one changes. */
  clears?: readonly Name[]
}

export type Filter<Name extends string = string> = FilterBase<Name> &
  (
    | { kind: 'text'; hint?: string }
    | { kind: 'select'; options: readonly Option[] }
    | { kind: 'picker' | 'date'; reads?: readonly Name[]; render: (control: FilterControl) => ReactNode }
  )

export interface RowAction {
  label: string
  onAct: () => void
  /** Why it cannot be done now; the button stays reachable and says it. */
  reason?: string | null | undefined
  /** It cannot be undone: in a row it stands behind 更多, apart from everyday acts. */
  removes?: true
}

/** Names and values that belong together. */
export type Sums = readonly (readonly [label: string, value: ReactNode])[]

/** What is chosen of a list: rows of its page, or all that match. */
export interface SelectedRows<Row> {
  /** Those on the page. */
  rows: readonly Row[]
  /** How many in all. */
  count: number
  /** Of the list, where all that match are chosen; else null. */
  filter: Readonly<Record<string, string | number>> | null
}

export interface ListPageProps<Row, Input extends object, Sum> {
  /** Under this name columns, density and views are kept, for all lists that have it. */
  name: ListName
  /** What a screen reader calls the table, and the name of the exported file. */
  title: string
  endpoint: PagedEndpoint<Row, Input, Sum>
  rowKey: (row: Row) => Key
  columns: readonly Column<Row>[]
  /** Address of a row's own page. A `RecordLink` in its columns leads there, and from there one steps along the list. */
  recordPath?: (row: Row) => string
  filters?: readonly Filter<keyof Input & string>[]
  /** Fixed input besides the filters, such as the record that the list belongs to. */
  fixed?: Readonly<Record<string, string | number>>
  /** At most three are shown, the others stand behind 更多. */
  actions?: (row: Row) => RowAction[]
  /** What can be done at the left of the toolbar. */
  toolbar?: ReactNode
  /** What can be done with the chosen rows; without it no row can be chosen. */
  selected?: (selected: SelectedRows<Row>, clear: () => void) => ReactNode
  /** Whether some of that can be done to all that match the filter. */
  actsOnAll?: boolean
  exportEndpoint?: FileEndpoint
  /** 合计 of the whole filtered list, beside the number of its rows. */
  sums?: (sum: Sum) => Sums
  /** What to say, and what to do next, where there is nothing at all. */
  empty: { title: string; hint: string }
  /** A list inside a detail page: keys of the address carry this prefix, and rows are compact. */
  embedded?: string
  /** Of an embedded list that has the rest of the window for itself: the pixels above it. Others have few rows. */
  above?: number
  /** Rows of a page at least, where many are dealt with at once. */
  least?: 20
}
