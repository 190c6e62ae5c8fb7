import { type Key, useCallback, useMemo, useState } from 'react'
import type { SelectedRows } from './types.ts'

type Filter = Readonly<Record<string, string | number>>

interface List<Row> {
  /** Of the page. */
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  filter: Filter
  /** Of the whole filtered list. */
  total: number
}

interface ChosenRows {
  readonly keys: readonly Key[]
  /** All rows of this filter are chosen. */
  readonly allOf: string | null
}

const noRows: ChosenRows = { keys: [], allOf: null }

/** What is chosen of a list: rows of its page, or all that match the filter, for as long as it is the same. */
export function useChosenRows<Row>({ rows, rowKey, filter, total }: List<Row>) {
  const [{ keys, allOf }, set] = useState(noRows)
  const asked = JSON.stringify(filter)
  const all = allOf === asked
  const shown = useMemo(() => (all ? rows.map(rowKey) : keys), [all, rows, rowKey, keys])
  const chosen = rows.filter(row => shown.includes(rowKey(row)))
  const selected: SelectedRows<Row> = {
    rows: chosen,
    count: all ? total : chosen.length,
    filter: all ? filter : null,
  }
  return {
    selected,
    /** The keys to mark as chosen. */
    keys: shown,
    choose: useCallback((next: readonly Key[]) => set({ keys: next, allOf: null }), []),
    chooseAll: () => set({ keys: [], allOf: asked }),
    clear: () => set(noRows),
  }
}
