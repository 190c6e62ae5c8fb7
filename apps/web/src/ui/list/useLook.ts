import type { ParsedOf } from '@drivesim/contract/endpoint'
import type { ColumnLook, ListChoice, View } from '@drivesim/contract/tools/views'
import { views } from '@drivesim/contract/tools/views'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { query } from '../../api/query.ts'
import { choose } from './choices.ts'
import { type ArrangedColumn, arrangeColumns, moveColumn, withWidth } from './columnLooks.ts'
import type { ListView } from './listUrl.ts'
import type { Column, ColumnActs } from './types.ts'
import { contentOf } from './useArrival.ts'

interface Options<Row> {
  choice: ListChoice
  columns: readonly Column<Row>[]
  /** Of the filters. */
  names: readonly string[]
  embedded: boolean
  /** What the address says. */
  view: ListView
  show: (change: Partial<ListView>) => void
}

type Saved = ParsedOf<typeof views.save>

/** How a list looks to this person, and what they can do about it. */
export interface Look<Row = never> {
  readonly list: string
  readonly all: readonly ArrangedColumn<Row>[]
  readonly dense: boolean
  readonly table: RefObject<HTMLTableElement | null>
  readonly acts: ColumnActs
  /** The view that the columns are of; null: the list as the person arranged it. */
  readonly view: View | null
  /** Something differs from the view. */
  readonly changed: boolean
  /** The address names a view, and its columns are still on their way. */
  readonly awaited: boolean
  /** The address names a view that is not there for this person. */
  readonly missing: boolean
  /** All that there are, once asked for; undefined: on their way. */
  readonly views: readonly View[] | undefined
  readonly organs: readonly { organId: number; organName: string }[]
  readonly ask: () => void
  /** What a view would hold that is saved now. */
  readonly content: Pick<View, 'filters' | 'sort' | 'columns' | 'dense'>
  arrange(looks: ColumnLook[] | null): void
  setDense(dense: boolean): void
  /** Shows a view as it was saved; null: the list without filters, as the person arranged it. */
  open(view: View | null): void
  /** What is on the screen is from now on this view. */
  settle(view: View): void
  /** The same of a view that was just made. */
  adopt(viewId: number, form: Saved): void
  /** Goes on without the view that the address names. */
  forget(): void
}

/** Joins what the person chose, the view that the address names, and the list's own columns. */
export function useLook<Row>({
  choice,
  columns,
  names,
  embedded,
  view: shown,
  show,
}: Options<Row>): Look<Row> {
  const table = useRef<HTMLTableElement>(null)
  const [asked, setAsked] = useState(false)
  const { list } = choice
  const linked = shown.viewId !== undefined && shown.viewId !== choice.view?.viewId
  const known = useQuery({ ...query(views.list, { list }), enabled: asked || linked })
  const found = known.data?.views.find(({ viewId }) => viewId === shown.viewId)
  const view = known.data === undefined && !linked ? choice.view : (found ?? null)
  // What the person changed of a view is kept for the one that they chose.
  const isChosen = view?.viewId === choice.view?.viewId
  const own = view === null ? choice : { columns: choice.viewColumns, dense: choice.viewDense }
  const mine = view === null || isChosen ? own : { columns: null, dense: null }
  const looks = mine.columns ?? view?.columns ?? null
  const all = useMemo(() => arrangeColumns(columns, looks), [columns, looks])
  const dense = mine.dense ?? view?.dense ?? embedded

  const change = (to: { columns: ColumnLook[] | null; dense: boolean | null }) =>
    choose(
      view === null
        ? { ...choice, ...to, view: null, viewColumns: null, viewDense: null }
        : { ...choice, view, viewColumns: to.columns, viewDense: to.dense },
    )
  const settle = (next: View | null) => choose({ ...choice, view: next, viewColumns: null, viewDense: null })
  const filters = { ...shown.values }
  const saved = view && contentOf(view, names, columns)
  return {
    list,
    all,
    dense,
    table,
    view,
    views: known.data?.views,
    organs: known.data?.organs ?? [],
    ask: () => setAsked(true),
    awaited: linked && known.isPending,
    missing: linked && known.data !== undefined && found === undefined,
    changed:
      saved !== null &&
      (mine.columns !== null ||
        mine.dense !== null ||
        !sameFilters(saved.values, filters) ||
        saved.sort?.field !== shown.sort?.field ||
        saved.sort?.order !== shown.sort?.order),
    content: { filters, sort: shown.sort ?? null, columns: looks, dense: mine.dense ?? view?.dense ?? null },
    acts: {
      move: (key, ontoKey) => {
        const place = all.findIndex(({ look }) => look.key === ontoKey)
        change({ ...mine, columns: moveColumn(all, key, place) })
      },
      resize: (key, width) => change({ ...mine, columns: withWidth(all, key, width) }),
    },
    arrange: looks => change({ ...mine, columns: looks }),
    setDense: dense => change({ ...mine, dense }),
    settle,
    adopt: (viewId, { name, organId = null, filters, sort, columns, dense }) => {
      const shared = { organId, organName: null, ownerName: '', mine: true, mayEdit: true }
      settle({ viewId, name, ...shared, filters, sort, columns, dense, version: 1 })
      show({ viewId })
    },
    forget: () => show({ viewId: undefined }),
    open: next => {
      settle(next)
      const content = next === null ? { values: {}, sort: undefined } : contentOf(next, names, columns)
      show({ ...content, pageNum: 0, viewId: next?.viewId })
    },
  }
}

function sameFilters(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every(name => a[name] === b[name])
}
