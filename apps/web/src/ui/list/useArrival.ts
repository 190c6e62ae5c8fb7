import type { ListChoice, View } from '@drivesim/contract/tools/views'
import { useEffect, useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import { choose, useChoice } from './choices.ts'
import { takeKept } from './keptInBrowser.ts'
import { readList, type Sort, saysNothing, writeList } from './listUrl.ts'
import type { Column, Filter } from './types.ts'

interface Arriving {
  readonly name: string
  readonly columns: readonly Column<never>[]
  readonly filters?: readonly Filter[]
  readonly embedded?: string
}

interface Arrival {
  /** How the person sees the list; null: it is on its way. */
  readonly choice: ListChoice | null
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * What a list begins with: the person's columns, and the view that they chose. The address takes the view's filters before any
 * row is read. An address that says something of the list already stays as it is.
 */
export function useArrival({ name, columns, filters = [], embedded }: Arriving): Arrival {
  const [search, setSearch] = useSearchParams()
  const { choice, ...read } = useChoice(name)
  const names = filters.map(filter => filter.name)
  const keys = { names, prefix: embedded === undefined ? '' : `${embedded}.` }
  const view = choice?.view ?? null
  const returns = view !== null && saysNothing(search, keys)

  useLayoutEffect(() => {
    if (!returns || view === null) return
    const shown = readList(search, keys)
    const next = { ...shown, ...contentOf(view, names, columns), viewId: view.viewId }
    setSearch(writeList(search, keys, next), { replace: true })
  })
  useEffect(() => {
    if (choice === null) return
    const kept = takeKept(name)
    if (kept === null || choice.columns !== null || choice.dense !== null) return
    const looks = kept.hidden && columns.map(({ key }) => lookOf(key, kept.hidden?.includes(key) ?? false))
    choose({ ...choice, columns: looks, dense: kept.dense })
  }, [name, columns, choice])
  return { choice: returns ? null : choice, ...read }
}

const lookOf = (key: string, hidden: boolean) => ({ key, width: null, pin: false, hidden })

/** What of a view this list has: filters and an order that it does not know are left out. */
export function contentOf(
  { filters, sort }: Pick<View, 'filters' | 'sort'>,
  names: readonly string[],
  columns: readonly Pick<Column<never>, 'key' | 'sortable'>[],
): { values: Record<string, string>; sort: Sort | undefined } {
  const known = Object.entries(filters).filter(([name, value]) => names.includes(name) && value !== '')
  const orders = columns.some(({ key, sortable }) => sortable && key === sort?.field)
  return { values: Object.fromEntries(known), sort: orders && sort !== null ? sort : undefined }
}
